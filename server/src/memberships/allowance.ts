/** How many certificates the account may still make. */

import * as read from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { Tools } from '../operations/operation.ts';

export async function certificatesLeft(
  { query }: Pick<Tools, 'query'>,
  accountId: AccountId,
): Promise<number> {
  const rows = await query('select certificates_left from accounts where id = $1', [accountId], 'allowance');
  return read.number(read.firstRow(rows), 'certificates_left');
}
