/** The names of the account's programs, of which there are few. */

import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';

export async function programNames(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<ReadonlyMap<string, string>> {
  const rows = await query(
    'select id, name from programs where account_id = $1 and livemode = $2',
    [accountId, livemode],
    'exported-program-names',
  );
  return new Map(rows.map((row) => [read.text(row, 'id'), read.text(row, 'name')]));
}
