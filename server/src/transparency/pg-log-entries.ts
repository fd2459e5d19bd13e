/** Stores published entries, many in a row, as `log_nodes` stores the hashes. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { LogRows } from './tiles/stored-tiles.ts';

/** Entries in one row of `log_entries`. */
const CHUNK = 32;
/** Entries in one published bundle. */
const BUNDLE = 256;
const ENTRY_BYTES = 32;
/** Marks a place without a published entry. */
const NO_ENTRY = Buffer.alloc(ENTRY_BYTES);

/**
 * A part of the statement that gives leaves their places. In that statement, `placed` has the columns leaf_index and
 * entry. Rows are only appended to. Places without an entry, and those before the first entry of a row, are filled with
 * zeros. No fault here may stop the sequencer: the tree is complete without entries, and `sello fsck --repair` derives
 * them again.
 */
export const APPEND_ENTRIES = `
  insert into log_entries as kept (chunk, entries)
  select leaf_index / ${CHUNK},
         decode(repeat('00', ${ENTRY_BYTES} * (min(leaf_index) % ${CHUNK})::integer), 'hex')
           || string_agg(coalesce(entry, decode(repeat('00', ${ENTRY_BYTES}), 'hex')), ''::bytea order by leaf_index)
    from placed group by leaf_index / ${CHUNK} having count(entry) > 0
  on conflict (chunk) do update
    set entries = kept.entries || substr(excluded.entries, length(kept.entries) + 1)`;

/** The SQL for the entry at a place, taken from the row `e` of `log_entries`; null if there is none. */
export const entryAt = (place: string): string =>
  `nullif(nullif(substr(e.entries, (${place} % ${CHUNK})::integer * ${ENTRY_BYTES} + 1, ${ENTRY_BYTES}), ''::bytea), decode(repeat('00', ${ENTRY_BYTES}), 'hex'))`;

/** The row of `log_entries` that holds a place. */
export const entryChunk = (place: string): string => `${place} / ${CHUNK}`;

export function entryRows(database: Pick<Database, 'query'>): Pick<LogRows, 'readEntries'> {
  return {
    async readEntries(bundle, width) {
      const rows = await database.query(
        'select chunk, entries from log_entries where chunk >= $1 and chunk < $2',
        [(bundle * BUNDLE) / CHUNK, ((bundle + 1) * BUNDLE) / CHUNK],
        'log-entries',
      );
      const byChunk = new Map(rows.map((row) => [read.number(row, 'chunk'), read.bytes(row, 'entries')]));
      const entries = Array.from({ length: width }, (_, i) => {
        const index = bundle * BUNDLE + i;
        const from = (index % CHUNK) * ENTRY_BYTES;
        return byChunk.get(Math.floor(index / CHUNK))?.subarray(from, from + ENTRY_BYTES);
      });
      const published = entries.filter(isEntry);
      return published.length === width ? published : undefined;
    },
  };
}

function isEntry(entry: Uint8Array | undefined): entry is Uint8Array {
  return entry?.length === ENTRY_BYTES && !NO_ENTRY.equals(entry);
}
