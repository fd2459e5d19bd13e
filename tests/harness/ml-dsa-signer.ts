import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { encodeNoteKey } from '../../proof/src/log/note-keys.ts';
import type { NoteSigner } from '../../proof/src/log/signed-note.ts';
import { nodeEngine } from './node-engine.ts';
import { SAMPLE_ORIGIN } from './sample-proof.ts';

/** PKCS #8 of an ML-DSA-44 key up to its seed (RFC 9881 §6). */
const SEED_PREFIX = Buffer.from('3034020100300b060960864801650304031104228020', 'hex');

/** The ML-DSA-44 key whose seed is 32 times this octet. Its signatures differ from run to run. */
export async function mlDsaSigner(
  seed: number,
  name = SAMPLE_ORIGIN,
): Promise<NoteSigner & { publicKey: Uint8Array }> {
  const der = Buffer.concat([SEED_PREFIX, Buffer.alloc(32, seed)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = new Uint8Array(
    createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-1312),
  );
  return {
    vkey: await encodeNoteKey(nodeEngine, name, publicKey),
    publicKey,
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
  };
}
