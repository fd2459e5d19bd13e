/**
 * Finds keys that their maker could no longer make: the maker's seat has ended, the person was erased, or the role lost
 * scopes. Such keys still work. They are listed so that somebody revokes them, removes scopes, or rotates them; whoever
 * rotates a key becomes responsible for it.
 */

import type { AccountId, PersonId } from '../kernel/ids.ts';
import { parseId } from '../kernel/ids.ts';
import type { SeatStore } from '../people/teams/ports.ts';
import { roleMay } from '../people/teams/roles.ts';
import type { ApiKey } from './ports.ts';

type OutlivedKey = { key: ApiKey; maker: { id: string; name: string }; why: 'left' | 'role' };

export async function findOutlived(
  { seats }: { seats: Pick<SeatStore, 'seatsOf'> },
  accountId: AccountId,
  keys: readonly ApiKey[],
): Promise<OutlivedKey[]> {
  const made = keys.filter(({ revokedAt, createdBy }) => revokedAt === undefined && createdBy !== undefined);
  const ids = new Set(made.flatMap(answering));
  if (ids.size === 0) return [];
  const people = new Map((await seats.seatsOf(accountId, [...ids])).map((person) => [person.id, person]));
  return made.flatMap((key): OutlivedKey[] => {
    const id = key.createdBy as PersonId;
    const maker = people.get(id) ?? { id, name: id, role: undefined };
    const roles = answering(key).flatMap((one) => people.get(one)?.role ?? []);
    if (roles.some((role) => key.scopes.every((scope) => roleMay(role, scope)))) return [];
    return [{ key, maker, why: maker.role === undefined ? 'left' : 'role' }];
  });
}

/** The person who made the key, and everybody who rotated it. */
function answering({ createdBy, rotatedBy }: ApiKey): PersonId[] {
  return [createdBy ?? '', ...rotatedBy].flatMap((id) => parseId('per', id) ?? []);
}
