/** Blanks the descriptions of certificates when the person they are about is anonymised. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { noteEvents } from '../../events/note-event.ts';
import { assertNoHold, lockHolds } from '../../holds/pg-holds.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { lockTogether } from './pg-sealed-together.ts';

/** The text that replaces titles and file names, which must not be empty. */
const FORGOTTEN = '—';

/**
 * Blanks title, description, file name, external id, metadata and tags, and the item of a batch if it still exists.
 * Queues the original for removal as `erase-files.ts` does. Does the same to the sealed copies of these certificates.
 * Hash, stamp and proofs stay. Certificates of other accounts and modes are left alone. New certificates of the account
 * wait until the transaction ends, so this must be its last step.
 */
export async function forgetDocuments(
  { query }: { query: Query },
  { accountId, livemode }: Owner,
  certificateIds: readonly CertificateId[],
  at: Date,
): Promise<void> {
  if (certificateIds.length === 0) return;
  await lockHolds(query, accountId);
  const ids = await lockTogether(query, { accountId, livemode }, certificateIds);
  await assertNoHold(query, accountId, { certificates: ids });
  const params = [accountId, livemode, ids, at, FORGOTTEN];
  const rows = await query(FORGET, params, 'forget-documents');
  const erased = rows.map((row) => ({
    type: 'certificate.file_erased' as const,
    data: { id: read.text(row, 'id') },
  }));
  await noteEvents(query, { accountId, livemode }, at, erased);
}

/** Locks the counter's row first, as every writer does: certificates of the account are written under that lock. */
const FORGET = `
  with counter as materialized (
    select account_id from certificate_counts where account_id = $1 and livemode = $2 for update
  ), meant as materialized (
    select c.id, c.number, c.sha256, c.file_size, c.file_erased_at is null and c.file_size is not null as is_kept
      from counter, certificates c
     where c.account_id = counter.account_id and c.livemode = $2 and c.id = any($3)
  ), forgotten as (
    update certificates c
       set title = $5, description = null, file_name = $5, external_id = null, metadata = null, tags = null,
           file_erased_at = case when is_kept then $4::timestamptz else c.file_erased_at end
      from meant where c.account_id = $1 and c.id = meant.id
  ), unfound as (
    update certificate_search s set search_text = lower($5) || E'\\n' || lower($5)
      from meant where s.account_id = $1 and s.livemode = $2 and s.number = meant.number
  ), unlisted as (
    update batch_lots l
       set items = (select json_agg(case when item.value ->> 'id' = any($3) then
                             (item.value::jsonb - '{description,documentType,externalId,metadata}'::text[]
                               || jsonb_build_object('name', $5::text, 'title', $5::text))::json
                           else item.value end order by item.place)
                      from json_array_elements(l.items) with ordinality as item (value, place))
     where l.account_id = $1 and l.items is not null and l.outcomes ?| $3
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at) select distinct $1, sha256, $4::timestamptz from meant where is_kept
    on conflict do nothing
  ), counted as (
    update certificate_counts
       set stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from meant where is_kept), 0)
     where account_id = $1 and livemode = $2 and exists (select from meant where is_kept)
  )
  select id from meant where is_kept order by id`;
