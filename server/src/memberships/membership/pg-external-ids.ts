/**
 * The caller's own ids of memberships. They are read each time that they are shown and copied nowhere, because they
 * must be erased with the person.
 */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { byIds } from '../by-ids.ts';

export async function externalIdsOf(
  query: Query,
  { accountId, livemode }: Owner,
  membershipIds: readonly string[],
): Promise<(id: string) => string | null> {
  if (membershipIds.length === 0) return () => null;
  const rows = await query(
    `select m.id, m.external_id from memberships m where ${byIds('m')}`,
    [accountId, livemode, [...new Set(membershipIds)]],
    'external-ids-of-memberships',
  );
  const found = new Map(
    rows.map((row) => [read.text(row, 'id'), read.optionalText(row, 'external_id') ?? null]),
  );
  return (id) => found.get(id) ?? null;
}
