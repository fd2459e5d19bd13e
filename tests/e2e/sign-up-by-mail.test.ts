/** Signing up with mail: a link proves the address, and the password is chosen after opening it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  fillLogin,
  forgetVisit,
  mailedToken,
  newVisitor,
  signUpByMail,
} from '../harness/dashboard-visitor.ts';
import { openSmtpServer, type SmtpServer } from '../harness/smtp-server.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await openSmtpServer();
});
afterAll(() => smtp?.close());

const stage = openStage(() => ({ SELLO_SMTP_URL: smtp.url, SELLO_MAIL_FROM: 'no-reply@example.com' }));

test.for([
  { ...ES_DESKTOP, sent: 'Revise su correo', choose: 'Elija su contraseña' },
  { ...EN_PHONE, sent: 'Check your email', choose: 'Choose your password' },
] as const)('P41 an address is proved before there is an account, in $language', async (words) => {
  const page = await stage.browser.openPage({ language: words.language, viewport: words.viewport });
  const visitor = newVisitor();
  await page.goto(`${stage.base}/dashboard/signup`);
  await page.getByRole('textbox').nth(1).waitFor();
  expect(await page.getByLabel(/^(Contraseña|Password)$/).count()).toBe(0);
  await inspect(page, `sign-up-by-mail-${words.language}`);
  await page.getByRole('textbox').nth(0).fill(visitor.name);
  await page.getByRole('textbox').nth(1).fill(visitor.email);
  await page.getByRole('button', { name: /^(Continuar|Continue)$/ }).click();
  await page.getByRole('heading', { name: words.sent }).waitFor();
  await inspect(page, `sign-up-sent-${words.language}`);
  expect(await stage.sello.ports.people.findByEmail(visitor.email)).toBeUndefined();

  const token = await mailedToken(smtp, visitor.email, 'confirm-signup');
  await page.goto(`${stage.base}/dashboard/confirm-signup#token=${token}`);
  await page.getByRole('heading', { name: words.choose }).waitFor();
  await inspect(page, `confirm-sign-up-${words.language}`);
  expect(page.url()).not.toContain(token);
  await page.getByLabel(/^(Contraseña|Password)$/).fill(visitor.password);
  await page.getByRole('button', { name: /^(Crear cuenta|Create account)$/ }).click();
  await page.getByRole('navigation').waitFor();
  page.assertClean();
  await page.close();
});

test('a link that was used leads back to the sign-up, and the account is there to log in to', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const visitor = await signUpByMail(page, stage.base, smtp);
  const token = await mailedToken(smtp, visitor.email, 'confirm-signup');
  await forgetVisit(page);
  await page.goto(`${stage.base}/dashboard/confirm-signup#token=${token}`);
  await page.getByLabel('Password', { exact: true }).fill('another password of mine');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Sign up again' }).waitFor();
  page.forgive(/422 .*\/signup\/confirm/);
  await page.goto(`${stage.base}/dashboard/login`);
  await fillLogin(page, visitor.email, visitor.password);
  await page.getByRole('navigation').waitFor();
  page.assertClean();
  await page.close();
});
