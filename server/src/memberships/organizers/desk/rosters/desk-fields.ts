/** The columns of an organiser's roster. They include neither ids of members nor the caller's own ids for awards. */

import type { PostedRows } from '../../../posted-tables/read/posted-rows.ts';
import type { TableFields } from '../../../posted-tables/read/table-fields.ts';
import { ROSTER_FIELDS } from '../../../rosters/roster-fields.ts';

const LEFT_OUT: readonly string[] = ['member_id', 'external_id'];

function without<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !LEFT_OUT.includes(name)));
}

export const DESK_FIELDS: TableFields = {
  ...ROSTER_FIELDS,
  words: without(ROSTER_FIELDS.words),
  labels: without(ROSTER_FIELDS.labels),
};

/** Drops the excluded fields, because JSON and tables can contain them nevertheless. */
export function withoutForeign(posted: PostedRows): PostedRows {
  const rows = posted.rows.map((row) => ({ ...row, cells: without(row.cells) }));
  return { ...posted, rows };
}
