/** Checks the runs of places in the log. Each must begin where the previous one ends, up to the signed size. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';

const RUNS = rowsOf('log_places', ['first_leaf_index']);

/** Selects the runs of a piece that have a gap or an overlap between them, as (first_leaf_index, told). */
const RUNS_ASTRAY = `
  select first_leaf_index, 'tickets ' || first_ticket || ' to ' || last_ticket as told from (
    select r.*, r.first_leaf_index + last_ticket - first_ticket + 1 as next_leaf_index,
           (select min(n.first_leaf_index) from log_places n where n.first_leaf_index > r.first_leaf_index) as next_first,
           not exists (select from log_places b where b.first_leaf_index < r.first_leaf_index) as is_first,
           (select min(n.first_ticket) from log_places n where n.first_ticket > r.first_ticket) as next_ticket
      from piece r
  ) r
   where last_ticket < first_ticket or last_ticket >= next_ticket or (is_first and first_leaf_index <> 0)
      or next_leaf_index <> coalesce(next_first, (select coalesce(max(size), 0) from checkpoints))`;

const NO_RUNS = `
  select 0 as first_leaf_index, 'there are none' as told from log_state
   where size > 0 and not exists (select from log_places)`;

const ASTRAY = {
  code: 'places_astray',
  message: 'Places in the log do not follow each other',
  repair: 'places',
} as const;

export const checkPlaces = compareRows('transparency: places', [
  {
    ...ASTRAY,
    of: RUNS,
    sql: `select 'place ' || first_leaf_index as where_ids, told from (${RUNS_ASTRAY}) astray`,
  },
  {
    ...ASTRAY,
    sql: `select 'place ' || first_leaf_index as where_ids, told from (${NO_RUNS}) astray`,
  },
]);
