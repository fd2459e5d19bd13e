/** Settings: who may sign up, what a new account gets, and the mail server. */

import { choice, integer, matching, secret } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import type { MailConfig } from './mail/smtp.ts';

export type PeopleSettings = {
  signup: 'open' | 'closed';
  /** Undefined: only the operator can reset a forgotten password. */
  mail: MailConfig | undefined;
  freeCertificates: number;
};

export const PEOPLE_SETTINGS = {
  signup: choice('SELLO_SIGNUP', 'open', ['open', 'closed'], 'Whether anybody may make an account'),
  smtpUrl: secret(
    matching(
      'SELLO_SMTP_URL',
      undefined,
      /^smtps?:\/\/[^\s/]+/,
      'an smtp:// or smtps:// address',
      'Mail server for sign-up and forgotten passwords (`smtp://user:password@host:587`); not set: no mail is sent, and addresses are not proved',
    ),
  ),
  mailFrom: matching(
    'SELLO_MAIL_FROM',
    undefined,
    /^[^\r\n]*@[^\r\n]+$/,
    'an e-mail address, with a name or without',
    'Sender of that mail, for example `Sello <no-reply@example.com>`',
  ),
  freeCertificates: integer(
    'SELLO_FREE_CERTIFICATES',
    '5',
    0,
    1_000_000_000,
    'Live certificates of a new account',
  ),
};

export function readPeopleSettings(read: SettingsReader): PeopleSettings {
  return {
    signup: read.needed(PEOPLE_SETTINGS.signup),
    mail: readMail(read),
    freeCertificates: read.needed(PEOPLE_SETTINGS.freeCertificates),
  };
}

function readMail({ take, problems }: SettingsReader): MailConfig | undefined {
  const smtpUrl = take(PEOPLE_SETTINGS.smtpUrl);
  const from = take(PEOPLE_SETTINGS.mailFrom);
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl !== undefined) problems.push('SELLO_MAIL_FROM is needed when SELLO_SMTP_URL is set');
  return undefined;
}
