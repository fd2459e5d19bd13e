/** Reads OCSP responses (RFC 6960 §4.2.1). Does not decide whether to trust them. */
import { type AlgorithmIdentifier, type HashName, readAlgorithmIdentifier } from '../crypto/algorithms.ts';
import { readGeneralizedTime } from '../encoding/asn1-time.ts';
import {
  childrenOf,
  contentOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readBitString,
  readDer,
  readExplicit,
  readOctetString,
  readOid,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { type Revocation, readRevocationReason } from './revocation-reason.ts';
import { indexExtensions } from './x509.ts';

export type ResponderId = { by: 'name'; nameDer: Uint8Array } | { by: 'key'; keyHash: Uint8Array };

export type OcspResponse = {
  tbs: Uint8Array;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  certificates: readonly Uint8Array[];
  responder: ResponderId;
  producedAt: Date;
  singles: readonly SingleResponse[];
  nonce: Uint8Array | undefined;
};

/** The responder's statement about one certificate. */
export type SingleResponse = {
  status: 'good' | 'revoked' | 'unknown';
  /** Set if the status is `revoked`. */
  revocation: Revocation | undefined;
  thisUpdate: Date;
  nextUpdate: Date | undefined;
  /** The digest algorithm of the two hashes below. */
  hash: HashName;
  nameHash: Uint8Array;
  keyHash: Uint8Array;
  serialDer: Uint8Array;
};

const MAX_RESPONSE_BYTES = 128 * 1024;

const REFUSALS: Record<number, string> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

/** Reads the whole response. Does not verify the signature. */
export function decodeOcspResponse(der: Uint8Array): OcspResponse {
  const fields = new DerFields(readDer(der, { maxBytes: MAX_RESPONSE_BYTES }));
  const status = readSmallInteger(fields.takeAny(), TAG.enumerated);
  const bytes = fields.takeOptional(contextTag(0, 'constructed'));
  fields.end();
  if (status !== 0) throw unusable(`the responder refused (${REFUSALS[status] ?? status})`);
  if (bytes === undefined) throw unusable('it is marked successful but empty');
  const responseBytes = new DerFields(readExplicit(bytes));
  const type = readOid(responseBytes.takeAny());
  const content = readOctetString(responseBytes.takeAny());
  responseBytes.end();
  if (type !== OID.ocspBasic) throw unusable(`${type} is an unknown kind of response`);
  return readBasicResponse(readDer(content, { maxBytes: MAX_RESPONSE_BYTES }));
}

function readBasicResponse(element: DerElement): OcspResponse {
  const fields = new DerFields(element);
  const tbs = fields.take(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(fields.takeAny());
  const { unusedBits, bytes: signature } = readBitString(fields.takeAny());
  const certificates = fields.takeOptional(contextTag(0, 'constructed'));
  fields.end();
  if (unusedBits !== 0) throw unusable('its signature is not a whole number of octets');
  return {
    tbs: encodingOf(tbs),
    signatureAlgorithm,
    signature,
    certificates: certificates === undefined ? [] : childrenOf(readExplicit(certificates)).map(encodingOf),
    ...readResponseData(tbs),
  };
}

function readResponseData(
  element: DerElement,
): Pick<OcspResponse, 'responder' | 'producedAt' | 'singles' | 'nonce'> {
  const fields = new DerFields(element);
  const version = fields.takeOptional(contextTag(0, 'constructed'));
  if (version !== undefined && readSmallInteger(readExplicit(version)) !== 0) {
    throw unusable('it has an unknown version');
  }
  const responder = readResponderId(fields.takeAny());
  const producedAt = readGeneralizedTime(fields.takeAny()).at;
  const singles = childrenOf(fields.takeAny()).map(readSingle);
  const nonce = readExtensions(fields.takeOptional(contextTag(1, 'constructed')));
  fields.end();
  return { responder, producedAt, singles, nonce };
}

function readResponderId(element: DerElement): ResponderId {
  const inner = readExplicit(element);
  if (element.tag === contextTag(1, 'constructed')) return { by: 'name', nameDer: encodingOf(inner) };
  if (element.tag === contextTag(2, 'constructed')) return { by: 'key', keyHash: readOctetString(inner) };
  throw unusable('it does not name its responder');
}

function readSingle(element: DerElement): SingleResponse {
  const fields = new DerFields(element);
  const certId = new DerFields(fields.takeAny());
  const hashOid = readAlgorithmIdentifier(certId.takeAny()).oid;
  const hash = CERT_ID_HASHES[hashOid];
  if (hash === undefined) throw unusable(`it names certificates by the digest ${hashOid}`);
  const nameHash = readOctetString(certId.takeAny());
  const keyHash = readOctetString(certId.takeAny());
  const serialDer = encodingOf(certId.take(TAG.integer));
  certId.end();
  const state = readStatus(fields.takeAny());
  const thisUpdate = readGeneralizedTime(fields.takeAny()).at;
  const next = fields.takeOptional(contextTag(0, 'constructed'));
  const nextUpdate = next && readGeneralizedTime(readExplicit(next)).at;
  readExtensions(fields.takeOptional(contextTag(1, 'constructed')));
  fields.end();
  if (nextUpdate !== undefined && nextUpdate < thisUpdate)
    throw unusable('its nextUpdate is before its thisUpdate');
  return { hash, nameHash, keyHash, serialDer, ...state, thisUpdate, nextUpdate };
}

const CERT_ID_HASHES: Record<string, HashName> = { [OID.sha1]: 'SHA-1', [OID.sha256]: 'SHA-256' };

function readStatus(element: DerElement): Pick<SingleResponse, 'status' | 'revocation'> {
  if (element.tag === contextTag(1, 'constructed')) {
    const fields = new DerFields(element, element.tag);
    const { at } = readGeneralizedTime(fields.takeAny());
    const reason = fields.takeOptional(contextTag(0, 'constructed'));
    fields.end();
    return {
      status: 'revoked',
      revocation: { at, reason: reason && readRevocationReason(readExplicit(reason)) },
    };
  }
  const isGood = element.tag === contextTag(0, 'primitive');
  const isUnknown = element.tag === contextTag(2, 'primitive');
  if ((!isGood && !isUnknown) || contentOf(element).length > 0) throw unusable('it has no known status');
  return { status: isGood ? 'good' : 'unknown', revocation: undefined };
}

/** The nonce, if any. RFC 6960 §4.4: only critical extensions must be understood. */
function readExtensions(field: DerElement | undefined): Uint8Array | undefined {
  if (field === undefined) return undefined;
  const extensions = indexExtensions(readExplicit(field));
  for (const [oid, { critical }] of extensions) {
    if (critical && oid !== OID.ocspNonce) throw unusable(`it has the unknown critical extension ${oid}`);
  }
  const nonce = extensions.get(OID.ocspNonce);
  return nonce && readOctetString(readDer(nonce.value));
}

function unusable(what: string): ProofError {
  return new ProofError('revocation_unusable', `the OCSP answer cannot be used: ${what}`);
}
