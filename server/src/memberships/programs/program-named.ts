/** The program that people name in a table, by id, by external id or by name. */

import * as read from '../../database/row-reader.ts';
import { type ProgramId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';

/**
 * An id is returned unchecked. When the caller looks up the program, it finds out whether the program is the account's.
 */
export async function programNamed(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  name: string,
): Promise<ProgramId | undefined> {
  const given = parseId('prg', name);
  if (given !== undefined) return given;
  // The external id takes precedence. A name that two programs share matches neither.
  const rows = await query(
    `select id, external_id is not distinct from $3 as is_external from programs
      where account_id = $1 and livemode = $2 and (external_id = $3 or lower(name) = lower($3))
      order by is_external desc limit 2`,
    [accountId, livemode, name],
    'program-by-name',
  );
  const [first, second] = rows;
  if (first === undefined || (second !== undefined && first.is_external !== true)) return undefined;
  return parseId('prg', read.text(first, 'id'));
}
