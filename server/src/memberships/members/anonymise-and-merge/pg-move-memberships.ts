/** Memberships that change hands when two members turn out to be one. */

import { id } from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

/** Two open memberships in one program: people must decide which one holds. */
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
  const program = id('prg', row, 'program_id');
  throw new AppError('membership_exists', {
    en: `Both members have an open membership in ${program}. End one of them first.`,
    es: `Ambos miembros tienen una membresía abierta en ${program}. Termine primero una de ellas.`,
  });
}

/** Terms and renewals hang on the membership and come along. */
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
