/** Online Certificate Status Protocol (RFC 6960): a request about one certificate, and verifying the answer. */
import type { HashName } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { DerFields, readBitString, readDer } from '../encoding/der.ts';
import { derExplicit, derNull, derOctetString, derOid, derSequence } from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import {
  decodeOcspResponse,
  type OcspResponse,
  type ResponderId,
  type SingleResponse,
} from './ocsp-response.ts';
import { assertSignedBy } from './signed-by.ts';
import { KEY_USAGE, parseSigningCertificate, type SigningCertificate } from './x509.ts';

/** The request that an answer must match. */
export type OcspQuestion = {
  certificate: SigningCertificate;
  issuer: SigningCertificate;
  /** 1 to 32 octets (RFC 9654 §2.1). */
  nonce?: Uint8Array;
};

export type OcspAnswer = Pick<SingleResponse, 'status' | 'revocation' | 'thisUpdate' | 'nextUpdate'> & {
  /** The whole answer, as it was received. */
  der: Uint8Array;
  producedAt: Date;
  /** The certificate that the answer is about. */
  certificateDer: Uint8Array;
};

export async function encodeOcspRequest(engine: CryptoEngine, question: OcspQuestion): Promise<Uint8Array> {
  const { certificate, issuer, nonce } = question;
  // SHA-1 only identifies the certificate here; it is the one digest that every responder supports.
  const { nameHash, keyHash } = await hashIssuer(engine, issuer, 'SHA-1');
  const certId = derSequence(
    derSequence(derOid(OID.sha1), derNull()),
    derOctetString(nameHash),
    derOctetString(keyHash),
    certificate.serialDer,
  );
  const extensions = nonce && [
    derExplicit(2, derSequence(derSequence(derOid(OID.ocspNonce), derOctetString(derOctetString(nonce))))),
  ];
  return derSequence(derSequence(derSequence(derSequence(certId)), ...(extensions ?? [])));
}

/**
 * Throws a `ProofError` unless the response answers this question and is signed by the issuer or a responder it
 * delegated to. `now` is the time of receipt; the caller checks how long the answer is valid.
 */
export async function verifyOcspResponse(
  engine: CryptoEngine,
  der: Uint8Array,
  question: OcspQuestion,
  now: Date,
): Promise<OcspAnswer> {
  const response = decodeOcspResponse(der);
  // Many responders send answers that were signed in advance and have no nonce; their dates limit their age (RFC 9654
  // §2.1). A different nonce means that the answer to another request was replayed.
  const { nonce } = response;
  if (question.nonce !== undefined && nonce !== undefined && !equalBytes(nonce, question.nonce)) {
    throw unusable('it answers another request (its nonce is not ours)');
  }
  await assertSignedBy(engine, response, await findResponder(engine, response, question.issuer, now));
  const { status, revocation, thisUpdate, nextUpdate } = await findSingle(engine, response, question);
  const { producedAt } = response;
  const certificateDer = question.certificate.der;
  return { der, status, revocation, thisUpdate, nextUpdate, producedAt, certificateDer };
}

/**
 * RFC 6960 §4.2.2.2: the issuer itself, or a responder whose certificate the issuer signed for this purpose.
 * Accepting any other certificate of the issuer would let its holder clear every revoked one.
 */
async function findResponder(
  engine: CryptoEngine,
  { responder, certificates }: OcspResponse,
  issuer: SigningCertificate,
  now: Date,
): Promise<SigningCertificate> {
  const isNamed = await responderTest(engine, responder);
  if (await isNamed(issuer)) return issuer;
  for (const der of certificates.slice(0, MAX_RESPONDERS)) {
    const candidate = parseSigningCertificate(der);
    if (candidate === undefined || !(await isNamed(candidate))) continue;
    await assertMayAnswer(engine, candidate, issuer, now);
    return candidate;
  }
  throw unusable('its responder is neither the issuer nor among its certificates');
}

const MAX_RESPONDERS = 8;

async function responderTest(
  engine: CryptoEngine,
  id: ResponderId,
): Promise<(certificate: SigningCertificate) => Promise<boolean>> {
  if (id.by === 'name') return async ({ subject }) => equalBytes(subject.der, id.nameDer);
  return async ({ spkiDer }) => equalBytes(await engine.digest('SHA-1', keyBits(spkiDer)), id.keyHash);
}

/**
 * The revocation of the responder's own certificate is not checked, because the answer would come from the same
 * responder.
 */
async function assertMayAnswer(
  engine: CryptoEngine,
  responder: SigningCertificate,
  issuer: SigningCertificate,
  now: Date,
): Promise<void> {
  const name = `the responder "${responder.subject.commonName ?? responder.subject.text}"`;
  const { extendedKeyUsage, keyUsage, notBefore, notAfter, unknownCriticalExtensions } = responder;
  if (!equalBytes(responder.issuer.der, issuer.subject.der)) throw unusable(`${name} is another issuer's`);
  if (extendedKeyUsage?.oids.includes(OID.ocspSigning) !== true) {
    throw unusable(`${name} is not marked for OCSP signing`);
  }
  if (keyUsage !== undefined && !keyUsage.has(KEY_USAGE.digitalSignature)) {
    throw unusable(`${name} has a key that may not sign`);
  }
  if (unknownCriticalExtensions.length > 0) {
    throw unusable(`${name} has the unknown critical extension ${unknownCriticalExtensions[0]}`);
  }
  if (now < notBefore || now.getTime() >= notAfter.getTime() + 1000) {
    throw unusable(`${name} has a certificate that is not valid now`);
  }
  await assertSignedBy(engine, responder, issuer);
}

/** The single statement about the requested certificate. */
async function findSingle(
  engine: CryptoEngine,
  { singles }: OcspResponse,
  { certificate, issuer }: OcspQuestion,
): Promise<SingleResponse> {
  const found: SingleResponse[] = [];
  for (const single of singles) {
    if (!equalBytes(single.serialDer, certificate.serialDer)) continue;
    const { nameHash, keyHash } = await hashIssuer(engine, issuer, single.hash);
    if (equalBytes(single.nameHash, nameHash) && equalBytes(single.keyHash, keyHash)) found.push(single);
  }
  const [single, second] = found;
  if (single === undefined) throw unusable('it is about another certificate');
  if (second !== undefined) throw unusable('it has two statements about the certificate');
  return single;
}

async function hashIssuer(
  engine: CryptoEngine,
  issuer: SigningCertificate,
  hash: HashName,
): Promise<{ nameHash: Uint8Array; keyHash: Uint8Array }> {
  return {
    nameHash: await engine.digest(hash, issuer.subject.der),
    keyHash: await engine.digest(hash, keyBits(issuer.spkiDer)),
  };
}

/** RFC 6960 §4.1.1: the public key bits, without algorithm, tag, length and unused-bits octet. */
function keyBits(spkiDer: Uint8Array): Uint8Array {
  const fields = new DerFields(readDer(spkiDer));
  fields.takeAny();
  return readBitString(fields.takeAny()).bytes;
}

function unusable(what: string): ProofError {
  return new ProofError('revocation_unusable', `the OCSP answer cannot be used: ${what}`);
}
