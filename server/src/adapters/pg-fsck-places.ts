/** Where certificates stand in the log, and which of them wait: all that knows how places are stored. */

/** Every certificate that has a place: (account_id, certificate_id, place). */
export const PLACED = `
  select c.account_id, c.id as certificate_id, c.leaf_index as place from certificates c where c.leaf_index is not null`;

/** Certificates that have no place and do not wait for one: (account_id, certificate_id). */
export const NEITHER_PLACED_NOR_WAITING = `
  select c.account_id, c.id as certificate_id from certificates c
   where c.leaf_index is null
     and not exists (select from log_queue q where q.account_id = c.account_id and q.certificate_id = c.id)`;

/** What waits although it has a place, or is nobody's, or waits twice: (id, account_id, certificate_id). */
export const WAITING_IN_VAIN = `
  select q.id, q.account_id, q.certificate_id from log_queue q
    left join certificates c on c.account_id = q.account_id and c.id = q.certificate_id
   where c.id is null or c.leaf_index is not null
      or exists (select from log_queue other
                  where other.account_id = q.account_id and other.certificate_id = q.certificate_id and other.id < q.id)`;

/** What waits with another hash than its certificate has: (id, account_id, certificate_id, leaf_hash as it should be). */
export const WAITING_WITH_ANOTHER_HASH = `
  select q.id, q.account_id, q.certificate_id, t.leaf_hash from log_queue q
    join certificate_tokens t on t.account_id = q.account_id and t.certificate_id = q.certificate_id
   where t.leaf_hash <> q.leaf_hash`;

/** Puts what neither is placed nor waits into the queue. */
export const QUEUE_AGAIN = `
  insert into log_queue (account_id, certificate_id, leaf_hash)
  select t.account_id, t.certificate_id, t.leaf_hash from (${NEITHER_PLACED_NOR_WAITING}) lost
    join certificate_tokens t on t.account_id = lost.account_id and t.certificate_id = lost.certificate_id
   order by t.account_id, t.certificate_id`;
