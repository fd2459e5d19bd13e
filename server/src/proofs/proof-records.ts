/** Proofs as JSON, for callers of the public API. */

import { createHash } from 'node:crypto';
import {
  type CryptoEngine,
  decodeEvidenceRecord,
  decodeProofXml,
  decodeReceipt,
  decodeTimestampResponse,
  encodePem,
  parseSigningCertificate,
} from '@sello/proof';
import type { Static } from 'typebox';
import type { CalendarStampStore } from '../anchoring/calendars/ports.ts';
import { calendarStamps } from '../anchoring/calendars/stamps-over-leaf.ts';
import type { Certificate } from '../certificates/certificate.ts';
import type { StoredToken } from '../certificates/ports.ts';
import { sharedStampWords } from '../certificates/shared-stamps/words.ts';
import { assertStored } from '../files/file-links.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import type { CertificateAsic } from './asic/asic-of-certificate.ts';
import type { ProofSubject } from './blockchain-proof.ts';
import { courtFileName } from './court-package/send-court-package.ts';
import { wayRecord } from './evidence-bundle/bundle-content.ts';
import { chainPem, type FileAddress, type ProofFile } from './fetch-proof.ts';
import type {
  AsicProofSchema,
  BlockchainProofSchema,
  BundleProofSchema,
  ConstanciaProofSchema,
  CourtProofSchema,
  FileProofSchema,
  Nom151ProofSchema,
  ReceiptProofSchema,
  RecordProofSchema,
} from './proof-schemas.ts';
import type { RenewalStore } from './renewals/ports.ts';

type RecordPorts = {
  calendarStamps: CalendarStampStore;
  merkleLog: MerkleLogStore;
  renewals: Pick<RenewalStore, 'covering'>;
  crypto: CryptoEngine;
};

/** The facts of a proof, with its bytes as text or base64. */
export async function toProofRecord(
  ports: RecordPorts,
  { certificate, token }: ProofSubject,
  type: 'nom151' | 'blockchain' | 'record' | 'receipt' | 'bundle' | 'constancia',
  file: ProofFile,
) {
  switch (type) {
    case 'nom151':
      return nom151Proof(ports, certificate, token);
    case 'blockchain':
      return blockchainProofRecord(ports, certificate, file.bytes);
    case 'record':
      return recordProof(ports, certificate, token, file);
    case 'receipt':
      return receiptProof(certificate, file);
    case 'bundle':
      return bundleProof(certificate, file);
    case 'constancia':
      return constanciaProof(certificate, file);
  }
}

export function toFileRecord(
  certificate: Certificate,
  { url, expiresAt }: FileAddress,
): Static<typeof FileProofSchema> {
  assertStored(certificate);
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

export function toCourtRecord(
  certificate: Certificate,
  { withOriginal }: { withOriginal: boolean },
  { url, expiresAt }: FileAddress,
): Static<typeof CourtProofSchema> {
  return {
    type: 'court',
    certificate_id: certificate.id,
    url,
    expires_at: expiresAt.toISOString(),
    file_name: courtFileName(certificate),
    original: withOriginal ? 'include' : 'omit',
    sha256: certificate.file.sha256 ?? null,
  };
}

export function toAsicRecord(
  certificate: Certificate,
  { form, fileName }: CertificateAsic,
  { url, expiresAt }: FileAddress,
): Static<typeof AsicProofSchema> {
  assertStored(certificate);
  return {
    type: 'asic',
    certificate_id: certificate.id,
    url,
    expires_at: expiresAt.toISOString(),
    file_name: fileName,
    form,
    sha256: certificate.file.sha256,
  };
}

async function nom151Proof(
  { crypto }: Pick<RecordPorts, 'crypto'>,
  certificate: Certificate,
  stored: StoredToken,
): Promise<Static<typeof Nom151ProofSchema>> {
  const { tsr, chain, way } = stored;
  const { sharedBy } = certificate;
  const record = way && (await wayRecord(crypto, { certificate, token: stored }));
  const info = decodeTimestampResponse(tsr).token?.info;
  const signer = chain[0] && parseSigningCertificate(chain[0]);
  if (info === undefined || signer === undefined)
    throw new Error(`The stored token of ${certificate.id} cannot be read`);
  const { psc, accredited, warnings } = certificate.timestamp;
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
    warnings: [
      ...warnings,
      ...(sharedBy === undefined ? [] : [{ code: 'stamp_shared', message: sharedStampWords(sharedBy).en }]),
    ],
    shared: sharedBy !== undefined,
    tree_size: sharedBy ?? null,
    record_base64: record === undefined ? null : Buffer.from(record).toString('base64'),
  };
}

async function recordProof(
  { renewals }: RecordPorts,
  certificate: Certificate,
  { chain }: StoredToken,
  { fileName, bytes }: ProofFile,
): Promise<Static<typeof RecordProofSchema>> {
  const stamps = decodeEvidenceRecord(bytes).chains.flatMap(({ stamps: all }) => all);
  const { livemode, leafIndex } = certificate;
  const covering = livemode && leafIndex !== undefined ? await renewals.covering(leafIndex) : [];
  const signers = [...chain, ...covering.flatMap((renewal) => renewal.chain)];
  const once = new Map(signers.map((der) => [Buffer.from(der).toString('base64'), der]));
  return {
    type: 'record',
    certificate_id: certificate.id,
    file_name: fileName,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    record_base64: Buffer.from(bytes).toString('base64'),
    chain_pem: [...once.values()].map((der) => encodePem('CERTIFICATE', der)).join(''),
    stamps: stamps.map(({ token, hash, hashOid }) => ({
      gen_time: token.info.genTimeText,
      hash_algorithm: hash ?? hashOid,
    })),
  };
}

function receiptProof(
  certificate: Certificate,
  { fileName, bytes }: ProofFile,
): Static<typeof ReceiptProofSchema> {
  const { issuer = '', keyId = new Uint8Array(0), leafIndex, treeSize } = decodeReceipt(bytes);
  return {
    type: 'receipt',
    certificate_id: certificate.id,
    file_name: fileName,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    receipt_base64: Buffer.from(bytes).toString('base64'),
    log: issuer,
    key_id: Buffer.from(keyId).toString('hex'),
    leaf_index: leafIndex,
    tree_size: treeSize,
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
  ports: RecordPorts,
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
