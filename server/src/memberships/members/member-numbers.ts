/**
 * Numbers for members who were entered without one: 00001, 00002 …. Numbers that callers chose themselves are skipped.
 */

import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { takeNumbers } from '../pg-numbers.ts';

/** `alsoTaken` are numbers that this transaction is about to write. */
export async function newMemberNumbers(
  { query }: Pick<Tools, 'query'>,
  owner: Owner,
  count: number,
  alsoTaken: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const missing = count - made.length;
    const first = await takeNumbers({ query }, owner, 'member', missing);
    const numbers = Array.from({ length: missing }, (_, i) => String(first + i).padStart(5, '0'));
    const rows = await query(
      'select member_number from members where account_id = $1 and livemode = $2 and member_number = any($3)',
      [owner.accountId, owner.livemode, numbers],
      'taken-member-numbers',
    );
    const taken = new Set(rows.map((row) => read.text(row, 'member_number')));
    made.push(...numbers.filter((number) => !taken.has(number) && !alsoTaken.has(number)));
  }
  return made;
}
