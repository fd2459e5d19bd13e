/** Forgotten passwords: a link that works once, for an hour, sent by mail or made by the operator. */

import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { type Caller, forgetFailures, networkClaims } from '../login/attempt.ts';
import type { KnownDevice } from '../login/known-devices.ts';
import { knownAs } from '../login/log-in.ts';
import type { Throttle } from '../login/ports.ts';
import type { Mail, Mailer } from '../mail/ports.ts';
import type { Person, PersonStore } from '../persons/ports.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { PasswordHasher, PasswordStore } from './ports.ts';

const RESET_MS = 3_600_000;

/** Limits per hour: for mails to one address, and for requests from one network. */
const MAX_MAILS_PER_ADDRESS = 3;
const MAX_MAILS_PER_NETWORK = 20;

type ResetRules = { baseUrl: string; serviceName: string };

type Language = 'es' | 'en';

export type ResetPorts = {
  passwords: PasswordHasher;
  passwordStore: PasswordStore;
  people: PersonStore;
  throttle: Throttle;
  now: Clock;
};

export type MailResetPorts = {
  people: PersonStore;
  passwordStore: PasswordStore;
  throttle: Throttle;
  mail: Mailer | undefined;
  aside: Aside;
  now: Clock;
  randomBytes: RandomBytes;
};

/**
 * Gives the same answer, equally fast, whether the address has a person or not: the rest runs in the background.
 * `language` is the request's, for accounts that have chosen none.
 */
export async function mailResetLink(
  ports: MailResetPorts,
  rules: ResetRules,
  email: string,
  {
    devices,
    origin,
    language,
  }: { devices: readonly KnownDevice[]; origin: RequestOrigin; language: Language },
): Promise<void> {
  const { mail } = ports;
  if (mail === undefined) throw mailNotConfigured();
  const folded = await ports.people.fold(email);
  await claimMail(ports, folded, {
    origin,
    knownBy: await knownAs(ports, folded, { devices, visit: undefined }),
  });
  ports.aside.start('mail reset link', () => sendTo(ports, mail, rules, email, language));
}

export async function makeResetLink(
  ports: { passwordStore: PasswordStore; now: Clock; randomBytes: RandomBytes },
  { baseUrl }: Pick<ResetRules, 'baseUrl'>,
  person: Pick<Person, 'id' | 'email'>,
): Promise<string> {
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const expiresAt = new Date(ports.now().getTime() + RESET_MS);
  await ports.passwordStore.addReset(person, sha256(token), expiresAt);
  // The token is in the fragment, which browsers do not send, so that no proxy logs it.
  return `${baseUrl}/dashboard/reset-password#token=${token}`;
}

export async function resetPassword(
  ports: ResetPorts,
  { serviceName }: Pick<ResetRules, 'serviceName'>,
  token: string,
  newPassword: string,
  origin: RequestOrigin,
): Promise<Person> {
  const tokenHash = sha256(token);
  // Looks the token up before the costly hash, so that guessing tokens causes no work.
  const personId = await ports.passwordStore.findReset(tokenHash, ports.now());
  const person = personId && (await ports.people.find(personId));
  if (person === undefined) throw invalidToken();
  await assertGoodPassword('new_password', newPassword, { ...person, serviceName });
  const newHash = await ports.passwords.hash(newPassword, { lane: 'known', holder: person.id });
  const email = await ports.passwordStore.reset(tokenHash, newHash, ports.now(), origin);
  if (email === undefined) throw invalidToken();
  // Failed guesses by others must not keep the owner waiting.
  await forgetFailures(ports, await ports.people.fold(email), origin);
  return person;
}

async function claimMail(
  ports: { throttle: Throttle; now: Clock },
  folded: string,
  { origin, knownBy }: Caller,
): Promise<void> {
  const mails = (subject: string) => ({
    subject: sha256(subject),
    ceiling: MAX_MAILS_PER_ADDRESS,
    windowMs: RESET_MS,
  });
  // Neither strangers who ask in the owner's name nor neighbours in the same network use up the mails of a known device.
  const claims =
    knownBy !== undefined && 'device' in knownBy
      ? [mails(`mail device\n${knownBy.device}`)]
      : [
          mails(`mail address\n${folded}`),
          ...networkClaims('mail network', origin, MAX_MAILS_PER_NETWORK, RESET_MS),
        ];
  const freeAt = await ports.throttle.claim(claims, ports.now());
  if (freeAt === undefined) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Several mails were already requested. Look for them, or try again in {wait}.',
      es: 'Ya se pidieron varios correos. Búsquelos o intente de nuevo en {wait}.',
    },
    // Measured from now, so that it never exceeds an hour: another request may have started the hour a moment after
    // this one arrived.
    { retryAfterSeconds: secondsUntil(freeAt, ports.now()) },
  );
}

async function sendTo(
  ports: MailResetPorts,
  mail: Mailer,
  rules: ResetRules,
  email: string,
  language: Language,
): Promise<void> {
  const known = await ports.people.findByEmail(email);
  if (known === undefined) return;
  const link = await makeResetLink(ports, rules, known.person);
  await mail.send(resetMail(rules, known.person, link, known.person.language ?? language));
}

function resetMail(
  { baseUrl, serviceName }: ResetRules,
  person: Person,
  link: string,
  language: Language,
): Mail {
  const to = person.email;
  if (language === 'es') {
    return {
      to,
      subject: `Restablecer su contraseña de ${serviceName}`,
      text: `Alguien pidió restablecer la contraseña de la cuenta que tiene este correo en ${baseUrl}.

Si fue usted, abra esta dirección dentro de una hora y elija una contraseña nueva:

${link}

La dirección sirve una sola vez. Si no fue usted, no tiene que hacer nada: su contraseña no ha cambiado.
`,
    };
  }
  return {
    to,
    subject: `Reset your ${serviceName} password`,
    text: `Someone asked to reset the password of the account with this e-mail address at ${baseUrl}.

If it was you, open this link within an hour and choose a new password:

${link}

The link works once. If it was not you, you do not need to do anything: your password has not changed.
`,
  };
}

function mailNotConfigured(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail. Ask its operator for a link (`sello person reset-password`).',
    es: 'Este servicio no envía correos. Pida un enlace a su operador (`sello person reset-password`).',
  });
}

export function invalidToken(): AppError {
  return new AppError('invalid_token', {
    en: 'This link was already used, is too old or is incomplete. Ask for a new one.',
    es: 'Este enlace ya se usó, es demasiado antiguo o está incompleto. Pida uno nuevo.',
  });
}
