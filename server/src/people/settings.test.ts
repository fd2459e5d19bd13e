import { expect, test } from 'vitest';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { readPeopleSettings } from './settings.ts';

function problemsOf(env: Environment): readonly string[] {
  const read = readSettings(env);
  readPeopleSettings(read);
  return read.problems;
}

test('mail needs a server and a sender, and no problem shows the server’s address', () => {
  const smtp = 'smtps://user:secret@mail.example:465';
  const from = 'Sello <no-reply@example.com>';
  const mailOf = (env: Environment) => readPeopleSettings(readSettings(env)).mail;
  expect(mailOf({})).toBeUndefined();
  expect(mailOf({ SELLO_SMTP_URL: smtp, SELLO_MAIL_FROM: from })).toEqual({ smtpUrl: smtp, from });
  expect(problemsOf({ SELLO_SMTP_URL: smtp })).toEqual([
    'SELLO_MAIL_FROM is needed when SELLO_SMTP_URL is set',
  ]);
  const problems = problemsOf({
    SELLO_SMTP_URL: 'http://user:secret@mail.example',
    SELLO_MAIL_FROM: 'nobody',
  });
  expect(problems.join()).toContain('SELLO_SMTP_URL must be an smtp:// or smtps:// address');
  expect(problems.join()).toContain('SELLO_MAIL_FROM must be an e-mail address');
  expect(problems.join()).not.toContain('secret');
});
