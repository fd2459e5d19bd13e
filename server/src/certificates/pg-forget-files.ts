/** Forgets the files of certificates and what their records say of people; the certificates and their proofs stay. */

import type { TransactionQuery } from '../database/pool.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';

/**
 * In the transaction of the caller: the records say that the files are erased, their names and titles are gone, and the
 * files are in the queue that `erase-expired-files.ts` works off. A crash afterwards changes nothing of that.
 */
export async function forgetFiles(
  query: TransactionQuery,
  { accountId, livemode }: Owner,
  ids: readonly CertificateId[],
  now: Date,
): Promise<void> {
  if (ids.length > 0) await query(FORGET, [accountId, livemode, ids, now], 'forget-files');
}

/** The counter's row first, as wherever certificates are written. */
const FORGET = `
  with counter as (
    select from certificate_counts where account_id = $1 and livemode = $2 for update
  ), mine as materialized (
    select c.id, c.number, c.sha256, c.file_size, c.file_erased_at is null as is_kept
      from certificates c, (select count(*) from counter) locked
     where c.account_id = $1 and c.livemode = $2 and c.id = any($3)
  ), blanked as (
    update certificates c set file_erased_at = coalesce(c.file_erased_at, $4), title = '', file_name = '', description = null
      from mine where c.account_id = $1 and c.id = mine.id
  ), search as (
    update certificate_search s set search_text = E'\\n' from mine
     where s.account_id = $1 and s.livemode = $2 and s.number = mine.number
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at)
    select distinct $1, sha256, $4::timestamptz from mine where is_kept
    on conflict do nothing
  )
  update certificate_counts
     set stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from mine where is_kept), 0)
   where account_id = $1 and livemode = $2 and exists (select from mine where is_kept)`;
