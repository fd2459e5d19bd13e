/** Public API: the proofs of a certificate. */

import { createHash } from 'node:crypto';
import { decodeProofXml, decodeTimestampResponse, parseSigningCertificate } from '@sello/proof';
import { type Static, Type } from 'typebox';
import { calendarStamps } from '../anchoring/calendars/stamps-over-leaf.ts';
import type { PublicApi, World } from '../api/server.ts';
import type { Certificate } from '../certificates/certificate.ts';
import { toRecord } from '../certificates/certificate-record.ts';
import type { StoredToken } from '../certificates/ports.ts';
import { certificateNotFound } from '../certificates/read-certificates.ts';
import { attachment } from '../http/content-disposition.ts';
import { errorResponses } from '../http/schema.ts';
import { AppError } from '../kernel/errors.ts';
import { parseId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import { admitRequest } from '../keys/guards.ts';
import { chainPem, makeProofFile, type ProofFile, type ProofType } from './fetch-proof.ts';
import { directFileUrl, signFileLink } from './file-links.ts';
import { sendProofFile } from './proof-answers.ts';
import {
  type BlockchainProofSchema,
  type BundleProofSchema,
  type ConstanciaProofSchema,
  type FileProofSchema,
  type Nom151ProofSchema,
  PROOF_RESPONSE,
  ProofQuery,
} from './proof-schemas.ts';
import { fileLinkUrl } from './routes-files.ts';

export function proofRoutes(api: PublicApi, world: World): void {
  const { ports, config } = world;
  api.get(
    '/certificates/:id/proof',
    {
      config: { scope: 'proofs:read' },
      attachValidation: true,
      schema: {
        operationId: 'getProof',
        summary: 'Download a proof',
        tags: ['Proofs'],
        params: Type.Object({ id: Type.String() }),
        querystring: ProofQuery,
        response: {
          ...PROOF_RESPONSE,
          ...errorResponses(400, 404, 409, 422, 401, 403, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const id = parseId('cert', request.params.id);
      const { caller, value } = await admitRequest(ports, config.serviceName, request, reply, () =>
        id === undefined ? ports.certificates.nothing() : ports.certificates.withToken(id),
      );
      if (value === undefined) throw certificateNotFound();
      const { certificate, token } = value;
      const subject = { accountId: caller.accountId, certificate, token };
      const { type, format = 'json' } = request.query;
      assertFormat(type, format);
      if (type === 'file') {
        const { url, expiresAt } = await fileUrl(world, caller, certificate);
        if (format === 'raw') return reply.redirect(url, 302);
        return reply.send({ proof: fileProof(certificate, url, expiresAt) });
      }
      const file = await makeProofFile(ports, world, subject, fileTypeOf(type, format));
      if (format !== 'json') return sendProofFile(reply, file);
      switch (type) {
        case 'nom151':
          return reply.send({ proof: nom151Proof(config.baseUrl, certificate, token) });
        case 'blockchain':
          return reply.send({ proof: await blockchainProofRecord(ports, certificate, file.bytes) });
        case 'bundle':
          return reply.send({ proof: bundleProof(certificate, file) });
        case 'constancia':
          return reply.send({ proof: constanciaProof(certificate, file) });
      }
    },
  );
}

/** Where the file can be fetched for five minutes: here, or from the store itself where the operator wants that. */
export async function fileUrl(
  { ports, config }: World,
  owner: Owner,
  certificate: Certificate,
): Promise<{ url: string; expiresAt: Date }> {
  const direct = await directFileUrl(ports, owner, certificate, attachment(certificate.file.name));
  if (direct !== undefined) return direct;
  const { link, expiresAt } = await signFileLink(ports, owner, certificate);
  return { url: fileLinkUrl(config.baseUrl, link), expiresAt };
}

function fileProof(certificate: Certificate, url: string, expiresAt: Date): Static<typeof FileProofSchema> {
  return {
    type: 'file',
    certificate_id: certificate.id,
    url,
    expires_at: expiresAt.toISOString(),
    file_name: certificate.file.name,
    size: certificate.file.sizeBytes,
    sha256: certificate.file.sha256,
  };
}

function nom151Proof(
  baseUrl: string,
  certificate: Certificate,
  stored: StoredToken,
): Static<typeof Nom151ProofSchema> {
  const { tsr, chain } = stored;
  const info = decodeTimestampResponse(tsr).token?.info;
  const signer = chain[0] && parseSigningCertificate(chain[0]);
  if (info === undefined || signer === undefined)
    throw new Error(`The stored token of ${certificate.id} cannot be read`);
  const { psc, accredited, warnings } = toRecord(baseUrl, certificate).nom151;
  return {
    type: 'nom151',
    certificate_id: certificate.id,
    tsr_base64: Buffer.from(tsr).toString('base64'),
    chain_pem: chainPem(stored),
    token: {
      policy_oid: info.policy,
      serial: info.serialHex,
      gen_time: info.genTimeText,
      accuracy_ms: info.accuracyMs ?? null,
      hash_algorithm: info.imprint.algorithm ?? info.imprint.algorithmOid,
      hash: Buffer.from(info.imprint.digest).toString('hex'),
      nonce: info.nonce?.toString(16) ?? null,
      tsa: info.tsaName ?? null,
      signer: {
        subject: signer.subject.text,
        issuer: signer.issuer.text,
        serial: signer.serialHex,
        not_before: signer.notBefore.toISOString(),
        not_after: signer.notAfter.toISOString(),
      },
    },
    psc,
    accredited,
    warnings,
  };
}

function bundleProof(
  certificate: Certificate,
  { fileName, bytes }: ProofFile,
): Static<typeof BundleProofSchema> {
  return {
    type: 'bundle',
    certificate_id: certificate.id,
    file_name: fileName,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    zip_base64: Buffer.from(bytes).toString('base64'),
  };
}

async function blockchainProofRecord(
  ports: World['ports'],
  certificate: Certificate,
  xml: Uint8Array,
): Promise<Static<typeof BlockchainProofSchema>> {
  const proof = decodeProofXml(xml);
  const [anchor] = proof.anchors;
  const stamps = await calendarStamps(ports, certificate, proof);
  return {
    type: 'blockchain',
    certificate_id: certificate.id,
    status: 'final',
    network: anchor?.network ?? '',
    trust: anchor?.trust ?? '',
    tx_id: anchor?.kind === 'ethereum' ? `0x${Buffer.from(anchor.transaction.hash).toString('hex')}` : null,
    block_number: anchor?.block.number ?? 0,
    block_hash: `0x${Buffer.from(anchor?.block.hash ?? []).toString('hex')}`,
    xml: Buffer.from(xml).toString('utf8'),
    calendars: stamps.map(({ calendar, status, bitcoinBlock }) => ({
      calendar,
      status,
      bitcoin_block: bitcoinBlock ?? null,
    })),
  };
}

function constanciaProof(
  certificate: Certificate,
  { fileName, bytes }: ProofFile,
): Static<typeof ConstanciaProofSchema> {
  return {
    type: 'constancia',
    certificate_id: certificate.id,
    file_name: fileName,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pdf_base64: Buffer.from(bytes).toString('base64'),
  };
}

/** The two extra formats are other ways to write the blockchain proof, and of nothing else. */
function assertFormat(type: string, format: ProofFormat): void {
  if (type === 'blockchain' || format === 'json' || format === 'raw') return;
  throw new AppError('validation_failed', {
    en: `\`format=${format}\` is only possible with \`type=blockchain\`.`,
    es: `\`format=${format}\` solo es posible con \`type=blockchain\`.`,
  });
}

function fileTypeOf(type: 'nom151' | 'blockchain' | 'bundle' | 'constancia', format: ProofFormat): ProofType {
  return format === 'ots' || format === 'tlog' ? format : type;
}

type ProofFormat = 'json' | 'raw' | 'ots' | 'tlog';
