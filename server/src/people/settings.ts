/** Settings: who may sign up, what a new account gets, and the mail server. */

import { choice, integer, matching, type Setting, secret } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import type { MailConfig } from './mail/smtp.ts';
import { readSsoSettings, SSO_SETTINGS, type SsoSettings } from './sso/settings.ts';

export type PeopleSettings = {
  signup: 'open' | 'closed';
  /** Undefined: only the operator can reset a forgotten password. */
  mail: MailConfig | undefined;
  freeCertificates: number;
  /** The most accounts that a person may open. Each has an allowance of its own. */
  accountsPerPerson: number;
  /** Addresses of operators. Each counts only for a person who has proved to own it. */
  operators: readonly string[];
  /** The address at which accounts can ask the operator for help; undefined if there is none. */
  supportUrl: string | undefined;
  /** Undefined if people do not log in through an issuer. */
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
  operators: addresses(
    'SELLO_OPERATORS',
    'E-mail addresses of people who may open `/operator`, separated by commas; an address counts only once its owner has proved it; without mail, use `sello operator add`',
  ),
  supportUrl: matching(
    'SELLO_SUPPORT_URL',
    undefined,
    /^(https?:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/,
    'an https:// or mailto: address',
    "Page or address (`https://…` or `mailto:…`) where accounts can reach you; shown wherever the operator's help is needed",
  ),
  ...SSO_SETTINGS,
};

function addresses(name: string, help: string): Setting<readonly string[], undefined> {
  const parse = (given: string) => {
    const all = given.split(',').map((one) => one.trim());
    return all.every((one) => /^[^\s@]+@[^\s@]+$/.test(one)) ? all : undefined;
  };
  return { name, fallback: undefined, help, parse, expects: 'e-mail addresses, separated by commas' };
}

export function readPeopleSettings(read: SettingsReader): PeopleSettings {
  return {
    signup: read.needed(PEOPLE_SETTINGS.signup),
    mail: readMail(read),
    freeCertificates: read.needed(PEOPLE_SETTINGS.freeCertificates),
    accountsPerPerson: read.needed(PEOPLE_SETTINGS.accountsPerPerson),
    operators: read.take(PEOPLE_SETTINGS.operators) ?? [],
    supportUrl: read.take(PEOPLE_SETTINGS.supportUrl),
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
