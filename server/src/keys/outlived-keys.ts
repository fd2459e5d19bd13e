/**
 * Keys whose maker could no longer make them: the seat has ended, the person was erased, or the role shrank. They go on working, and are listed for
 * somebody to revoke them, to take away scopes, or to rotate them, which makes whoever rotates answer for them.
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

/** The maker, and whoever gave it a new secret. */
function answering({ createdBy, rotatedBy }: ApiKey): PersonId[] {
  return [createdBy ?? '', ...rotatedBy].flatMap((id) => parseId('per', id) ?? []);
}
