/** Places of certificates in the log, and the queue for them. Only this file knows how places are stored. */

import { type Pieces, rowsOf } from './pieces/pg-pieces.ts';

/** Each of these certificates with its place, null where it has none. */
const withPlaces = (certificates: string) => `
  select c.account_id, c.id as certificate_id, c.ticket, p.leaf_index as place
    from ${certificates} c left join lateral log_place(c.ticket) p on true`;

const WITH_PLACES = withPlaces('certificates');

/** Every certificate that has a place: (account_id, certificate_id, ticket, place). */
export const PLACED_WITH_TICKETS = `
  select account_id, certificate_id, ticket, place from (${WITH_PLACES}) c where place is not null`;

/** The same: (account_id, certificate_id, place). */
export const PLACED = `select account_id, certificate_id, place from (${PLACED_WITH_TICKETS}) c`;

/** Which of these certificates have no place and do not wait for one: (account_id, certificate_id). */
export const neitherPlacedNorWaiting = (certificates = 'certificates') => `
  select account_id, certificate_id from (${withPlaces(certificates)}) c
   where place is null and not exists (select from log_queue q where q.id = c.ticket)`;

/**
 * A stretch of the queue, not only some rows of it: certificates are found by a range of tickets, and an entry that was left
 * long ago must not stretch it over all of them. Short, since each entry is compared with each of these certificates.
 */
const STRETCH = 200;
export const QUEUE: Pieces = {
  key: ['id'],
  select: (past, rows) => `
    select * from log_queue
     where ${past} and id < (select min(id) from log_queue where ${past}) + ${Math.min(rows, STRETCH)} order by id`,
  mayBeShort: true,
};

/** The certificates whose tickets are in a piece of the queue. */
export const OF_QUEUE = `(
  select c.* from certificates c
   where c.ticket between (select min(id) from piece) and (select max(id) from piece) offset 0)`;

/**
 * Which of these queue entries have a place already, or no certificate:
 * (id, account_id, certificate_id, place, leaf_hash).
 */
export const waitingInVain = (queue = 'log_queue', certificates = 'certificates') => `
  select q.id, c.account_id, c.certificate_id, c.place, q.leaf_hash from ${queue} q
    left join (${withPlaces(certificates)}) c on c.ticket = q.id
   where c.certificate_id is null or c.place is not null`;

/** Which of these queue entries have a wrong hash: (id, account_id, certificate_id, leaf_hash as it should be). */
export const waitingWithAnotherHash = (queue = 'log_queue', certificates = 'certificates') => `
  select q.id, c.account_id, c.id as certificate_id, t.leaf_hash from ${queue} q
    join ${certificates} c on c.ticket = q.id
    join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
   where t.leaf_hash <> q.leaf_hash`;

export const RUNS = rowsOf('log_places', ['first_leaf_index']);

/** Runs of tickets, of a piece, with a gap or an overlap between them: (first_leaf_index, told). */
export const RUNS_ASTRAY = `
  select first_leaf_index, 'tickets ' || first_ticket || ' to ' || last_ticket as told from (
    select r.*, r.first_leaf_index + last_ticket - first_ticket + 1 as next_leaf_index,
           (select min(n.first_leaf_index) from log_places n where n.first_leaf_index > r.first_leaf_index) as next_first,
           not exists (select from log_places b where b.first_leaf_index < r.first_leaf_index) as is_first,
           (select min(n.first_ticket) from log_places n where n.first_ticket > r.first_ticket) as next_ticket
      from piece r
  ) r
   where last_ticket < first_ticket or last_ticket >= next_ticket or (is_first and first_leaf_index <> 0)
      or next_leaf_index <> coalesce(next_first, (select coalesce(max(size), 0) from checkpoints))`;

export const NO_RUNS = `
  select 0 as first_leaf_index, 'there are none' as told from log_state
   where size > 0 and not exists (select from log_places)`;

/** A temporary table of tiles that are in the file store alone, which whoever asks for stored leaves fills: (tile, hashes). */
export const MOVED_LEAVES = 'moved_leaves';

/** Leaves as the log stores them: (leaf_index, leaf_hash). */
const STORED_LEAVES = `
  select n.chunk * 32 + i as leaf_index, substr(n.hashes, i * 32 + 1, 32) as leaf_hash
    from log_nodes n, generate_series(0, length(n.hashes) / 32 - 1) i where n.level = 0
  union all
  select m.tile * 256 + i, substr(m.hashes, i * 32 + 1, 32) from ${MOVED_LEAVES} m, generate_series(0, 255) i
   where not exists (select from log_nodes n where n.level = 0 and n.chunk = m.tile * 8 + i / 32)`;

/**
 * Runs derived from the tickets of the certificates whose leaves are in the log:
 * (first_leaf_index, first_ticket, last_ticket).
 */
export const DERIVED_RUNS = `
  select min(leaf_index) as first_leaf_index, min(ticket) as first_ticket, max(ticket) as last_ticket from (
    select leaf_index, ticket, count(*) filter (where is_first) over (order by leaf_index) as run from (
      select l.leaf_index, c.ticket,
             (l.leaf_index - 1, c.ticket - 1) is distinct from
               (lag(l.leaf_index) over by_place, lag(c.ticket) over by_place) as is_first
        from (${STORED_LEAVES}) l
        join certificate_tokens t on t.leaf_hash = l.leaf_hash
        join certificates c on c.account_id = t.account_id and c.id = t.certificate_id
      window by_place as (order by l.leaf_index)
    ) steps
  ) numbered group by run`;

/**
 * Queues certificates that are neither placed nor waiting, with a new ticket. Skips leaves that the log already has:
 * they would be added twice.
 */
export const QUEUE_AGAIN = `
  with lost as (
    select t.account_id, t.certificate_id, t.leaf_hash from (${neitherPlacedNorWaiting()}) lost
      join certificate_tokens t on t.account_id = lost.account_id and t.certificate_id = lost.certificate_id
     where not exists (select from (${STORED_LEAVES}) l where l.leaf_hash = t.leaf_hash)
  ), queued as (
    insert into log_queue (leaf_hash) select leaf_hash from lost order by account_id, certificate_id
    returning id, leaf_hash
  )
  update certificates c set ticket = queued.id from lost join queued using (leaf_hash)
   where c.account_id = lost.account_id and c.id = lost.certificate_id`;
