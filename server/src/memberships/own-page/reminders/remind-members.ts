/** Reminds members whose term ends soon, at most once for each term, end date and step (see `mail/member-mail.ts`). */

import type { Database } from '../../../database/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { todayOf } from '../../calendar.ts';
import type { SendClaimed } from '../mail/claimed.ts';
import { dayWords } from '../mail/day-words.ts';
import { reminderMail } from '../mail/mails.ts';
import {
  accountsThatRemind,
  claimReminder,
  type DueReminder,
  giveReminderBack,
  readDue,
} from './pg-reminders.ts';

type Ports = { records: Pick<Database, 'transaction'>; now: Clock; baseUrl: string };

const LOT = 100;

/** Sends mails one after the other, because mail servers accept few at once. A stop has to wait for only one mail. */
export async function remindMembers(
  ports: Ports,
  send: SendClaimed,
  isStopping: () => boolean,
): Promise<void> {
  const { records, now, baseUrl } = ports;
  for (const { accountId, council } of await records.transaction(accountsThatRemind)) {
    const sender = { council, url: `${baseUrl}/my/${accountId}`, livemode: true };
    const today = await records.transaction((query) => todayOf({ query, now }, { accountId }));
    for await (const due of allDue(ports, accountId, today)) {
      if (isStopping()) return;
      const isOurs = await records.transaction((query) => claimReminder(query, accountId, due, now()));
      if (!isOurs) continue;
      const ending = { ...due, day: dayWords(due.validUntil, due.locale) };
      await send({
        mail: reminderMail(sender, due.email, ending, due.locale),
        giveBack: () => records.transaction((query) => giveReminderBack(query, due)),
      });
    }
  }
}

async function* allDue({ records }: Ports, accountId: AccountId, today: string): AsyncGenerator<DueReminder> {
  for (let after = ''; ; ) {
    const lot = await records.transaction((query) => readDue(query, accountId, today, after, LOT));
    yield* lot;
    const last = lot.at(-1);
    if (last === undefined || lot.length < LOT) return;
    after = last.termId;
  }
}
