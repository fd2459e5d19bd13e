/** The crypto engine of `proof/` on Node's own OpenSSL, which is several times faster than WebCrypto. */

import * as crypto from 'node:crypto';
import { type CryptoEngine, type SignatureInput, type StrongHash, unavailable } from '@sello/proof';

/**
 * `signatureBytes` is the exact length of an RSA signature (RFC 8017 §8.1.2). It is checked here because OpenSSL
 * would accept shorter ones.
 */
type Key = { key: crypto.KeyObject; signatureBytes: number | undefined };

/** Parsed keys of recent signers. A provider signs with the same few keys for years. */
const keys = new Map<string, Key>();
const MAX_KEYS = 64;

const OPENSSL_NAMES: Record<StrongHash | 'SHA-1', string> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

export const nodeCryptoEngine: CryptoEngine = {
  digest: (hash, data) => crypto.hash(OPENSSL_NAMES[hash], data, 'buffer'),

  verify(input) {
    const { scheme, spkiDer, signature, data } = input;
    if (isMlDsa(scheme) && !hasMlDsa()) throw unavailable(scheme);
    try {
      const { key, signatureBytes } = publicKey(spkiDer);
      if (signatureBytes !== undefined && signature.length !== signatureBytes) return false;
      return crypto.verify(digestOf(input), data, withPadding(input, key), signature);
    } catch {
      // A key that OpenSSL cannot read verifies nothing.
      return false;
    }
  },
};

/** Null for signature schemes that do their own hashing. */
function digestOf(input: SignatureInput): string | null {
  return 'hash' in input ? OPENSSL_NAMES[input.hash] : null;
}

function withPadding(
  input: SignatureInput,
  key: crypto.KeyObject,
): crypto.KeyObject | crypto.VerifyKeyObjectInput {
  if (input.scheme !== 'rsa-pss') return key;
  return { key, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: input.saltBytes ?? 0 };
}

function isMlDsa(scheme: SignatureInput['scheme']): boolean {
  return scheme.startsWith('ml-dsa-');
}

let canMlDsa: boolean | undefined;

/**
 * Whether this Node has ML-DSA, which needs OpenSSL 3.5. Node 20, on which `sello-verify.mjs` may run, lacks it. Any
 * octets of the right length are a valid key (FIPS 204 §7.2), so a key of zeros can be read unless ML-DSA is not
 * supported.
 */
function hasMlDsa(): boolean {
  canMlDsa ??= canRead(Buffer.concat([ML_DSA_65_SPKI, Buffer.alloc(1952)]));
  return canMlDsa;
}

/** The start of the SubjectPublicKeyInfo of an ML-DSA-65 key (RFC 9881 §4); the octets of the key follow it. */
const ML_DSA_65_SPKI = Buffer.from('308207b2300b0609608648016503040312038207a100', 'hex');

function canRead(spki: Buffer): boolean {
  try {
    crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return true;
  } catch {
    return false;
  }
}

function publicKey(spkiDer: Uint8Array): Key {
  const name = Buffer.from(spkiDer.buffer, spkiDer.byteOffset, spkiDer.byteLength).toString('latin1');
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = crypto.createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
  const bits = key.asymmetricKeyDetails?.modulusLength;
  const made = { key, signatureBytes: bits && Math.ceil(bits / 8) };
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(name, made);
  return made;
}
