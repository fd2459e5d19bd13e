/** Moves memberships when two members are merged. */

import * as read from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

/** Refuses if both members have an open membership in the same program, because people must decide which one counts. */
export async function assertNoneInBoth(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
  into: MemberId,
): Promise<void> {
  const [row] = await query(
    `select a.program_id from memberships a join memberships b on b.program_id = a.program_id
      where a.member_id = $1 and b.member_id = $2 and a.status <> 'ended' and b.status <> 'ended' limit 1`,
    [from, into],
    'open-in-both',
  );
  if (row === undefined) return;
  const program = read.id('prg', row, 'program_id');
  throw new AppError('membership_exists', {
    en: `Both members have an open membership in ${program}. End one of them first.`,
    es: `Ambos miembros tienen una membresía abierta en ${program}. Termine primero una de ellas.`,
  });
}

export async function readWhatMoves(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
): Promise<{ approved: boolean; pending: boolean; memberships: boolean }> {
  const row = read.firstRow(
    await query(
      `select exists (select from awards where member_id = $1 and status = 'approved') as approved,
              exists (select from awards where member_id = $1 and status = 'pending') as pending,
              exists (select from memberships where member_id = $1) as memberships`,
      [from],
      'what-moves',
    ),
  );
  return {
    approved: read.boolean(row, 'approved'),
    pending: read.boolean(row, 'pending'),
    memberships: read.boolean(row, 'memberships'),
  };
}

/** Terms and renewals refer to the membership, so they move with it. */
export async function moveMemberships(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
  into: MemberId,
  at: Date,
): Promise<void> {
  await query(
    'update memberships set member_id = $2, updated_at = $3 where member_id = $1',
    [from, into, at],
    'move-memberships',
  );
}

/** Records the merge, so that forgetting the remaining member later also forgets the documents of this one. */
export async function noteMerged(
  { query }: Pick<Tools, 'query'>,
  from: MemberId,
  into: MemberId,
): Promise<void> {
  await query('insert into merged_members (member_id, into_id) values ($1, $2)', [from, into], 'note-merged');
}
