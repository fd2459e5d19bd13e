/** After a password reset, lists the keys that somebody else may have made, and revokes those that the person names. */

import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeyId } from '../kernel/ids.ts';
import type { Account } from '../people/accounts/ports.ts';
import type { Person, PersonStore } from '../people/persons/ports.ts';
import type { ApiKey, KeyStore } from './ports.ts';

export type KeyReviewPorts = { keys: KeyStore; people: PersonStore; now: Clock };

/** Keys that still work. Suspicious keys: those made since the last proven login before the reset. */
export async function keysToReview(
  ports: KeyReviewPorts,
  { id }: Account,
  { keysInDoubtSince: since }: Person,
): Promise<{ key: ApiKey; isInDoubt: boolean }[]> {
  if (since === undefined) return [];
  const now = ports.now();
  const working = (await ports.keys.list(id, now)).filter(
    ({ revokedAt, expiresAt }) => revokedAt === undefined && (expiresAt === undefined || expiresAt > now),
  );
  return working.map((key) => ({ key, isInDoubt: key.createdAt >= since }));
}

/** Revokes these keys, ends the review, and returns how many keys were revoked. */
export async function endKeyReview(
  ports: KeyReviewPorts,
  account: Account,
  person: Person,
  revoke: readonly KeyId[],
  by: Actor,
): Promise<number> {
  let revoked = 0;
  for (const id of new Set(revoke)) {
    const key = await ports.keys.revoke(account.id, id, 'password reset', ports.now(), by);
    if (key !== undefined) revoked += 1;
  }
  await ports.people.endKeyReview(person.id);
  return revoked;
}
