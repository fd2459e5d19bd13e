import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { CryptoEngine, SignatureInput } from '../../proof/src/index.ts';

/** A second engine, on node:crypto, so that two implementations judge every vector. */
export const nodeEngine: CryptoEngine = {
  digest: (hash, data) => new Uint8Array(createHash(hash.replace('-', '')).update(data).digest()),
  verify(input) {
    try {
      return verifyWithNode(input);
    } catch {
      return false;
    }
  },
};

function verifyWithNode(input: SignatureInput): boolean {
  const { spkiDer, signature, data } = input;
  const key = publicKey(spkiDer);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && signature.length !== Math.ceil(bits / 8)) return false;
  if (!('hash' in input)) return verify(null, data, key, signature);
  if (input.scheme !== 'rsa-pss') return verify(input.hash, data, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify(input.hash, data, { key, padding, saltLength: input.saltBytes ?? 0 }, signature);
}

// Imported keys live as long as the bytes they came from, which a chain cache keeps.
const keys = new WeakMap<Uint8Array, KeyObject>();

function publicKey(spkiDer: Uint8Array): KeyObject {
  const known = keys.get(spkiDer);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
  keys.set(spkiDer, key);
  return key;
}
