/** SQL about the places of certificates in the log, and about the queue for them. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import type { Pieces } from '../../database/check/pg-pieces.ts';
import { CERTIFICATES } from './pg-certificate-faults.ts';

/** Each of these certificates with its place, null if it has none. */
const withPlaces = (certificates: string) => `
  select c.account_id, c.id as certificate_id, c.ticket, p.leaf_index as place
    from ${certificates} c left join lateral log_place(c.ticket) p on true`;

const WITH_PLACES = withPlaces('certificates');

/** Every certificate that has a place: (account_id, certificate_id, ticket, place). */
export const PLACED_WITH_TICKETS = `
  select account_id, certificate_id, ticket, place from (${WITH_PLACES}) c where place is not null`;

/** Every certificate that has a place, without its ticket: (account_id, certificate_id, place). */
export const PLACED = `select account_id, certificate_id, place from (${PLACED_WITH_TICKETS}) c`;

/** Which of these certificates have no place and do not wait for one: (account_id, certificate_id). */
export const neitherPlacedNorWaiting = (certificates = 'certificates') => `
  select account_id, certificate_id from (${withPlaces(certificates)}) c
   where place is null and not exists (select from log_queue q where q.id = c.ticket)`;

/**
 * The widest range of tickets in a piece of the queue. Certificates are found by a range of tickets, so the range is
 * limited and not only the number of rows: one very old entry must not extend it over all certificates. It is short,
 * because each entry is compared with each certificate of the range.
 */
const STRETCH = 200;
const QUEUE: Pieces = {
  key: ['id'],
  select: (past, rows) => `
    select * from log_queue
     where ${past} and id < (select min(id) from log_queue where ${past}) + ${Math.min(rows, STRETCH)} order by id`,
  mayBeShort: true,
};

/** The certificates whose tickets are in a piece of the queue. */
const OF_QUEUE = `(
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

/** A temporary table of tiles that are only in the file store, filled by the caller: (tile, hashes). */
export const MOVED_LEAVES = 'moved_leaves';

/** The leaves as the log stores them: (leaf_index, leaf_hash). */
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
 * Queues certificates that are neither placed nor waiting, each with a new ticket. Leaves that the log already has
 * are skipped, because they would be added twice.
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

export const checkQueue = compareRows('certificates: queue of the log', [
  {
    code: 'queue_missing',
    message: 'The certificate would never get a place in the log',
    repair: 'queue',
    of: CERTIFICATES,
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it has no place in the log and does not wait for one' as told
            from (${neitherPlacedNorWaiting('piece')}) lost`,
  },
  {
    code: 'queue_stray',
    message: 'The queue of the log holds an entry that should not wait',
    repair: 'queue',
    of: QUEUE,
    sql: `select concat_ws(' ', account_id, certificate_id, 'entry ' || id) as where_ids,
                 'it has a place already, or belongs to no certificate' as told
            from (${waitingInVain('piece', OF_QUEUE)}) vain`,
  },
  {
    code: 'queue_differs',
    message: 'The queue of the log holds a wrong hash',
    repair: 'queue',
    of: QUEUE,
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it waits with a hash that is not its own' as told
            from (${waitingWithAnotherHash('piece', OF_QUEUE)}) other`,
  },
]);
