import { expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openSmtpServer } from '../../../harness/smtp-server.ts';
import { openTestSello } from '../../../harness/test-sello.ts';

test('anyone can read what the login page has to show', async () => {
  const sello = await openTestSello({ SELLO_BASE_URL: 'https://sello.example/' });
  const { status, body } = await sello.call('GET', `${DASHBOARD}/settings`);
  expect([status, body]).toEqual([
    200,
    { service_name: 'sello', base_url: 'https://sello.example', signup: 'open', mail: false },
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
