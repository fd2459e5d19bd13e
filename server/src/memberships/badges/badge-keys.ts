/** The keys of an issuer. They are made on first use, stored encrypted, and never deleted. */

import { createPublicKey } from 'node:crypto';
import type { Owner } from '../../kernel/owner.ts';
import { openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { Tools } from '../../operations/operation.ts';
import { issuerDid, keyIdOf } from './issuer.ts';
import { badgeKeys, insertBadgeKey, newestBadgeKey, type StoredBadgeKey } from './pg-badge-keys.ts';
import { privateKeyOf, type SigningKey } from './sign-credential.ts';

export type KeyTools = Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>;

/**
 * The key that signs now. If two processes make the first key at the same time, both use the one that was stored first.
 */
export async function signingKey(tools: KeyTools, owner: Owner, baseUrl: string): Promise<SigningKey> {
  const stored = (await newestBadgeKey(tools, owner)) ?? (await addBadgeKey(tools, owner, 1));
  return openKey(tools, owner, issuerDid(baseUrl, owner), stored);
}

/** An earlier key; throws if there is none with this number. */
export async function signingKeyNumbered(
  tools: KeyTools,
  owner: Owner,
  did: string,
  wanted: number,
): Promise<SigningKey> {
  const stored = (await badgeKeys(tools, owner)).find(({ number }) => number === wanted);
  if (stored === undefined) throw new Error(`${owner.accountId} has no key ${wanted} for badges`);
  return openKey(tools, owner, did, stored);
}

async function openKey(
  tools: KeyTools,
  owner: Owner,
  did: string,
  stored: StoredBadgeKey,
): Promise<SigningKey> {
  const seed = await openSealed(tools, sealedFor(owner, stored.number), stored.sealed);
  return { id: keyIdOf(did, stored), privateKey: privateKeyOf(seed) };
}

/** Adds `#key-n+1`, which signs from now on. Earlier keys stay in `did.json`, so badges signed with them stay valid. */
export async function rotateBadgeKey(tools: KeyTools, owner: Owner): Promise<number> {
  const newest = await newestBadgeKey(tools, owner);
  return (await addBadgeKey(tools, owner, (newest?.number ?? 0) + 1)).number;
}

async function addBadgeKey(tools: KeyTools, owner: Owner, number: number): Promise<StoredBadgeKey> {
  const seed = tools.randomBytes(32);
  const sealed = await sealSecret(tools, sealedFor(owner, number), seed);
  await insertBadgeKey(tools, owner, {
    number,
    publicKey: publicKeyOf(seed),
    sealed,
    createdAt: tools.now(),
  });
  const stored = await newestBadgeKey(tools, owner);
  if (stored === undefined) throw new Error('The key of an issuer was not stored');
  return stored;
}

export function publicKeyOf(seed: Uint8Array): Uint8Array {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

/** The wrapped key is bound to its account, mode and number, so a copy in another account cannot be opened. */
export function sealedFor({ accountId, livemode }: Owner, number: number): string {
  return `${accountId}\nbadge key\n${livemode ? 'live' : 'test'}\n${number}`;
}
