/**
 * Filters of lists by the time when a record was made or last changed, for programs that keep a copy of the records.
 */

import { Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { type IdByPrefix, lowestIdAt } from '../kernel/ids.ts';
import { type Filter, where } from '../operations/list.ts';

export const CHANGED_SINCE_QUERY = {
  created_after: Type.Optional(
    Type.String({ format: 'date-time', description: 'Records made after this moment.' }),
  ),
  updated_after: Type.Optional(
    Type.String({ format: 'date-time', description: 'Records made or changed after this moment.' }),
  ),
};

export type ChangedSince = { created_after?: string; updated_after?: string };

/** A record gets its id at most this long before it is written. */
const LONGEST_MADE_MS = 3_600_000;

export function whereChanged(
  filter: Filter,
  alias: string,
  prefix: keyof IdByPrefix,
  { created_after, updated_after }: ChangedSince,
): void {
  if (created_after !== undefined) {
    const after = dateTimeOf('created_after', created_after);
    // Ids grow with time, so older records need not be read. No id is older than 1970, so earlier times count as 1970.
    const from = Math.max(0, after.getTime() - LONGEST_MADE_MS);
    where(filter, lowestIdAt(prefix, new Date(from)), (p) => `${alias}.id >= ${p}`);
    where(filter, after, (p) => `${alias}.created_at > ${p}`);
  }
  if (updated_after !== undefined)
    where(filter, dateTimeOf('updated_after', updated_after), (p) => `${alias}.updated_at > ${p}`);
}
