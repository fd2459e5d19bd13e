/**
 * Changing the e-mail address of a person, with its password and its second factor. Where mail is sent, nothing changes until a link that
 * was mailed to the new address is opened; where none is sent, it changes at once and counts as unproved.
 */

import type { Static } from 'typebox';
import type { Site } from '../../http/site.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { networkClaims } from '../login/attempt.ts';
import type { Claim, Throttle, Visit } from '../login/ports.ts';
import type { Mailer, MailSite } from '../mail/ports.ts';
import type { Asker } from '../mail/tell-people.ts';
import { invalidToken } from '../passwords/reset-password.ts';
import type { Person, PersonStore } from '../persons/ports.ts';
import { assertOwner, type OwnerPorts, type WithFactor } from '../second-factor/factor-proof.ts';
import { addressTakenMail, confirmAddressMail } from './mails.ts';
import type { AddressChangeStore } from './ports.ts';

const HOUR_MS = 3_600_000;
/** Limits per hour. They are counted before anything is looked up, changed or mailed. */
const MAX_MAILS_PER_ADDRESS = 3;
const MAX_CHANGES_PER_NETWORK = 20;

export type ChangeAddressPorts = OwnerPorts & {
  addressChanges: AddressChangeStore;
  aside: Aside;
  randomBytes: RandomBytes;
};

type Wanted = Static<typeof WithFactor> & { email: string };

/**
 * Gives the same answer, equally fast, whether the address is free, taken or the person's own: the rest runs in the
 * background.
 */
export async function mailAddressChange(
  ports: ChangeAddressPorts,
  mail: Mailer,
  site: MailSite,
  visit: Visit,
  wanted: Wanted,
  { origin, language }: Asker,
): Promise<void> {
  const email = wanted.email.normalize('NFC');
  const checkedMark = await assertOwner(ports, site, visit, wanted);
  const subject = sha256(`address change\n${await ports.people.fold(email)}`);
  const mails = { subject, ceiling: MAX_MAILS_PER_ADDRESS, windowMs: HOUR_MS };
  await claimChange(ports, [...changesFrom(origin), mails]);
  const { person } = visit;
  ports.aside.start('mail address change', async () => {
    const holder = (await ports.people.findByEmail(email))?.person;
    if (holder !== undefined && isTaken(holder, person, email)) {
      await mail.send(addressTakenMail(site, holder.email, holder.language ?? language));
      return;
    }
    const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
    const expiresAt = new Date(ports.now().getTime() + HOUR_MS);
    const change = { personId: person.id, checkedMark, email, tokenHash: sha256(token), expiresAt };
    if (!(await ports.addressChanges.add(change))) return;
    // The token comes after the #. Browsers do not send that part, so no proxy logs it.
    const link = `${site.baseUrl}/dashboard/confirm-address#token=${token}`;
    const isHeld = holder !== undefined && holder.id !== person.id;
    await mail.send(confirmAddressMail(site, email, link, isHeld, person.language ?? language));
  });
}

/**
 * A person who has not proved an address loses it to the person who proves it. People may prove or respell their own
 * address.
 */
function isTaken(holder: Person, person: Person, email: string): boolean {
  if (holder.emailProvenAt === undefined) return false;
  return holder.id !== person.id || holder.email === email;
}

/** The holder of the token owns the mailbox, and somebody with the person's password asked for it. */
export async function confirmAddress(
  ports: { people: PersonStore; addressChanges: AddressChangeStore; now: Clock },
  token: string,
  origin: RequestOrigin,
): Promise<{ before: Person; email: string }> {
  const tokenHash = sha256(token);
  const found = await ports.addressChanges.find(tokenHash, ports.now());
  if (found === undefined) throw invalidToken();
  const { person: before, email } = found;
  await ports.people.giveUpUnproven(email, ports.now(), before.id);
  const outcome = await ports.addressChanges.confirm(tokenHash, ports.now(), origin);
  if (outcome === 'taken') throw addressTaken();
  if (outcome === 'void') throw invalidToken();
  return { before, email };
}

/** Changes the address at once, where no mail is sent. */
export async function changeAddressAtOnce(
  ports: ChangeAddressPorts,
  site: Site,
  visit: Visit,
  wanted: Wanted,
  origin: RequestOrigin,
): Promise<Person> {
  const { person } = visit;
  const email = wanted.email.normalize('NFC');
  const checkedMark = await assertOwner(ports, site, visit, wanted);
  await claimChange(ports, changesFrom(origin));
  if (email === person.email) return person;
  const change = { personId: person.id, checkedMark, email };
  const outcome = await ports.addressChanges.changeUnproven(change, ports.now(), personOf(person, origin));
  if (outcome === 'taken') throw addressTaken();
  if (outcome === 'void') throw passwordChanged();
  return { ...person, email, emailProvenAt: undefined };
}

/** The operator calls this when somebody has lost the mailbox of their account. */
export async function changeAddressByOperator(
  ports: { addressChanges: AddressChangeStore; now: Clock },
  person: Person,
  email: string,
): Promise<Person> {
  const outcome = await ports.addressChanges.changeByOperator(person.id, email, ports.now());
  if (outcome === 'taken') throw addressTaken();
  return outcome === 'void' ? person : { ...person, email: email.normalize('NFC') };
}

function changesFrom(origin: RequestOrigin): Claim[] {
  return networkClaims('address change network', origin, MAX_CHANGES_PER_NETWORK, HOUR_MS);
}

async function claimChange(
  { throttle, now }: { throttle: Throttle; now: Clock },
  claims: readonly Claim[],
): Promise<void> {
  const freeAt = await throttle.claim(claims, now());
  if (freeAt === undefined) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Several changes of address were already requested. Look into your mail, or try again in {wait}.',
      es: 'Ya se pidieron varios cambios de correo. Revise su correo o intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: secondsUntil(freeAt, now()) },
  );
}

function addressTaken(): AppError {
  return new AppError('email_taken', {
    en: 'Another account has this `email`. Choose a different one.',
    es: 'Otra cuenta tiene este `email`. Elija uno distinto.',
  });
}

function passwordChanged(): AppError {
  return new AppError('wrong_password', {
    en: 'The password was changed elsewhere a moment ago. Log in with the new one.',
    es: 'La contraseña se cambió en otro lugar hace un momento. Inicie sesión con la nueva.',
  });
}
