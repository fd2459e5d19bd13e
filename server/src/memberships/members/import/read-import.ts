/** Reads a posted import, before its transaction begins: reading a large workbook takes a second. */

import type { Asked } from '../../../operations/operation.ts';
import { type PostedRows, readPostedRows } from '../../posted-tables/read/posted-rows.ts';
import { IMPORT_FIELDS } from './import-fields.ts';

type AskedImport = Pick<
  Asked<unknown, { columns?: string }, { rows: unknown[] } | undefined>,
  'who' | 'query' | 'body' | 'table'
>;

export function readImport(_: unknown, { who, query, body, table }: AskedImport): Promise<PostedRows> {
  const { columns } = query;
  return readPostedRows({ table, json: body?.rows, columns, holder: who.accountId }, IMPORT_FIELDS);
}
