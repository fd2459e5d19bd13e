/** The crypto engine of `proof/` on Node's own OpenSSL: several times faster than WebCrypto. */

import * as crypto from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';

/** Parsed keys of recent signers: a provider signs with the same few for years. */
const keys = new Map<string, crypto.KeyObject>();
const MAX_KEYS = 64;

export const nodeCryptoEngine: CryptoEngine = {
  digest: (hash, data) => crypto.hash(hash.replace('-', '').toLowerCase(), data, 'buffer'),

  verify({ scheme, hash, saltBytes, spkiDer, signature, data }) {
    const algorithm = scheme === 'ed25519' ? null : hash.replace('-', '').toLowerCase();
    try {
      const key = publicKey(spkiDer);
      return crypto.verify(
        algorithm,
        data,
        scheme === 'rsa-pss'
          ? { key, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes ?? 0 }
          : key,
        signature,
      );
    } catch {
      // A key that OpenSSL cannot read verifies nothing.
      return false;
    }
  },
};

function publicKey(spkiDer: Uint8Array): crypto.KeyObject {
  const name = Buffer.from(spkiDer.buffer, spkiDer.byteOffset, spkiDer.byteLength).toString('latin1');
  let key = keys.get(name);
  if (key === undefined) {
    key = crypto.createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(name, key);
  }
  return key;
}
