/** The ways back in: a link by mail, and the second factor or one of its recovery codes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, stepAt } from '../../server/src/people/second-factor/totp.ts';
import {
  assertAccessible,
  openBrowser,
  PHONE,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { fillLogin, signUp } from '../harness/dashboard-visitor.ts';
import { openSmtpServer, type SmtpServer } from '../harness/smtp-server.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const NEW_PASSWORD = 'otra frase que nadie adivina';

let smtp: SmtpServer;
let sello: TestSello;
let browser: TestBrowser;
let base: string;

beforeAll(async () => {
  smtp = await openSmtpServer();
  sello = await openTestSello({ SELLO_SMTP_URL: smtp.url, SELLO_MAIL_FROM: 'no-reply@example.com' });
  base = await sello.listen();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await sello?.close();
  await smtp?.close();
});

test('whoever forgot the password chooses a new one by mail, and the link works only once', async () => {
  const page = await browser.openPage({ viewport: PHONE });
  const { email } = await signUp(page, base);
  await page.context().clearCookies();

  await page.goto(`${base}/dashboard/login`);
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await inspect(page, 'forgotten-password');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  await page.getByRole('heading', { name: 'Revise su correo' }).waitFor();

  const link = `${base}/dashboard/reset-password#token=${await mailedToken()}`;
  await page.goto(link);
  await inspect(page, 'reset-password');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await page.getByRole('heading', { name: 'Contraseña cambiada' }).waitFor();
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('navigation').waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Elija una contraseña nueva' }).waitFor();
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).waitFor();
  page.forgive(/422 .*\/reset-password/);
  page.assertClean();
  await page.close();
});

test('an account with a second factor asks for it after the password, and takes a recovery code instead', async () => {
  const page = await browser.openPage({ language: 'en-US' });
  const visitor = await signUp(page, base);
  const recoveryCode = await turnOnSecondFactor(page, visitor.password);
  await page.context().clearCookies();

  await page.goto(`${base}/dashboard/login`);
  await fillLogin(page, visitor.email, visitor.password);
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  page.forgive(/401 .*\/login/);
  await inspect(page, 'second-factor');

  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('alert').waitFor();
  page.forgive(/401 .*\/login/);

  await page.getByLabel('Code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('navigation').waitFor();
  page.assertClean();
  await page.close();
});

async function inspect(page: TestPage, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screenshot(page, name);
  await assertAccessible(page);
}

/** The mail goes out aside, after the answer. */
async function mailedToken(): Promise<string> {
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(1);
  return /token=([\w-]+)/.exec(smtp.mails[0]?.text ?? '')?.[1] ?? '';
}

/** As the settings page does it, without its screens; gives one recovery code back. */
async function turnOnSecondFactor(page: TestPage, password: string): Promise<string> {
  const post = (path: string, data: object) => page.request.post(`${base}/api/dashboard${path}`, { data });
  const { secret } = await (await post('/second-factor', { password })).json();
  const code = codeAt(fromBase32(secret), stepAt(sello.ports.now()));
  const { recovery_codes: codes } = await (await post('/second-factor/confirm', { code })).json();
  return codes[0];
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text.replace(/[^A-Z2-7]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
