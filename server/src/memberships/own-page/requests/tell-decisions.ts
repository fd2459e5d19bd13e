/** Mails members the decisions on their requested corrections, at most once each: see `mail/member-mail.ts`. */

import type { Database, Query, Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { MemberRequestId } from '../../../kernel/ids.ts';
import { LOCALES } from '../../members/member.ts';
import type { SendClaimed } from '../mail/claimed.ts';
import { requestDecidedMail } from '../mail/mails.ts';

type Ports = { records: Pick<Database, 'transaction'>; now: Clock; baseUrl: string };

/** Decisions older than this are not mailed, because mail may have been turned on only now. */
const NEWS_DAYS = 7;

export async function tellDecisions(
  { records, now, baseUrl }: Ports,
  send: SendClaimed,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping()) {
    const row = await records.transaction((query) => claimNext(query, now()));
    if (row === undefined) return;
    const to = read.optionalText(row, 'email');
    if (to === undefined) continue;
    const requestId = read.id('mrq', row, 'id');
    const sender = {
      council: read.text(row, 'council'),
      url: `${baseUrl}/my/${read.text(row, 'account_id')}`,
      livemode: read.boolean(row, 'livemode'),
    };
    const decision = {
      isApproved: read.text(row, 'status') === 'approved',
      reason: read.optionalText(row, 'decision_reason'),
    };
    await send({
      mail: requestDecidedMail(sender, to, decision, read.oneOf(row, 'locale', LOCALES)),
      giveBack: () => records.transaction((query) => giveBack(query, requestId)),
    });
  }
}

/** Claims the oldest decision that was not mailed yet. It counts as mailed from now on, even if the mail fails. */
async function claimNext(query: Query, now: Date): Promise<Row | undefined> {
  const [row] = await query(
    `with next as (
       select r.id from member_requests r
        where r.decided_at > $1::timestamptz - interval '${NEWS_DAYS} days' and r.told_at is null and r.status <> 'withdrawn'
        order by r.decided_at limit 1 for update skip locked
     )
     update member_requests r set told_at = $1 from next, members m, accounts a left join councils c on c.account_id = a.id
      where r.id = next.id and m.id = r.member_id and a.id = r.account_id
      returning r.id, r.account_id, r.livemode, r.status, r.decision_reason, m.email, m.locale,
        coalesce(c.name, a.name) as council`,
    [now],
    'claim-decision',
  );
  return row;
}

async function giveBack(query: Query, requestId: MemberRequestId): Promise<void> {
  await query('update member_requests set told_at = null where id = $1', [requestId], 'give-decision-back');
}
