/** Reads a posted list of members to follow, before its transaction begins. */

import type { Asked } from '../../operations/operation.ts';
import { type PostedRows, readPostedRows } from '../posted-tables/read/posted-rows.ts';
import { WATCH_FIELDS } from './watch-fields.ts';

type AskedTable = Pick<
  Asked<unknown, { columns?: string }, { rows: unknown[] } | undefined>,
  'who' | 'query' | 'body' | 'table'
>;

export function readWatchTable(_: unknown, { who, query, body, table }: AskedTable): Promise<PostedRows> {
  const { columns } = query;
  return readPostedRows({ table, json: body?.rows, columns, holder: who.accountId }, WATCH_FIELDS);
}
