/** The crypto engine of `proof/` on Node's own OpenSSL: several times faster than WebCrypto. */

import * as crypto from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';

/** `signatureBytes`: of RSA keys, whose signatures have one length alone (RFC 8017 §8.1.2); OpenSSL takes shorter ones. */
type Key = { key: crypto.KeyObject; signatureBytes: number | undefined };

/** Parsed keys of recent signers: a provider signs with the same few for years. */
const keys = new Map<string, Key>();
const MAX_KEYS = 64;

export const nodeCryptoEngine: CryptoEngine = {
  digest: (hash, data) => crypto.hash(hash.replace('-', '').toLowerCase(), data, 'buffer'),

  verify({ scheme, hash, saltBytes, spkiDer, signature, data }) {
    const algorithm = scheme === 'ed25519' ? null : hash.replace('-', '').toLowerCase();
    try {
      const { key, signatureBytes } = publicKey(spkiDer);
      if (signatureBytes !== undefined && signature.length !== signatureBytes) return false;
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
