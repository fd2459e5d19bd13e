/** Secrets that must be readable later are stored sealed: AES-256-GCM under a key derived from the server's own. */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { RandomBytes } from './random-pool.ts';
import type { ServerKeys } from './server-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `owner` is authenticated: a secret sealed for one account cannot be moved to another. */
export async function sealSecret(
  ports: { serverKeys: ServerKeys; randomBytes: RandomBytes },
  owner: string,
  secret: Uint8Array,
): Promise<string> {
  const key = await ports.serverKeys.current();
  const nonce = ports.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key.secret), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${sealed.toString('base64url')}`;
}

export async function openSealed(
  ports: { serverKeys: ServerKeys },
  owner: string,
  sealed: string,
): Promise<Buffer> {
  const [keyId = '', text = ''] = sealed.split('.');
  const key = await ports.serverKeys.find(keyId);
  if (key === undefined) throw new Error(`The key ${keyId}, which sealed a secret, no longer exists`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key.secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** One key per use: the key that signs file links never encrypts. */
function deriveKey(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'sello sealed secrets 1', 32));
}
