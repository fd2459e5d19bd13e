/** Public API: the proofs of a certificate. */

import { createHash } from 'node:crypto';
import {
  type BundleContent,
  decodeProofXml,
  decodeTimestampResponse,
  encodeOtsExport,
  encodePem,
  encodeTlogProof,
  parseSigningCertificate,
  writeBundle,
} from '@sello/proof';
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { blockchainProof } from '../app/blockchain-proof.ts';
import { signFileLink } from '../app/file-links.ts';
import { certificateNotFound } from '../app/read-certificates.ts';
import { type Certificate, statusOf } from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import { parseId } from '../domain/ids.ts';
import type { StoredToken } from '../ports.ts';
import { toRecord } from './certificate-record.ts';
import { attachment } from './content-disposition.ts';
import { fileLinkUrl } from './files.ts';
import { admitRequest } from './guards.ts';
import {
  type BlockchainProofSchema,
  type BundleProofSchema,
  type FileProofSchema,
  type Nom151ProofSchema,
  PROOF_RESPONSE,
  ProofQuery,
} from './proof-schemas.ts';
import { errorResponses } from './schema.ts';
import type { PublicApi, World } from './server.ts';

export function proofRoutes(api: PublicApi, { ports, config, identity }: World): void {
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
      const format = request.query.format ?? 'json';
      assertFormat(request.query.type, format);
      const raw = format === 'raw';
      switch (request.query.type) {
        case 'file': {
          const { link, expiresAt } = await signFileLink(ports, caller, certificate);
          const url = fileLinkUrl(config.baseUrl, link);
          if (raw) return reply.redirect(url, 302);
          return reply.send({ proof: fileProof(certificate, url, expiresAt) });
        }
        case 'nom151':
          if (raw) return sendBytes(reply, 'application/timestamp-reply', `${certificate.id}.tsr`, token.tsr);
          return reply.send({ proof: nom151Proof(config.baseUrl, certificate, token) });
        case 'bundle': {
          const xml =
            statusOf(certificate) === 'certified'
              ? await blockchainProof(ports, identity, subject)
              : undefined;
          const zip = writeBundle({
            ...bundleContent(config.baseUrl, certificate, token),
            ...(xml && { xml }),
          });
          const name = `${certificate.id}.zip`;
          if (raw) return sendBytes(reply, 'application/zip', name, zip);
          return reply.send({ proof: bundleProof(certificate, name, zip) });
        }
        case 'blockchain': {
          const xml = await blockchainProof(ports, identity, subject);
          return sendBlockchainProof(reply, format, certificate, xml);
        }
      }
    },
  );
}

/** A strong ETag: the bytes of a proof never change. */
function sendBytes(reply: FastifyReply, type: string, fileName: string, bytes: Uint8Array) {
  return reply
    .type(type)
    .header('content-disposition', attachment(fileName))
    .header('etag', `"${createHash('sha256').update(bytes).digest('hex')}"`)
    .send(bytes);
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
  { tsr, chain }: StoredToken,
): Static<typeof Nom151ProofSchema> {
  const info = decodeTimestampResponse(tsr).token?.info;
  const signer = chain[0] && parseSigningCertificate(chain[0]);
  if (info === undefined || signer === undefined)
    throw new Error(`The stored token of ${certificate.id} cannot be read`);
  const { psc, accredited, warnings } = toRecord(baseUrl, certificate).nom151;
  return {
    type: 'nom151',
    certificate_id: certificate.id,
    tsr_base64: Buffer.from(tsr).toString('base64'),
    chain_pem: chain.map((der) => encodePem('CERTIFICATE', der)).join(''),
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

function bundleContent(
  baseUrl: string,
  certificate: Certificate,
  { tsr, chain }: StoredToken,
): BundleContent {
  const record = toRecord(baseUrl, certificate);
  const { name, size, sha256 } = record.file;
  return {
    manifest: {
      certificate_id: record.id,
      title: record.title,
      file: { name, size, sha256 },
      psc: record.nom151.psc,
      accredited: record.nom151.accredited,
      gen_time: certificate.timestamp.genTime,
      qr_verification_url: record.qr_verification_url,
    },
    tsr,
    chain,
  };
}

function bundleProof(
  certificate: Certificate,
  fileName: string,
  zip: Uint8Array,
): Static<typeof BundleProofSchema> {
  return {
    type: 'bundle',
    certificate_id: certificate.id,
    file_name: fileName,
    sha256: createHash('sha256').update(zip).digest('hex'),
    zip_base64: Buffer.from(zip).toString('base64'),
  };
}

function sendBlockchainProof(
  reply: FastifyReply,
  format: ProofFormat,
  certificate: Certificate,
  xml: Uint8Array,
) {
  switch (format) {
    case 'raw':
      return sendBytes(reply, 'application/xml', `${certificate.id}.xml`, xml);
    case 'tlog':
      return sendBytes(
        reply,
        'text/plain; charset=utf-8',
        `${certificate.id}.tlog-proof`,
        Buffer.from(encodeTlogProof(decodeProofXml(xml))),
      );
    case 'ots': {
      const ots = encodeOtsExport(decodeProofXml(xml));
      if (ots !== undefined)
        return sendBytes(reply, 'application/vnd.opentimestamps.ots', `${certificate.id}.ots`, ots);
      throw new AppError('validation_failed', {
        en: 'This proof cannot be written as an OpenTimestamps file, because its chain does not show the transaction in its block. Use `format=raw`.',
        es: 'Esta prueba no se puede escribir como archivo OpenTimestamps, porque su cadena no muestra la transacción en su bloque. Use `format=raw`.',
      });
    }
    case 'json':
      return reply.send({ proof: blockchainProofRecord(certificate, xml) });
  }
}

function blockchainProofRecord(
  certificate: Certificate,
  xml: Uint8Array,
): Static<typeof BlockchainProofSchema> {
  const [anchor] = decodeProofXml(xml).anchors;
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

type ProofFormat = 'json' | 'raw' | 'ots' | 'tlog';
