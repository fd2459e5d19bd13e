/** What the next mails tell: written with the events, in one statement for an account, and only if it has an address. */

import type { Query } from '../../../database/pool.ts';
import type { WatchId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';

/** `membershipId` is empty for the end of the watch itself. */
export type MailLine = { watchId: WatchId; membershipId: string };

/** So long a mail gathers what changes at the same time, such as a day on which many lapse. */
const GATHERED_FOR_MS = 15_000;

/**
 * A line that is there already is kept, because a mail says what is so when it is sent. One that is being sent may be
 * told too early, so it is told again.
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
