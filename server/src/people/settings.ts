/** Settings: who may sign up, what a new account gets, and the mail server. */

import { choice, integer, matching, secret } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import type { MailConfig } from './mail/smtp.ts';
import { readSsoSettings, SSO_SETTINGS, type SsoSettings } from './sso/settings.ts';

export type PeopleSettings = {
  signup: 'open' | 'closed';
  /** Undefined: only the operator can reset a forgotten password. */
  mail: MailConfig | undefined;
  freeCertificates: number;
  /** Each has an allowance of its own. */
  accountsPerPerson: number;
  /** Undefined: people log in here alone. */
  sso: SsoSettings | undefined;
};

export const PEOPLE_SETTINGS = {
  signup: choice(
    'SELLO_SIGNUP',
    'open',
    ['open', 'closed'],
    'Whether anybody can sign up (`open`), or only the operator creates accounts (`closed`)',
  ),
  smtpUrl: secret(
    matching(
      'SELLO_SMTP_URL',
      undefined,
      /^smtps?:\/\/[^\s/]+/,
      'an smtp:// or smtps:// address',
      'Mail server (`smtp://user:password@host:587`) for sign-up and forgotten passwords; by default no mail is sent and e-mail addresses are not confirmed',
    ),
  ),
  mailFrom: matching(
    'SELLO_MAIL_FROM',
    undefined,
    /^[^\r\n]*@[^\r\n]+$/,
    'an e-mail address, with a name or without',
    'Sender of mails, such as `Sello <no-reply@example.com>`; needed with SELLO_SMTP_URL',
  ),
  freeCertificates: integer(
    'SELLO_FREE_CERTIFICATES',
    '5',
    0,
    1_000_000_000,
    'Live certificates that a new account may make',
  ),
  accountsPerPerson: integer(
    'SELLO_ACCOUNTS_PER_PERSON',
    '1',
    0,
    1_000_000,
    'Accounts that one person may open, each with its own free certificates; closed ones and those that were handed over count, seats in the accounts of others do not',
  ),
  ...SSO_SETTINGS,
};

export function readPeopleSettings(read: SettingsReader): PeopleSettings {
  return {
    signup: read.needed(PEOPLE_SETTINGS.signup),
    mail: readMail(read),
    freeCertificates: read.needed(PEOPLE_SETTINGS.freeCertificates),
    accountsPerPerson: read.needed(PEOPLE_SETTINGS.accountsPerPerson),
    sso: readSsoSettings(read),
  };
}

function readMail({ take, problems }: SettingsReader): MailConfig | undefined {
  const smtpUrl = take(PEOPLE_SETTINGS.smtpUrl);
  const from = take(PEOPLE_SETTINGS.mailFrom);
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl !== undefined) problems.push('SELLO_MAIL_FROM is needed when SELLO_SMTP_URL is set');
  return undefined;
}
