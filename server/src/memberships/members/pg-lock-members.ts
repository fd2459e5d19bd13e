/**
 * Locks members before anything else, in the order of their ids. So all changes of a member's points, terms or renewals
 * wait for each other.
 */

import * as read from '../../database/row-reader.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools } from '../../operations/operation.ts';
import { byIds } from '../by-ids.ts';

/** The status of each member that exists in the account. */
export async function lockMembers(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  memberIds: readonly MemberId[],
): Promise<Map<MemberId, string>> {
  const locked = new Map<MemberId, string>();
  for (const slice of slicesOf(memberIds.toSorted(byId))) {
    const rows = await query(
      `select id, status from members m where ${byIds('m')} order by id for update`,
      [accountId, livemode, slice],
      'lock-members',
    );
    for (const row of rows) locked.set(read.id('mem', row, 'id'), read.text(row, 'status'));
  }
  return locked;
}

/** Compares ids as the database does, byte by byte. */
function byId(one: MemberId, other: MemberId): number {
  return one < other ? -1 : Number(one > other);
}
