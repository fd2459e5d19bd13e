/** The platform's cryptography behind two functions, so that this package runs anywhere. */

import { DerFields, readDer, readIntegerBytes } from '../encoding/der.ts';
import { ProofError } from '../proof-error.ts';
import type { HashName, SignatureMethod } from './algorithms.ts';
import { isPlainEd25519 } from './ed25519-encoding.ts';
import { ML_DSA_44_KEY_BYTES, verifyMlDsa44 } from './ml-dsa-44.ts';
import { SCHEMES, type SignatureScheme, unavailable } from './supported-algorithms.ts';

export type SignatureInput = SignatureMethod & {
  /** SubjectPublicKeyInfo. */
  spkiDer: Uint8Array;
  /** The signature as it stands in the evidence. ECDSA signatures are in DER. */
  signature: Uint8Array;
  data: Uint8Array;
};

export type CryptoEngine = {
  digest(hash: HashName, data: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /**
   * A key or signature that cannot be read gives false, not an error. Throws `unavailable` only if the platform lacks
   * the algorithm: an unchecked signature must look neither good nor forged.
   */
  verify(input: SignatureInput): boolean | Promise<boolean>;
};

/**
 * Engines are only ever called through this function, because platforms differ in which unusual encodings they accept.
 * ML-DSA-44 is checked here where the platform lacks it, because logs sign with it.
 */
export async function verifySignature(engine: CryptoEngine, input: SignatureInput): Promise<boolean> {
  const { scheme, spkiDer, signature } = input;
  if (scheme === 'ed25519' && !isPlainEd25519(spkiDer.subarray(-32), signature)) return false;
  try {
    return await engine.verify(input);
  } catch (error) {
    if (scheme !== 'ml-dsa-44' || !isUnavailable(error)) throw error;
    return verifyMlDsa44(spkiDer.subarray(-ML_DSA_44_KEY_BYTES), input.data, signature);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ProofError && error.code === 'algorithm_unavailable';
}

/** WebCrypto, available in browsers, workers and Node. */
export const webCryptoEngine: CryptoEngine = {
  async digest(hash, data) {
    return new Uint8Array(await crypto.subtle.digest(hash, data));
  },

  async verify(input) {
    const { importAs, verifyAs } = webAlgorithms(input);
    const signature = rawSignature(input);
    if (signature === undefined) return false;
    try {
      const key = await crypto.subtle.importKey('spki', input.spkiDer, importAs, false, ['verify']);
      if (!isAsLongAsKey(signature, key.algorithm.modulusLength)) return false;
      return await crypto.subtle.verify(verifyAs, key, signature, input.data);
    } catch (error) {
      if (isLacking(error) && !SCHEMES[input.scheme].isEverywhere) throw unavailable(input.scheme);
      // Any other error means that the key is invalid, such as a point that is not on the curve.
      return false;
    }
  },
};

function isLacking(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotSupportedError';
}

/**
 * RFC 8017 §8.1.2: an RSA signature is as long as the modulus. OpenSSL accepts a PSS signature without its leading zero
 * byte (one in 256 has one), so the same signature could be written in two ways. `modulusBits` is undefined for other
 * keys.
 */
function isAsLongAsKey(signature: Uint8Array, modulusBits: number | undefined): boolean {
  return modulusBits === undefined || signature.length === Math.ceil(modulusBits / 8);
}

type WebAlgorithm = { name: string; hash?: string; namedCurve?: string; saltLength?: number };

type WebKey = { algorithm: { modulusLength?: number } };

// Only the parts of WebCrypto used above; this package has no platform types.
declare const crypto: {
  subtle: {
    digest(hash: string, data: Uint8Array): Promise<ArrayBuffer>;
    importKey(
      format: 'spki',
      key: Uint8Array,
      algorithm: WebAlgorithm,
      extractable: boolean,
      usages: readonly string[],
    ): Promise<WebKey>;
    verify(algorithm: WebAlgorithm, key: WebKey, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
  };
};

const CURVES: Partial<Record<SignatureScheme, { namedCurve: string; coordinateBytes: number }>> = {
  'ecdsa-p256': { namedCurve: 'P-256', coordinateBytes: 32 },
  'ecdsa-p384': { namedCurve: 'P-384', coordinateBytes: 48 },
  'ecdsa-p521': { namedCurve: 'P-521', coordinateBytes: 66 },
};

function webAlgorithms(method: SignatureMethod): { importAs: WebAlgorithm; verifyAs: WebAlgorithm } {
  const { scheme } = method;
  // The names of these schemes are WebCrypto's own.
  if (!('hash' in method))
    return { importAs: { name: SCHEMES[scheme].name }, verifyAs: { name: SCHEMES[scheme].name } };
  const { hash } = method;
  if (scheme === 'rsa-pkcs1') {
    const name = 'RSASSA-PKCS1-v1_5';
    return { importAs: { name, hash }, verifyAs: { name } };
  }
  if (scheme === 'rsa-pss') {
    const name = 'RSA-PSS';
    return { importAs: { name, hash }, verifyAs: { name, saltLength: method.saltBytes ?? 0 } };
  }
  const namedCurve = CURVES[scheme]?.namedCurve ?? '';
  return { importAs: { name: 'ECDSA', namedCurve }, verifyAs: { name: 'ECDSA', hash } };
}

function rawSignature({ scheme, signature }: SignatureInput): Uint8Array | undefined {
  const curve = CURVES[scheme];
  return curve === undefined ? signature : parseEcdsaSignature(signature, curve.coordinateBytes);
}

/** Converts `SEQUENCE { r, s }` (RFC 3279 §2.2.3) into WebCrypto's r‖s; undefined if it cannot be read. */
export function parseEcdsaSignature(der: Uint8Array, coordinateBytes: number): Uint8Array | undefined {
  try {
    const fields = new DerFields(readDer(der));
    const raw = new Uint8Array(2 * coordinateBytes);
    for (const end of [coordinateBytes, 2 * coordinateBytes]) {
      const integer = readIntegerBytes(fields.takeAny());
      const isNegative = (integer[0] ?? 0) >= 0x80;
      const magnitude = integer[0] === 0 ? integer.subarray(1) : integer;
      if (isNegative || magnitude.length > coordinateBytes) return undefined;
      raw.set(magnitude, end - magnitude.length);
    }
    fields.end();
    return raw;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
