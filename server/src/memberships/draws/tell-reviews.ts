/**
 * Mails members who were drawn: after the draw, before the last day if they sent nothing, and after the decision. Each
 * mail is claimed before it is sent (see `../own-page/mail/member-mail.ts`). In test mode no mail is sent.
 */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Clock } from '../../kernel/clock.ts';
import { LOCALES } from '../members/member.ts';
import type { SendClaimed } from '../own-page/mail/claimed.ts';
import { claimDecided, claimDrawn, claimReminder } from './pg-tell-reviews.ts';
import { REVIEW_STATUSES } from './review.ts';
import { reviewMail } from './review-mail.ts';

type Ports = { records: Pick<Database, 'query' | 'transaction'>; now: Clock; baseUrl: string };

export async function tellReviews(ports: Ports, send: SendClaimed, isStopping: () => boolean): Promise<void> {
  for (const claim of [claimDrawn, claimDecided, claimReminder]) {
    while (!isStopping()) {
      const claimed = await ports.records.transaction((query) => claim(query, ports.now()));
      if (claimed === undefined) break;
      const { row, kind, giveBack } = claimed;
      const to = read.optionalText(row, 'email');
      if (to === undefined) continue;
      const locale = read.oneOf(row, 'locale', LOCALES);
      const sender = {
        council: read.text(row, 'council'),
        url: `${ports.baseUrl}/my/${read.text(row, 'account_id')}`,
        livemode: true,
      };
      const subject = {
        kind,
        program: read.text(row, 'program'),
        draw: read.text(row, 'draw'),
        dueOn: read.text(row, 'due_on'),
        status: read.oneOf(row, 'status', REVIEW_STATUSES),
        reason: read.optionalText(row, 'decision_reason'),
      };
      await send({
        mail: reviewMail(sender, to, subject, locale),
        giveBack: () => ports.records.transaction((query) => giveBack(query)),
      });
    }
  }
}
