/** Rebuilds the entries that the log publishes, from the salts, files and tokens of certificates. */

import { decodeTimestampResponse, findLeafScheme, leafEntry, ProofError, TILE_WIDTH } from '@sello/proof';
import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import type { LeafSource } from '../../transparency/check/pg-rebuild-log.ts';
import { SELECT_TILE_MARKS, tileMarksIn } from '../../transparency/tiles/pg-tile-marks.ts';
import { leafFileIn } from '../long-digests/leaf-file.ts';
import { PLACED } from './pg-places.ts';

/** The certificates' leaves, from which the log is rebuilt. */
export const CERTIFICATE_LEAVES: LeafSource = {
  placedLeaves: `
    select p.place, t.leaf_hash from (${PLACED}) p join certificate_tokens t using (account_id, certificate_id)
     order by p.place`,
  rebuildEntries,
};

/** A multiple of the 32 entries per row, so that batches fill whole rows. */
const BATCH = 1_024;
const CHUNK = 32;

const PARTS = 't.leaf_hash, t.salt, t.tsr, c.sha256, c.long_digest';

/**
 * Gives every waiting leaf the entry derived from its certificate, or none if none follows from it. Returns how many
 * were wrong.
 */
export async function deriveWaiting(query: Query): Promise<number> {
  let changed = 0;
  await eachBatch(
    query,
    `select q.id, ${PARTS} from log_queue q join certificates c on c.ticket = q.id
       join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id order by q.id`,
    async (rows) => {
      const updated = await query(
        `update log_queue q set entry = d.entry from unnest($1::bigint[], $2::bytea[]) as d (id, entry)
          where q.id = d.id and q.entry is distinct from d.entry returning 1`,
        [rows.map((row) => read.number(row, 'id')), await Promise.all(rows.map(entryOf))],
      );
      changed += updated.length;
    },
  );
  return changed;
}

/**
 * Rewrites rows of entries that differ, except those whose bundles are in the file store. Every place must have its
 * certificate. Returns how many rows differed.
 */
export async function rebuildEntries(query: Query): Promise<number> {
  const { dropped } = tileMarksIn(await query(SELECT_TILE_MARKS));
  await query(
    'create temporary table fresh_entries (chunk bigint primary key, entries bytea not null) on commit drop',
  );
  await eachBatch(
    query,
    `select p.place, ${PARTS} from (${PLACED}) p
       join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
       join certificate_tokens t on t.account_id = p.account_id and t.certificate_id = p.certificate_id
      order by p.place`,
    async (rows) => {
      const entries = await Promise.all(rows.map(entryOf));
      const places = rows.map((row) => read.number(row, 'place'));
      const moved = movedBundles(entries, places, dropped);
      const kept = [...entries.entries()].filter(([i]) => !moved.has(bundleOf(places[i])));
      const byChunk = Map.groupBy(kept, ([i]) => Math.floor((places[i] ?? 0) / CHUNK));
      const fresh = [...byChunk].flatMap(([chunk, some]) => {
        const last = some.findLastIndex(([, entry]) => entry !== undefined);
        const parts = some.slice(0, last + 1).map(([, entry]) => entry ?? Buffer.alloc(32));
        return last < 0 ? [] : [{ chunk, entries: Buffer.concat(parts) }];
      });
      await query(
        'insert into fresh_entries (chunk, entries) select * from unnest($1::bigint[], $2::bytea[])',
        [fresh.map(({ chunk }) => chunk), fresh.map((row) => row.entries)],
      );
    },
  );
  const gone = await query(
    'delete from log_entries e where not exists (select from fresh_entries f where f.chunk = e.chunk) returning 1',
  );
  const written = await query(
    `insert into log_entries as e (chunk, entries) select chunk, entries from fresh_entries
     on conflict (chunk) do update set entries = excluded.entries where e.entries <> excluded.entries returning 1`,
  );
  return gone.length + written.length;
}

const bundleOf = (place = 0): number => Math.floor(place / TILE_WIDTH);

/**
 * The bundles that were moved to the file store. A bundle that lacks an entry is not published, so its rows are still
 * in the database. Batches hold whole bundles.
 */
function movedBundles(
  entries: readonly (Uint8Array | undefined)[],
  places: readonly number[],
  dropped: number,
): ReadonlySet<number> {
  const all = new Set(places.filter((place) => place < dropped).map(bundleOf));
  for (const [i, place] of places.entries()) if (entries[i] === undefined) all.delete(bundleOf(place));
  return all;
}

/**
 * The entry of a certificate. Undefined for a leaf of the first form, and if the leaf does not follow from the
 * certificate: then nothing may be published.
 */
async function entryOf(row: Row): Promise<Uint8Array | undefined> {
  const token = tokenIn(read.bytes(row, 'tsr'));
  if (token === undefined) return undefined;
  const parts = {
    salt: read.bytes(row, 'salt'),
    ...leafFileIn(read.optionalBytes(row, 'sha256'), read.optionalBytes(row, 'long_digest')),
    tokenSha256: await nodeCryptoEngine.digest('SHA-256', token),
  };
  const scheme = await findLeafScheme(nodeCryptoEngine, parts, read.bytes(row, 'leaf_hash'));
  return scheme !== undefined && scheme !== 'SELLO-LEAF-v1' ? leafEntry(nodeCryptoEngine, parts) : undefined;
}

function tokenIn(tsr: Uint8Array): Uint8Array | undefined {
  try {
    return decodeTimestampResponse(tsr).token?.der;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

async function eachBatch(
  query: Query,
  select: string,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  await query(`declare parts no scroll cursor for ${select}`);
  for (;;) {
    const rows = await query(`fetch ${BATCH} from parts`);
    if (rows.length > 0) await work(rows);
    if (rows.length < BATCH) break;
  }
  await query('close parts');
}
