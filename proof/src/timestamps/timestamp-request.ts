/** TimeStampReq (RFC 3161 §2.4.1): a client's request to a time-stamping authority. */
import { parseStrongHash, readAlgorithmIdentifier, type StrongHash } from '../crypto/algorithms.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import {
  childrenOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readBoolean,
  readDer,
  readInteger,
  readOctetString,
  readOid,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import {
  derBoolean,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
} from '../encoding/der-writer.ts';
import { ProofError } from '../proof-error.ts';

export type MessageImprint = {
  algorithmOid: string;
  /** Undefined for a weak or unknown digest algorithm. */
  algorithm: StrongHash | undefined;
  digest: Uint8Array;
};

export type TimestampRequestOptions = {
  hashAlgorithm: StrongHash;
  digest: Uint8Array;
  /** Bytes are read as an unsigned number. */
  nonce?: bigint | Uint8Array;
  policy?: string;
  certReq: boolean;
  /** How the digest's identifier is written (RFC 5754 §2 allows both). Defaults to `null`. */
  digestParameters?: DigestParameters;
};

export type DigestParameters = 'null' | 'absent';

export function encodeTimestampRequest(options: TimestampRequestOptions): Uint8Array {
  const { hashAlgorithm, digest, nonce, policy, certReq, digestParameters = 'null' } = options;
  if (digest.length !== HASHES[hashAlgorithm].bytes) {
    throw new ProofError(
      'invalid_argument',
      `a ${hashAlgorithm} digest has ${HASHES[hashAlgorithm].bytes} bytes`,
    );
  }
  const fields = [
    VERSION_1,
    derSequence(ALGORITHMS[digestParameters][hashAlgorithm], derOctetString(digest)),
  ];
  if (policy !== undefined) fields.push(derOid(policy));
  if (nonce !== undefined) fields.push(derInteger(nonce));
  // X.690 §11.5: DER omits a field that equals its default, here FALSE.
  if (certReq) fields.push(derBoolean(true));
  return derSequence(...fields);
}

const VERSION_1 = derInteger(1);

/**
 * Identifiers are written with NULL, as OpenSSL does, unless the caller asks otherwise: some authorities compare the
 * imprint byte for byte.
 */
const ALGORITHMS: Record<DigestParameters, Record<StrongHash, Uint8Array>> = {
  null: identifiersWith(derNull()),
  absent: identifiersWith(new Uint8Array(0)),
};

function identifiersWith(parameters: Uint8Array): Record<StrongHash, Uint8Array> {
  const identifier = (hash: StrongHash) => derSequence(derOid(HASHES[hash].oid), parameters);
  return {
    'SHA-256': identifier('SHA-256'),
    'SHA-384': identifier('SHA-384'),
    'SHA-512': identifier('SHA-512'),
  };
}

export type TimestampRequest = {
  imprint: MessageImprint;
  /** The imprint as received, because the response must carry the same imprint and nonce. */
  imprintDer: Uint8Array;
  policy: string | undefined;
  nonce: bigint | undefined;
  nonceDer: Uint8Array | undefined;
  certReq: boolean;
  extensionOids: readonly string[];
};

/** No genuine request is longer. */
const MAX_REQUEST_BYTES = 16 * 1024;

/** Throws a `ProofError` unless the bytes are one well-formed request of version 1. */
export function decodeTimestampRequest(der: Uint8Array): TimestampRequest {
  const fields = new DerFields(readDer(der, { maxBytes: MAX_REQUEST_BYTES }));
  const version = readSmallInteger(fields.takeAny());
  if (version !== 1) throw new ProofError('request_malformed', `a time-stamp request of version ${version}`);
  const imprintField = fields.take(TAG.sequence);
  const policyField = fields.takeOptional(TAG.oid);
  const nonceField = fields.takeOptional(TAG.integer);
  const certReqField = fields.takeOptional(TAG.boolean);
  const extensionsField = fields.takeOptional(contextTag(0, 'constructed'));
  fields.end();
  return {
    imprint: readMessageImprint(imprintField),
    imprintDer: encodingOf(imprintField),
    policy: policyField && readOid(policyField),
    nonce: nonceField && readInteger(nonceField),
    nonceDer: nonceField && encodingOf(nonceField),
    certReq: certReqField !== undefined && readBoolean(certReqField),
    extensionOids: (extensionsField?.children ?? []).map((extension) =>
      readOid(childrenOf(extension)[0] ?? extension),
    ),
  };
}

/**
 * Does not check that the digest's length fits its algorithm. The issuer and the verifier check that, with their own
 * errors.
 */
export function readMessageImprint(element: DerElement): MessageImprint {
  const fields = new DerFields(element);
  const { oid } = readAlgorithmIdentifier(fields.takeAny());
  const digest = readOctetString(fields.takeAny());
  fields.end();
  return { algorithmOid: oid, algorithm: parseStrongHash(oid), digest };
}
