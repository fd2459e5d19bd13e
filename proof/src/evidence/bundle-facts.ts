/**
 * Facts read from the proofs of a bundle: its README is derived from them, and its manifest is checked
 * against them.
 */

import { decodeProofXml } from '../anchors/proof-xml-read.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import { OID } from '../encoding/oids.ts';
import { decodeEvidenceRecord } from '../evidence-records/evidence-record.ts';
import { stampedDigest } from '../log/leaf.ts';
import { ProofError } from '../proof-error.ts';
import { acr2SeProfile } from '../timestamps/nom151.ts';
import { decodeTimestampResponse, type TimestampToken } from '../timestamps/timestamp.ts';
import { parseSigningCertificate, type SigningCertificate } from '../x509/x509.ts';

export type BundleFacts = {
  /** The stamped digest in hexadecimal. Undefined unless it is a SHA-256. */
  stampedSha256: string | undefined;
  /** The stamped digest in hexadecimal, whichever it is. */
  stamped: string;
  /** Hash algorithm of the stamp, or its OID. */
  stampedWith: string;
  /** RFC 3339, with every digit as the authority wrote it. */
  genTime: string;
  genTimeSeconds: number;
  /** Where the token begins in the response. */
  tokenOffset: number;
  /** The name in the first certificate of the chain. */
  signer: string;
  /** Whether the first certificate of the chain is the one that the token names. */
  isSignerFirst: boolean;
  /**
   * Whether the chain ends in the root of the Secretaría de Economía. Whether the token leads to that root is checked
   * separately.
   */
  isUnderEconomia: boolean;
  /** Whether `openssl ts -verify` accepts the token. If not, it is verified as CMS signed data. */
  isOrdinary: boolean;
  proof: { certificateId: string; algorithm: StrongHash; digest: string; isShared: boolean } | undefined;
  /**
   * For a stamp over a tree of hashes: the hashes, in hexadecimal, that lead from the file's SHA-256 to the stamped
   * hash. Each is hashed together with the result of the ones before it.
   */
  way: readonly string[] | undefined;
};

/** Throws a `ProofError` for a response without a token, or proofs that cannot be read. */
export function readFacts(
  tsr: Uint8Array,
  chain: readonly Uint8Array[],
  xml: Uint8Array | undefined,
  record?: Uint8Array,
): BundleFacts {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new ProofError('timestamp_malformed', 'the response holds no token');
  const { imprint, genTime, genTimeText } = token.info;
  const signer = chain[0] && parseSigningCertificate(chain[0]);
  const isUnderEconomia = endsInEconomia(chain);
  return {
    stampedSha256: imprint.algorithm === 'SHA-256' ? encodeHex(imprint.digest) : undefined,
    stamped: encodeHex(imprint.digest),
    stampedWith: imprint.algorithm ?? imprint.algorithmOid,
    genTime: genTimeText,
    genTimeSeconds: Math.floor(genTime.getTime() / 1000),
    tokenOffset: offsetOf(token.der, tsr),
    signer: signer?.subject.commonName ?? signer?.subject.text ?? '',
    isSignerFirst: signer !== undefined && isNamedBy(token, signer),
    isUnderEconomia,
    isOrdinary: !isUnderEconomia && signer !== undefined && isForTimeStamping(signer),
    proof: xml && readProof(xml),
    way: record && wayOf(record, token),
  };
}

function readProof(xml: Uint8Array): BundleFacts['proof'] {
  const { certificate, document, isShared = false } = decodeProofXml(xml);
  const { algorithm, value } = stampedDigest(document);
  return { certificateId: certificate.id, algorithm, digest: encodeHex(value), isShared };
}

/**
 * The record in a bundle has one stamp, that of the bundle. The file's hash shares its list with 32 random bytes, and
 * every further list has one hash, so that a plain command can compute the stamped hash.
 */
function wayOf(record: Uint8Array, stamp: TimestampToken): string[] {
  const [only, ...more] = decodeEvidenceRecord(record).chains.flatMap(({ stamps }) => stamps);
  const [first = [], ...rest] = only?.reducedTree ?? [];
  const isPlain = first.length === 2 && rest.every((list) => list.length === 1);
  if (only === undefined || more.length > 0 || !isPlain || !equalBytes(only.token.der, stamp.der))
    throw new ProofError('record_malformed', 'the record does not have the form of those in bundles');
  const random = first[1] ?? new Uint8Array(0);
  return [random, ...rest.flat()].map(encodeHex);
}

/** The token is the last field of the response, after the status. */
function offsetOf(token: Uint8Array, tsr: Uint8Array): number {
  const offset = tsr.length - token.length;
  if (!equalBytes(tsr.subarray(offset), token))
    throw new ProofError('timestamp_malformed', 'the token is not the last field of its response');
  return offset;
}

function endsInEconomia(chain: readonly Uint8Array[]): boolean {
  const root = chain.at(-1);
  return root !== undefined && acr2SeProfile().roots.some((known) => equalBytes(known, root));
}

/** RFC 5652 §5.3: the SignerInfo names its certificate by issuer and serial number, or by key. */
function isNamedBy({ signerInfos }: TimestampToken, certificate: SigningCertificate): boolean {
  const named = signerInfos[0]?.signer;
  if (named === undefined) return false;
  if (named.by === 'key-id')
    return certificate.subjectKeyId !== undefined && equalBytes(certificate.subjectKeyId, named.keyId);
  return (
    equalBytes(certificate.issuer.der, named.issuerDer) && equalBytes(certificate.serialDer, named.serialDer)
  );
}

function isForTimeStamping({ extendedKeyUsage }: SigningCertificate): boolean {
  const { oids = [], critical = false } = extendedKeyUsage ?? {};
  return critical && oids.length === 1 && oids[0] === OID.timeStamping;
}
