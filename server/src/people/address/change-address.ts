/**
 * Changing the e-mail address of an account, with its password and its second factor. Where mail is sent, nothing changes until a link that
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
import type { Account, AccountStore } from '../accounts/ports.ts';
import { networkClaims } from '../login/attempt.ts';
import type { Claim, Person, Throttle } from '../login/ports.ts';
import type { Mailer, MailSite } from '../mail/ports.ts';
import type { Asker } from '../mail/tell-owner.ts';
import { invalidToken } from '../passwords/reset-password.ts';
import { assertOwner, type OwnerPorts, type WithFactor } from '../second-factor/factor-proof.ts';
import { addressTakenMail, confirmAddressMail } from './mails.ts';
import type { AddressChangeStore } from './ports.ts';

const HOUR_MS = 3_600_000;
/** Per hour, counted before anything is looked up, changed or mailed. */
const MAX_MAILS_PER_ADDRESS = 3;
const MAX_CHANGES_PER_NETWORK = 20;

export type ChangeAddressPorts = OwnerPorts & {
  addressChanges: AddressChangeStore;
  aside: Aside;
  randomBytes: RandomBytes;
};

type Wanted = Static<typeof WithFactor> & { email: string };

/** The same answer, as fast, whether the address is free, taken or the account's own: the rest runs in the background. */
export async function mailAddressChange(
  ports: ChangeAddressPorts,
  mail: Mailer,
  site: MailSite,
  person: Person,
  wanted: Wanted,
  { origin, language }: Asker,
): Promise<void> {
  const { email } = wanted;
  const checkedMark = await assertOwner(ports, site, person, wanted);
  const subject = sha256(`address change\n${await ports.accounts.fold(email)}`);
  const mails = { subject, ceiling: MAX_MAILS_PER_ADDRESS, windowMs: HOUR_MS };
  await claimChange(ports, [...changesFrom(origin), mails]);
  const { account } = person;
  ports.aside.start('mail address change', async () => {
    const holder = (await ports.accounts.findByEmail(email))?.account;
    if (holder !== undefined && isTaken(holder, account, email)) {
      await mail.send(addressTakenMail(site, holder.email, holder.language ?? language));
      return;
    }
    const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
    const expiresAt = new Date(ports.now().getTime() + HOUR_MS);
    const change = { accountId: account.id, checkedMark, email, tokenHash: sha256(token), expiresAt };
    if (!(await ports.addressChanges.add(change))) return;
    // After the #, which browsers do not send: no proxy logs the token.
    const link = `${site.baseUrl}/dashboard/confirm-address#token=${token}`;
    const isHeld = holder !== undefined && holder.id !== account.id;
    await mail.send(confirmAddressMail(site, email, link, isHeld, account.language ?? language));
  });
}

/**
 * An unproven account loses the address to the person who proves it. The account's own address may be proved or
 * respelled.
 */
function isTaken(holder: Account, account: Account, email: string): boolean {
  if (holder.emailProvenAt === undefined) return false;
  return holder.id !== account.id || holder.email === email;
}

/** The holder of the token owns the mailbox, and somebody with the account's password asked for it. */
export async function confirmAddress(
  ports: { accounts: AccountStore; addressChanges: AddressChangeStore; now: Clock },
  token: string,
  origin: RequestOrigin,
): Promise<{ before: Account; email: string }> {
  const tokenHash = sha256(token);
  const found = await ports.addressChanges.find(tokenHash, ports.now());
  if (found === undefined) throw invalidToken();
  const { account: before, email } = found;
  await ports.accounts.giveUpUnproven(email, ports.now(), before.id);
  const outcome = await ports.addressChanges.confirm(tokenHash, ports.now(), origin);
  if (outcome === 'taken') throw addressTaken();
  if (outcome === 'void') throw invalidToken();
  return { before, email };
}

/** Where no mail is sent. */
export async function changeAddressAtOnce(
  ports: ChangeAddressPorts,
  site: Site,
  person: Person,
  wanted: Wanted,
  origin: RequestOrigin,
): Promise<Account> {
  const { account } = person;
  const { email } = wanted;
  const checkedMark = await assertOwner(ports, site, person, wanted);
  await claimChange(ports, changesFrom(origin));
  if (email === account.email) return account;
  const change = { accountId: account.id, checkedMark, email };
  const outcome = await ports.addressChanges.changeUnproven(change, ports.now(), personOf(account, origin));
  if (outcome === 'taken') throw addressTaken();
  if (outcome === 'void') throw passwordChanged();
  return { ...account, email, emailProvenAt: undefined };
}

/** For an owner who lost the account together with its address. A closed account has none to change. */
export async function changeAddressByOperator(
  ports: { addressChanges: AddressChangeStore; now: Clock },
  account: Account,
  email: string,
): Promise<Account> {
  const outcome = await ports.addressChanges.changeByOperator(account.id, email, ports.now());
  if (outcome === 'taken') throw addressTaken();
  return outcome === 'void' ? account : { ...account, email };
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
