/** Forgets what certificates are about, when the person that they are about is to be forgotten. */

import type { Query } from '../../database/pool.ts';
import { text } from '../../database/row-reader.ts';
import { noteEvents } from '../../events/note-event.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

/** In place of titles and file names, which have to be something. */
const FORGOTTEN = '—';

/**
 * Title, description, file name, external id and metadata are blanked and the original is queued for removal, as
 * `erase-files.ts` does it; hash, stamp and proofs stay. Certificates of other accounts and modes are left alone. New certificates of the
 * account wait until the transaction ends, so this comes last in it.
 */
export async function forgetDocuments(
  { query }: { query: Query },
  { accountId, livemode }: Owner,
  certificateIds: readonly CertificateId[],
  at: Date,
): Promise<void> {
  if (certificateIds.length === 0) return;
  const params = [accountId, livemode, certificateIds, at, FORGOTTEN];
  const rows = await query(FORGET, params, 'forget-documents');
  const erased = rows.map((row) => ({
    type: 'certificate.file_erased' as const,
    data: { id: text(row, 'id') },
  }));
  await noteEvents(query, { accountId, livemode }, at, erased);
}

/** The counter's row first, as everywhere: certificates of the account are written under its lock. */
const FORGET = `
  with counter as materialized (
    select account_id from certificate_counts where account_id = $1 and livemode = $2 for update
  ), meant as materialized (
    select c.id, c.number, c.sha256, c.file_size, c.file_erased_at is null and c.file_size is not null as is_kept
      from counter, certificates c
     where c.account_id = counter.account_id and c.livemode = $2 and c.id = any($3)
  ), forgotten as (
    update certificates c
       set title = $5, description = null, file_name = $5, external_id = null, metadata = null,
           file_erased_at = case when is_kept then $4::timestamptz else c.file_erased_at end
      from meant where c.account_id = $1 and c.id = meant.id
  ), unfound as (
    update certificate_search s set search_text = lower($5) || E'\\n' || lower($5)
      from meant where s.account_id = $1 and s.livemode = $2 and s.number = meant.number
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at) select distinct $1, sha256, $4::timestamptz from meant where is_kept
    on conflict do nothing
  ), counted as (
    update certificate_counts
       set stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from meant where is_kept), 0)
     where account_id = $1 and livemode = $2 and exists (select from meant where is_kept)
  )
  select id from meant where is_kept order by id`;
