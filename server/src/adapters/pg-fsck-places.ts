/** Where certificates stand in the log, and which of them wait: all that knows how places are stored. */

/** Every certificate with its place, null where it has none. */
const WITH_PLACES = `
  select c.account_id, c.id as certificate_id, c.ticket, p.leaf_index as place
    from certificates c left join lateral log_place(c.ticket) p on true`;

/** Every certificate that has a place: (account_id, certificate_id, place). */
export const PLACED = `
  select account_id, certificate_id, place from (${WITH_PLACES}) c where place is not null`;

/** Certificates that have no place and do not wait for one: (account_id, certificate_id). */
export const NEITHER_PLACED_NOR_WAITING = `
  select account_id, certificate_id from (${WITH_PLACES}) c
   where place is null and not exists (select from log_queue q where q.id = c.ticket)`;

/** Runs that leave a place out, give one twice, or go on past the end of the log: (first_leaf_index). */
export const RUNS_ASTRAY = `
  select first_leaf_index from (
    select first_leaf_index, last_ticket - first_ticket + 1 as length,
           lead(first_leaf_index, 1, (select coalesce(max(size), 0) from checkpoints)) over (order by first_leaf_index) as next,
           lag(first_leaf_index + last_ticket - first_ticket + 1, 1, 0::bigint) over (order by first_leaf_index) as due
      from log_places) r
   where length < 1 or first_leaf_index + length <> next or first_leaf_index <> due`;

/** What waits although it has a place, or is nobody's: (id, account_id, certificate_id, place, leaf_hash). */
export const WAITING_IN_VAIN = `
  select q.id, c.account_id, c.certificate_id, c.place, q.leaf_hash from log_queue q
    left join (${WITH_PLACES}) c on c.ticket = q.id
   where c.certificate_id is null or c.place is not null`;

/** What waits with another hash than its certificate has: (id, account_id, certificate_id, leaf_hash as it should be). */
export const WAITING_WITH_ANOTHER_HASH = `
  select q.id, c.account_id, c.id as certificate_id, t.leaf_hash from log_queue q
    join certificates c on c.ticket = q.id
    join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
   where t.leaf_hash <> q.leaf_hash`;

/** Puts what neither is placed nor waits into the queue, under the ticket that it has. */
export const QUEUE_AGAIN = `
  insert into log_queue (id, leaf_hash) overriding system value
  select c.ticket, t.leaf_hash from (${NEITHER_PLACED_NOR_WAITING}) lost
    join certificates c on c.account_id = lost.account_id and c.id = lost.certificate_id
    join certificate_tokens t on t.account_id = lost.account_id and t.certificate_id = lost.certificate_id`;
