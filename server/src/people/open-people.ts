/** Opens the ports for people: sessions, second factors, passwords, mail, the audit log. */

import { makeAuditLog } from '../audit/pg-audit.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Database } from '../database/pool.ts';
import type { Aside } from '../kernel/aside.ts';
import { makeAside } from '../kernel/aside.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { Surroundings } from '../kernel/surroundings.ts';
import { makeAddressChangeStore } from './address/pg-address-changes.ts';
import type { AddressChangeStore } from './address/ports.ts';
import { makeSessionStore } from './login/pg-sessions.ts';
import { makeThrottle } from './login/pg-throttle.ts';
import type { SessionStore, Throttle } from './login/ports.ts';
import { type MailCounters, type MailStanding, makePatientMailer } from './mail/patient-mailer.ts';
import type { Mailer } from './mail/ports.ts';
import { openMailer } from './mail/smtp.ts';
import { makeOperatorStore } from './operators/pg-operators.ts';
import type { OperatorStore } from './operators/ports.ts';
import { makePasskeyStore } from './passkeys/pg-passkeys.ts';
import type { PasskeyStore } from './passkeys/ports.ts';
import { makePasswordStore } from './passwords/pg-passwords.ts';
import type { PasswordStore } from './passwords/ports.ts';
import { makePersonStore } from './persons/pg-persons.ts';
import type { PersonStore } from './persons/ports.ts';
import { makeSecondFactorStore } from './second-factor/pg-second-factors.ts';
import type { SecondFactorStore } from './second-factor/ports.ts';
import type { PeopleSettings } from './settings.ts';
import { makeSignUpStore } from './sign-up/pg-sign-ups.ts';
import type { SignUpStore } from './sign-up/ports.ts';
import { makeIssuer } from './sso/issuer.ts';
import { makeIdentityStore } from './sso/pg-identities.ts';
import type { IdentityStore, Issuer } from './sso/ports.ts';
import { makeSeatStore } from './teams/pg-seats.ts';
import type { SeatStore } from './teams/ports.ts';

export type PeoplePorts = {
  people: PersonStore;
  seats: SeatStore;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  passkeys: PasskeyStore;
  passwordStore: PasswordStore;
  signUps: SignUpStore;
  addressChanges: AddressChangeStore;
  operators: OperatorStore;
  identities: IdentityStore;
  /** Undefined if single sign-on is not configured. */
  issuer: Issuer | undefined;
  throttle: Throttle;
  audit: AuditLog;
  /** Undefined if the operator named no mail server. Mails wait while the server is away. */
  mail: Mailer | undefined;
  /** Rejects while the server is away, for callers that keep a mail elsewhere until it is sent. */
  directMail: Mailer | undefined;
  /** Undefined if no mail is sent. */
  mailStanding: MailStanding | undefined;
  aside: Aside;
};

export function openPeople(
  config: Pick<PeopleSettings, 'mail' | 'signup' | 'sso'> & { baseUrl: string },
  database: Database,
  { logger, now }: Pick<Surroundings, 'logger' | 'now'>,
  counters: MailCounters,
  onClose: OnClose,
): PeoplePorts {
  const smtp = config.mail && openMailer(config.mail);
  const mail = smtp && makePatientMailer(smtp, { logger, now, counters });
  if (mail === undefined && config.signup === 'open') {
    logger.warn('signup.addresses_unproven', {
      means: 'Without mail anybody can sign up with an address that is not theirs, and use it live.',
      mend: 'Set SELLO_SMTP_URL and SELLO_MAIL_FROM, or SELLO_SIGNUP=closed.',
    });
  }
  if (smtp !== undefined) onClose.push(async () => smtp.close());
  const aside = makeAside(logger);
  // Finish background work before closing the connections it uses.
  onClose.push(() => aside.settled());
  return {
    people: makePersonStore(database),
    seats: makeSeatStore(database),
    sessions: makeSessionStore(database, config.sso?.isOnly ? config.sso.issuer : undefined),
    secondFactors: makeSecondFactorStore(database),
    passkeys: makePasskeyStore(database),
    passwordStore: makePasswordStore(database),
    signUps: makeSignUpStore(database),
    addressChanges: makeAddressChangeStore(database),
    operators: makeOperatorStore(database),
    identities: makeIdentityStore(database),
    issuer: config.sso && makeIssuer(config.sso, config, { logger, now }),
    throttle: makeThrottle(database),
    audit: makeAuditLog(database),
    mail: mail?.patient,
    directMail: mail?.direct,
    mailStanding: mail?.standing,
    aside,
  };
}
