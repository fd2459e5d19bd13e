/**
 * Writes the rows of a certificate as JSON. It is done once, for the statement that inserts them and for the journal.
 */

import { chainDigest } from '../../timestamps/signing-chain-digest.ts';
import type { NewCertificate } from '../ports.ts';

export type RowTexts = {
  /** The row of the certificate, without number and ticket, which are assigned on commit. */
  certificate: string;
  /** The row of its time stamp, without the ids of account and certificate. */
  token: string;
  chain: ChainTexts;
};

/** The name of a signing chain, as PostgreSQL reads it, and its row. */
type ChainTexts = { sha256: string; row: string };

export function rowTextsOf(made: NewCertificate): RowTexts {
  const { tsr, chain, salt, leafHash } = made.token;
  const chainTexts = chainTextsOf(chain);
  return {
    certificate: JSON.stringify(certificateColumns(made)),
    token: JSON.stringify({
      tsr: asBytea(tsr),
      chain_sha256: chainTexts.sha256,
      salt: asBytea(salt),
      leaf_hash: asBytea(leafHash),
    }),
    chain: chainTexts,
  };
}

/** The texts of chains. An authority signs with one chain for years, so each chain is encoded only once. */
const writtenChains = new WeakMap<readonly Uint8Array[], ChainTexts>();

function chainTextsOf(chain: readonly Uint8Array[]): ChainTexts {
  const known = writtenChains.get(chain);
  if (known !== undefined) return known;
  const sha256 = asBytea(chainDigest(chain));
  const texts = { sha256, row: JSON.stringify({ sha256, chain: chain.map(asBytea) }) };
  writtenChains.set(chain, texts);
  return texts;
}

/**
 * Merges JSON objects, none of them empty, into one. JavaScript joins strings by reference, so they are copied only
 * when the text is sent.
 */
export function joinObjects(...objects: readonly string[]): string {
  let joined = '';
  for (const object of objects) joined += `${joined === '' ? '{' : ','}${object.slice(1, -1)}`;
  return `${joined}}`;
}

export function asBytea(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

function certificateColumns({ keyId, certificate: c, adoptedToken, token }: NewCertificate) {
  return {
    id: c.id,
    code: c.code,
    key_id: keyId,
    title: c.title,
    description: c.description,
    document_type: c.documentType,
    external_id: c.externalId,
    metadata: Object.keys(c.metadata).length === 0 ? undefined : c.metadata,
    file_name: c.file.name,
    file_mime: c.file.mime,
    file_size: c.file.wasSent ? c.file.sizeBytes : undefined,
    stated_size: c.file.wasSent ? undefined : c.file.sizeBytes,
    sha256: c.file.sha256 && `\\x${c.file.sha256}`,
    long_digest: c.file.longDigest && `\\x${c.file.longDigest}`,
    psc: c.timestamp.psc,
    tst_serial: c.timestamp.serial,
    policy_oid: c.timestamp.policyOid,
    gen_time: c.timestamp.genTime,
    accuracy_ms: c.timestamp.accuracyMs,
    accredited: c.timestamp.accredited,
    warnings: c.timestamp.warnings,
    adopted_token: adoptedToken && asBytea(adoptedToken),
    stamp_size: c.sharedBy,
    stamp_way: token.way && asBytea(token.way),
    seal: c.seal?.wish,
    sealed_from: c.sealedFrom?.id,
    created_at: c.createdAt,
  };
}
