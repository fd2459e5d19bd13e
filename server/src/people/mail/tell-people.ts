/**
 * Mails that tell people what was changed about them or their account, so that they notice changes made by somebody
 * else.
 */

import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type AccountId, firstAccountOf } from '../../kernel/ids.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Throttle } from '../login/ports.ts';
import type { Person } from '../persons/ports.ts';
import type { SeatStore } from '../teams/ports.ts';
import { type Notice, noticeMail } from './notices.ts';
import type { Mail, Mailer, MailSite } from './ports.ts';

/** The most notices per person and hour, because people in an account must not be able to flood its owners. */
const MAX_NOTICES = 20;
const HOUR_MS = 3_600_000;
/**
 * The last notices that an address gets. They are not counted, because a thief could use up the limit before them, and
 * because each of them happens only once.
 */
const UNCOUNTED: readonly Notice[] = ['mail_changed', 'person_erased'];

export type NoticePorts = { mail: Mailer | undefined; throttle: Throttle; aside: Aside; now: Clock };

/** The origin of a change, and the language of the person who made it, for people who have chosen no language. */
export type Asker = { origin: RequestOrigin; language: 'es' | 'en' };

/** Mails in the background, so that a mail server that is slow or away delays no answer. */
export function tellPerson(
  ports: NoticePorts,
  site: MailSite,
  person: Recipient,
  notice: Notice,
  asker: Asker,
): void {
  const at = ports.now();
  ports.aside.start('mail notice', () => send(ports, site, person, notice, at, asker));
}

/** Tells all owners of the account what was changed in it. */
export function tellOwners(
  ports: NoticePorts & { seats: Pick<SeatStore, 'owners'> },
  site: MailSite,
  account: AccountId,
  notice: Notice,
  asker: Asker,
): void {
  if (ports.mail === undefined) return;
  const at = ports.now();
  ports.aside.start('mail notice', async () => {
    for (const owner of await ports.seats.owners(account)) await send(ports, site, owner, notice, at, asker);
  });
}

/**
 * Tells people other than the one who makes the request, in a mail that the caller composes. `language`: for people who
 * have chosen none.
 */
export function tellOthers(
  ports: NoticePorts,
  recipients: () => Promise<readonly Recipient[]>,
  language: 'es' | 'en',
  compose: (to: string, language: 'es' | 'en') => Mail,
): void {
  if (ports.mail === undefined) return;
  const at = ports.now();
  ports.aside.start('mail about a team', async () => {
    for (const person of await recipients()) {
      if (await isDue(ports, person, at))
        await ports.mail?.send(compose(person.email, person.language ?? language));
    }
  });
}

type Recipient = Pick<Person, 'id' | 'email' | 'emailProvenAt' | 'language'>;

async function send(
  ports: NoticePorts,
  site: MailSite,
  person: Recipient,
  notice: Notice,
  at: Date,
  { origin, language }: Asker,
): Promise<void> {
  if (!(await isDue(ports, person, at, !UNCOUNTED.includes(notice)))) return;
  await ports.mail?.send(noticeMail(site, person, notice, at, origin, person.language ?? language));
}

async function isDue(
  { mail, throttle }: NoticePorts,
  person: Recipient,
  at: Date,
  isCounted = true,
): Promise<boolean> {
  // An address that nobody proved may be a stranger's.
  if (mail === undefined || person.emailProvenAt === undefined) return false;
  if (!isCounted) return true;
  const subject = sha256(`notice\n${firstAccountOf(person.id)}`);
  return (await throttle.claim([{ subject, ceiling: MAX_NOTICES, windowMs: HOUR_MS }], at)) === undefined;
}
