/** Supported digests, keys and signature algorithms, and how to read their identifiers. */
import {
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readBitString,
  readDer,
  readExplicit,
  readIntegerBytes,
  readOid,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import {
  HASHES,
  hashOf,
  SCHEMES,
  type SignatureScheme,
  type StrongHash,
  schemeOf,
  type WholeScheme,
} from './supported-algorithms.ts';

export type { StrongHash } from './supported-algorithms.ts';

/** SHA-1 is used only to match a certificate to an identifier (ESS v1, OCSP), never for a signature. */
export type HashName = StrongHash | 'SHA-1';

/** Undefined for weak and unknown digests; MD5 and SHA-1 are deliberately not in the table. */
export function parseStrongHash(oid: string): StrongHash | undefined {
  return hashOf(oid, 'oid');
}

export type AlgorithmIdentifier = { oid: string; parametersDer: Uint8Array | undefined };

export function readAlgorithmIdentifier(
  element: DerElement,
  tag: number = TAG.sequence,
): AlgorithmIdentifier {
  const fields = new DerFields(element, tag);
  const oid = readOid(fields.takeAny());
  const parameters = element.children.length > 1 ? fields.takeAny() : undefined;
  fields.end();
  return { oid, parametersDer: parameters && encodingOf(parameters) };
}

type EcCurve = 'P-256' | 'P-384' | 'P-521';

export type PublicKeyAlgorithm =
  | { type: 'rsa'; modulusBits: number; exponentBits: number }
  | { type: 'ec'; curve: EcCurve }
  | { type: WholeScheme }
  | { type: 'unsupported'; oid: string };

const CURVES: Record<string, EcCurve> = { [OID.p256]: 'P-256', [OID.p384]: 'P-384', [OID.p521]: 'P-521' };

/** Reads a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
export function readPublicKeyAlgorithm(spki: DerElement): PublicKeyAlgorithm {
  const fields = new DerFields(spki);
  const { oid, parametersDer } = readAlgorithmIdentifier(fields.takeAny());
  const { bytes } = readBitString(fields.takeAny());
  fields.end();
  if (oid === OID.rsaEncryption) return readRsaKey(bytes);
  const whole = parametersDer === undefined ? schemeOf(oid) : undefined;
  if (whole !== undefined) return { type: whole };
  const curve = oid === OID.ecPublicKey && parametersDer ? readCurve(parametersDer) : undefined;
  return curve === undefined ? { type: 'unsupported', oid } : { type: 'ec', curve };
}

/**
 * Why a key must not be used, or undefined. The upper bounds exist because the key may be an attacker's:
 * a huge modulus or exponent turns one verification into seconds of arithmetic.
 */
export function weaknessOf(key: PublicKeyAlgorithm): string | undefined {
  if (key.type === 'unsupported') return `the public key type ${key.oid} is not supported`;
  if (key.type !== 'rsa') return undefined;
  if (key.modulusBits < 2048) return `an RSA key of ${key.modulusBits} bits is too short`;
  if (key.modulusBits > 8192) return `an RSA key of ${key.modulusBits} bits is too long`;
  return key.exponentBits > 64 ? `an RSA exponent of ${key.exponentBits} bits is too long` : undefined;
}

/** `saltBytes` is set only for `rsa-pss`. */
export type SignatureMethod =
  | { scheme: Exclude<SignatureScheme, WholeScheme>; hash: StrongHash; saltBytes?: number }
  | { scheme: WholeScheme };

const ECDSA_SCHEMES: Record<EcCurve, 'ecdsa-p256' | 'ecdsa-p384' | 'ecdsa-p521'> = {
  'P-256': 'ecdsa-p256',
  'P-384': 'ecdsa-p384',
  'P-521': 'ecdsa-p521',
};

/**
 * Decides how a signature is verified. `cmsDigest` is the SignerInfo's digestAlgorithm, which is needed where CMS names
 * plain rsaEncryption (RFC 3370 §3.2). Throws for weak and unknown algorithms, so that no caller can forget to refuse
 * them.
 */
export function resolveSignatureMethod(
  algorithm: AlgorithmIdentifier,
  key: PublicKeyAlgorithm,
  cmsDigest?: StrongHash,
): SignatureMethod {
  const method = methodFor(algorithm, key, cmsDigest);
  if (method === undefined) {
    throw new ProofError(
      'unsupported_algorithm',
      `the signature algorithm ${algorithm.oid} is weak, unknown or does not fit the key`,
    );
  }
  return method;
}

function methodFor(
  algorithm: AlgorithmIdentifier,
  key: PublicKeyAlgorithm,
  cmsDigest: StrongHash | undefined,
): SignatureMethod | undefined {
  if (key.type === 'rsa') {
    if (algorithm.oid === OID.rsaPss) return readPssMethod(algorithm.parametersDer);
    const hash = algorithm.oid === OID.rsaEncryption ? cmsDigest : hashOf(algorithm.oid, 'withRsa');
    return hash && { scheme: 'rsa-pkcs1', hash };
  }
  if (key.type === 'ec') {
    const hash = hashOf(algorithm.oid, 'withEcdsa');
    return hash && { scheme: ECDSA_SCHEMES[key.curve], hash };
  }
  if (key.type === 'unsupported') return undefined;
  const isOwn = algorithm.oid === SCHEMES[key.type].oid && algorithm.parametersDer === undefined;
  return isOwn ? { scheme: key.type } : undefined;
}

/** RFC 4055 §3.1. An absent hash means SHA-1, which is not supported. */
function readPssMethod(parametersDer: Uint8Array | undefined): SignatureMethod | undefined {
  if (parametersDer === undefined) return undefined;
  const fields = new DerFields(readDer(parametersDer));
  const hashField = fields.takeOptional(contextTag(0, 'constructed'));
  const maskField = fields.takeOptional(contextTag(1, 'constructed'));
  const saltField = fields.takeOptional(contextTag(2, 'constructed'));
  const trailerField = fields.takeOptional(contextTag(3, 'constructed'));
  fields.end();
  if (hashField === undefined || maskField === undefined) return undefined;
  const hash = parseStrongHash(readAlgorithmIdentifier(readExplicit(hashField)).oid);
  const mask = readAlgorithmIdentifier(readExplicit(maskField));
  const maskHash = mask.parametersDer && readAlgorithmIdentifier(readDer(mask.parametersDer)).oid;
  const saltBytes = saltField === undefined ? 20 : readSmallInteger(readExplicit(saltField));
  const trailer = trailerField === undefined ? 1 : readSmallInteger(readExplicit(trailerField));
  const usual = mask.oid === OID.mgf1 && hash !== undefined && maskHash === HASHES[hash].oid && trailer === 1;
  return usual && saltBytes <= 64 ? { scheme: 'rsa-pss', hash, saltBytes } : undefined;
}

function readRsaKey(subjectPublicKey: Uint8Array): PublicKeyAlgorithm {
  const fields = new DerFields(readDer(subjectPublicKey));
  const modulusBits = countBits(readIntegerBytes(fields.takeAny()));
  const exponentBits = countBits(readIntegerBytes(fields.takeAny()));
  fields.end();
  return { type: 'rsa', modulusBits, exponentBits };
}

function countBits(integer: Uint8Array): number {
  const first = integer[0] === 0 ? 1 : 0;
  const top = integer[first];
  return top === undefined ? 0 : (integer.length - first - 1) * 8 + (32 - Math.clz32(top));
}

function readCurve(parametersDer: Uint8Array): EcCurve | undefined {
  const parameters = readDer(parametersDer);
  return parameters.tag === TAG.oid ? CURVES[readOid(parameters)] : undefined;
}
