/**
 * Secrets that must be readable later are stored sealed: with AES-256-GCM, under a key derived from the server's own
 * key.
 */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { RandomBytes } from './random-pool.ts';
import type { ServerKeys } from './server-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type SealPorts = { serverKeys: ServerKeys; randomBytes: RandomBytes };

/**
 * Seals a secret for `owner`. The owner's id is authenticated, so a secret sealed for one account cannot be moved to
 * another.
 */
export async function sealSecret(ports: SealPorts, owner: string, secret: Uint8Array): Promise<string> {
  return (await openSealer(ports))(owner, secret);
}

export async function openSealed(
  ports: Pick<SealPorts, 'serverKeys'>,
  owner: string,
  sealed: string,
): Promise<Buffer> {
  return makeUnsealer(ports)(owner, sealed);
}

/** Makes a function that seals many secrets: the key is derived only once. */
export async function openSealer({ serverKeys, randomBytes }: SealPorts) {
  const { id, secret: serverSecret } = await serverKeys.current();
  const key = deriveKey(serverSecret);
  return (owner: string, secret: Uint8Array): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64url')}`;
  };
}

/** Makes a function that opens many secrets, whichever of the server's keys sealed them. */
export function makeUnsealer({ serverKeys }: Pick<SealPorts, 'serverKeys'>) {
  const keys = new Map<string, Uint8Array>();
  const keyOf = async (id: string) => {
    const found = await serverKeys.find(id);
    if (found === undefined) throw new Error(`The key ${id}, which sealed a secret, no longer exists`);
    const key = deriveKey(found.secret);
    keys.set(id, key);
    return key;
  };
  return async (owner: string, sealed: string): Promise<Buffer> => {
    const [keyId = '', text = ''] = sealed.split('.');
    const key = keys.get(keyId) ?? (await keyOf(keyId));
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  };
}

/** Derives the key that seals. Every use has a key of its own, so the key that signs file links never encrypts. */
function deriveKey(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'sello sealed secrets 1', 32));
}
