/** Recovering access: a link by mail, and the second factor or one of its recovery codes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, type TestPage } from '../harness/browser.ts';
import { fillLogin, forgetVisit, mailedToken, signUpByMail } from '../harness/dashboard-visitor.ts';
import { openSmtpServer, type SmtpServer } from '../harness/smtp-server.ts';
import { codeFor } from './authenticator.ts';
import { inspect } from './inspect.ts';
import { openStage } from './stage.ts';

const NEW_PASSWORD = 'otra frase que nadie adivina';

let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await openSmtpServer();
});
afterAll(() => smtp?.close());

const stage = openStage(() => ({ SELLO_SMTP_URL: smtp.url, SELLO_MAIL_FROM: 'no-reply@example.com' }));

test('a forgotten password is replaced by a mailed link, which works only once', async () => {
  const page = await stage.browser.openPage({ viewport: PHONE });
  const { email } = await signUpByMail(page, stage.base, smtp);
  await forgetVisit(page);

  await page.goto(`${stage.base}/dashboard/login`);
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await look(page, 'forgotten-password');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await page.getByRole('heading', { name: 'Revise su correo' }).waitFor();

  const link = `${stage.base}/dashboard/reset-password#token=${await mailedToken(smtp, email, 'reset-password')}`;
  await page.goto(link);
  await look(page, 'reset-password');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await page.getByRole('heading', { name: 'Contraseña cambiada' }).waitFor();
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('navigation').waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Elija una contraseña nueva' }).waitFor();
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await page.getByRole('link', { name: 'Solicitar otro enlace' }).waitFor();
  page.forgive(/422 .*\/reset-password/);
  page.assertClean();
  await page.close();
});

test('a second factor is required after the password, and a recovery code is accepted instead', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const visitor = await signUpByMail(page, stage.base, smtp);
  const recoveryCode = await turnOnSecondFactor(page, visitor.password);
  await forgetVisit(page);

  await page.goto(`${stage.base}/dashboard/login`);
  await fillLogin(page, visitor.email, visitor.password);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  page.forgive(/401 .*\/login/);
  await look(page, 'second-factor');

  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  page.forgive(/401 .*\/login/);

  await page.getByLabel('Code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation').waitFor();
  page.assertClean();
  await page.close();
});

async function look(page: TestPage, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await inspect(page, name);
}

/** Makes the calls of the settings page, without its screens; returns one recovery code. */
async function turnOnSecondFactor(page: TestPage, password: string): Promise<string> {
  const post = (path: string, data: object) =>
    page.request.post(`${stage.base}/api/dashboard${path}`, { data });
  const { secret } = await (await post('/second-factor', { password })).json();
  const code = codeFor(secret, stage.sello.ports.now());
  const { recovery_codes: codes } = await (await post('/second-factor/confirm', { code })).json();
  return codes[0];
}

test('after a reset every page first asks which keys to revoke', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const { email } = await signUpByMail(page, stage.base, smtp);
  for (const name of ['one', 'two'])
    await page.request.post(`${stage.base}/api/dashboard/keys`, { data: { name } });
  await page.request.post(`${stage.base}/api/dashboard/forgotten-password`, { data: { email } });
  const token = await mailedToken(smtp, email, 'reset-password');
  const data = { token, new_password: NEW_PASSWORD };
  await page.request.post(`${stage.base}/api/dashboard/reset-password`, { data });
  await forgetVisit(page);
  await page.goto(`${stage.base}/dashboard/login`);
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Which keys should stop working?' }).waitFor();
  await look(page, 'key-review');
  await page.getByRole('checkbox').first().uncheck();
  await page.getByRole('button', { name: 'Revoke 1 key' }).click();
  await page.getByRole('heading', { name: 'Which keys should stop working?' }).waitFor({ state: 'detached' });
  const { keys } = await (await page.request.get(`${stage.base}/api/dashboard/keys`)).json();
  const revoked = keys.filter(({ status }: { status: string }) => status === 'revoked');
  expect(revoked.map(({ name }: { name: string }) => name)).toEqual(['one']);
  page.assertClean();
  await page.close();
});
