/**
 * The contents of the next mails. They are written with the events, in one statement per account, and only if it has an
 * address.
 */

import type { Query } from '../../../database/pool.ts';
import type { WatchId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';

/** `membershipId` is empty if the line says that the watch itself has ended. */
export type MailLine = { watchId: WatchId; membershipId: string };

/**
 * A mail waits this long to collect changes that come at the same time, for example when many memberships lapse on one
 * day.
 */
const GATHERED_FOR_MS = 15_000;

/**
 * A line that is queued already is kept, because a mail shows the state at the time of sending. If the line is just
 * being sent, it is queued again, because that mail may show the state before this change.
 */
export async function queueForMail(
  query: Query,
  { accountId, livemode }: Owner,
  lines: readonly MailLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0 || !livemode) return;
  await query(
    `with addresses as (
       select id from watch_addresses where account_id = $1 and livemode and status = 'confirmed' order by id
          for no key update
     ), queued as (
       insert into watch_mail_lines (address_id, watch_id, membership_id)
       select distinct d.id, l.watch_id, l.membership_id
         from addresses d cross join unnest($2::text[], $3::text[]) as l (watch_id, membership_id)
       on conflict (address_id, watch_id, membership_id) do update set taken_at = null
     )
     update watch_addresses d set due_at = greatest($4, d.quiet_until) from addresses
      where d.id = addresses.id and d.due_at is null`,
    [
      accountId,
      lines.map(({ watchId }) => watchId),
      lines.map(({ membershipId }) => membershipId),
      new Date(now.getTime() + GATHERED_FOR_MS),
    ],
    'queue-watch-mail',
  );
}
