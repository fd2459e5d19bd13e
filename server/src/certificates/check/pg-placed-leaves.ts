/** Reads the leaves of certificates at the places that they have in the log. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { LeafOwners, PlacedLeaf } from '../../transparency/check/ports.ts';
import { PLACED, PLACED_WITH_TICKETS } from './pg-places.ts';

export function makeLeafOwners(snapshot: Snapshot): LeafOwners {
  return {
    async hasPlaces() {
      const [row] = await snapshot.query(`select exists (${PLACED}) as some`);
      return row?.some === true;
    },
    placedLeaves: (from, end) => readPlacedLeaves(snapshot, from, end),
  };
}

async function readPlacedLeaves(snapshot: Snapshot, from: number, end: number): Promise<PlacedLeaf[]> {
  const [run] = await snapshot.query(TICKETS, [from, end]);
  if (run === undefined || run.first === null) return [];
  // The planner may have old statistics, and for a few thousand rows a full scan is never right.
  await snapshot.query('set local enable_seqscan = off');
  const rows = await snapshot.query(LEAVES, [from, end, read.number(run, 'first'), read.number(run, 'last')]);
  return rows.map(toPlacedLeaf);
}

/**
 * Selects the tickets at these places. It reads only this part of a run: a log that was never interrupted is one run,
 * which would otherwise be read whole for each piece. Overlapping runs are reported elsewhere.
 */
const TICKETS = `
  select min(first_ticket + greatest($1 - first_leaf_index, 0)) as first,
         max(least(last_ticket, first_ticket + $2 - 1 - first_leaf_index)) as last
    from log_places
   where first_leaf_index < $2
     and first_leaf_index >= coalesce((select max(first_leaf_index) from log_places where first_leaf_index <= $1), 0)`;

/** Selects leaves by the range of their tickets, because that is what the index can answer. */
const LEAVES = `
  select p.place, t.leaf_hash, p.account_id || ' ' || p.certificate_id as where_ids
    from (${PLACED_WITH_TICKETS}) p left join certificate_tokens t using (account_id, certificate_id)
   where p.ticket between $3 and $4 and p.place >= $1 and p.place < $2
   order by p.place, p.account_id, p.certificate_id`;

function toPlacedLeaf(row: Row): PlacedLeaf {
  return {
    place: read.number(row, 'place'),
    leafHash: read.optionalBytes(row, 'leaf_hash'),
    where: read.text(row, 'where_ids'),
  };
}
