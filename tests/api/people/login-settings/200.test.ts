import { expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openSmtpServer } from '../../../harness/smtp-server.ts';
import { openTestSello } from '../../../harness/test-sello.ts';

test('anyone can read what the login page needs', async () => {
  const sello = await openTestSello({ SELLO_BASE_URL: 'https://sello.example/' });
  const { status, body } = await sello.call('GET', `${DASHBOARD}/settings`);
  expect([status, body]).toEqual([
    200,
    {
      service_name: 'sello',
      base_url: 'https://sello.example',
      signup: 'open',
      passkeys: 'on',
      mail: false,
    },
  ]);
  await sello.close();
});

test('closed sign-up and a configured mail server are shown', async () => {
  const smtp = await openSmtpServer();
  const sello = await openTestSello({
    SELLO_SIGNUP: 'closed',
    SELLO_SERVICE_NAME: 'notaria',
    SELLO_SMTP_URL: smtp.url,
    SELLO_MAIL_FROM: 'Notaría <no-reply@example.com>',
  });
  const { body } = await sello.call('GET', `${DASHBOARD}/settings`);
  expect(body).toMatchObject({ service_name: 'notaria', signup: 'closed', mail: true });
  expect(JSON.stringify(body)).not.toContain(smtp.url);
  await sello.close();
  await smtp.close();
});

test.for([
  ['http://127.0.0.1:3000', 'ip_address'],
  ['https://[2001:db8::1]', 'ip_address'],
  ['http://sello.example', 'no_https'],
  ['http://localhost:3000', 'on'],
] as const)('at %s, passkeys are %s', async ([address, offer]) => {
  const sello = await openTestSello({ SELLO_BASE_URL: address });
  expect((await sello.call('GET', `${DASHBOARD}/settings`)).body.passkeys).toBe(offer);
  await sello.close();
});
