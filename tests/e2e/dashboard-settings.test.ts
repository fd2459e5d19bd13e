/** What a person does about their own account: profile, password, second factor, sessions, and leaving. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeResetLink } from '../../server/src/people/passwords/reset-password.ts';
import { codeAt, stepAt, TOTP_STEP_SECONDS } from '../../server/src/people/second-factor/totp.ts';
import {
  assertAccessible,
  DESKTOP,
  openBrowser,
  PHONE,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { fillLogin, logIn, signUp, type Visitor } from '../harness/dashboard-visitor.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const WORDS = {
  'es-MX': {
    enable: 'Activar',
    password: 'Su contraseña',
    next: 'Continuar',
    code: /^Código de seis dígitos/,
    wrong: 'El código no es correcto o ya se usó.',
    codes: 'Sus códigos de recuperación',
    list: 'Códigos de recuperación',
    stored: 'Ya guardé los códigos en un lugar seguro',
    done: 'Listo',
    download: 'Descargar',
    renew: 'Códigos de recuperación nuevos',
    renewSubmit: 'Generar códigos nuevos',
    remove: 'Desactivar',
    on: 'Activo',
    off: 'Inactivo',
    account: /^Cuenta y configuración/,
    logOut: 'Cerrar sesión',
    loginCode: 'Código',
    submitCode: /^(Continuar|Entrar|Confirmar)$/,
    ask: 'Pedir la eliminación',
    asked: /^Pidió la eliminación/,
    keep: 'Conservar mi cuenta',
    kept: 'La solicitud se retiró. Su cuenta se conserva.',
  },
  'en-US': {
    enable: 'Turn it on',
    password: 'Your password',
    next: 'Continue',
    code: /^Code of six digits/,
    wrong: 'The code is wrong, or was used already.',
    codes: 'Your recovery codes',
    list: 'Recovery codes',
    stored: 'I have stored the codes in a safe place',
    done: 'Done',
    download: 'Download',
    renew: 'New recovery codes',
    renewSubmit: 'Make new codes',
    remove: 'Turn it off',
    on: 'On',
    off: 'Off',
    account: /^Account and settings/,
    logOut: 'Log out',
    loginCode: 'Code',
    submitCode: /^(Continue|Log in|Confirm)$/,
    ask: 'Ask for deletion',
    asked: /^You asked for deletion/,
    keep: 'Keep my account',
    kept: 'The request was taken back. Your account stays.',
  },
};

let sello: TestSello;
let browser: TestBrowser;
let base: string;

beforeAll(async () => {
  sello = await openTestSello();
  base = await sello.listen();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await sello?.close();
});

describe.each([
  { language: 'es-MX', screen: 'phone', viewport: PHONE },
  { language: 'en-US', screen: 'desktop', viewport: DESKTOP },
] as const)('in $language on a $screen', ({ language, screen, viewport }) => {
  const words = WORDS[language];

  test('the second factor is turned on, asked for at the next login, replaced by a recovery code, and turned off', async () => {
    const page = await browser.openPage({ language, viewport });
    const visitor = await signUp(page, base);
    await page.goto(`${base}/dashboard/settings/security`);
    await page.getByText(words.off, { exact: true }).waitFor();
    await inspect(page, 'settings-security');

    await page.getByRole('button', { name: words.enable, exact: true }).click();
    await giveOwnPassword(page, visitor, words.next);
    const dialog = page.getByRole('dialog');
    const secret = fromBase32((await dialog.locator('.factor-secret code').textContent()) ?? '');
    await dialog.getByRole('img').waitFor();
    await inspect(page, 'settings-factor');

    // A wrong code is a 401 too, and must not be taken for the end of the session.
    await confirmCode(page, wrongCode(secret));
    await dialog.getByText(words.wrong, { exact: false }).waitFor();
    page.forgive(/401 .*\/second-factor\/confirm/);
    await confirmCode(page, codeNow(secret));
    const codes = await takeCodes(page);
    expect(codes).toHaveLength(10);
    await page.getByText(words.on, { exact: true }).waitFor();

    await logOut(page);
    sello.advance(TOTP_STEP_SECONDS * 1_000);
    await logInWithCode(page, visitor, codeNow(secret));
    await logOut(page);
    await logInWithCode(page, visitor, codes[0] ?? '');

    await page.goto(`${base}/dashboard/settings/security`);
    await page.getByRole('button', { name: words.renew }).click();
    await giveOwnPassword(page, visitor, words.renewSubmit);
    const fresh = await takeCodes(page);
    expect(fresh).not.toContain(codes[1]);
    await page.getByRole('button', { name: words.remove }).click();
    await giveOwnPassword(page, visitor, words.remove);
    await page.getByText(words.off, { exact: true }).waitFor();
    page.assertClean();
    await page.close();
  });

  test('deletion is asked for and taken back', async () => {
    const page = await browser.openPage({ language, viewport });
    const visitor = await signUp(page, base);
    await page.goto(`${base}/dashboard/settings/account`);
    await page.getByRole('button', { name: words.ask }).click();
    await giveOwnPassword(page, { ...visitor, password: 'not the password' }, words.ask);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    page.forgive(/403 .*\/deletion-request/);
    await giveOwnPassword(page, visitor, words.ask);
    await page.getByText(words.asked).waitFor();
    await inspect(page, 'settings-account');
    await page.getByRole('button', { name: words.keep }).click();
    await page.getByText(words.kept).waitFor();
    await page.getByRole('button', { name: words.ask }).waitFor();
    page.assertClean();
    await page.close();
  });

  async function giveOwnPassword(page: TestPage, { password }: Visitor, submit: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.password, { exact: true }).fill(password);
    await dialog.getByRole('button', { name: submit, exact: true }).click();
  }

  async function confirmCode(page: TestPage, code: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.code).fill(code);
    await dialog.locator('button[type=submit]').click();
  }

  async function takeCodes(page: TestPage): Promise<string[]> {
    const dialog = page.getByRole('dialog', { name: words.codes });
    await dialog.waitFor();
    await inspect(page, 'settings-codes');
    const codes = await dialog
      .getByRole('list', { name: words.list })
      .getByRole('listitem')
      .allTextContents();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: words.download }).click(),
    ]);
    const file = await (await download.createReadStream()).toArray();
    expect(Buffer.concat(file).toString()).toContain(codes.join('\n'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    await dialog.getByLabel(words.stored).check();
    await dialog.getByRole('button', { name: words.done }).click();
    await dialog.waitFor({ state: 'hidden' });
    return codes;
  }

  async function logInWithCode(page: TestPage, visitor: Visitor, code: string): Promise<void> {
    await fillLogin(page, visitor.email, visitor.password);
    await page.locator('input[autocomplete=one-time-code]').fill(code);
    page.forgive(/401 .*\/login/);
    await page.locator('button[type=submit]').click();
    await page.getByRole('navigation').first().waitFor();
  }

  async function logOut(page: TestPage): Promise<void> {
    await page.getByRole('button', { name: words.account }).click();
    await page.getByRole('menuitem', { name: words.logOut }).click();
    await page.locator('input[autocomplete=username]').waitFor();
  }

  async function inspect(page: TestPage, name: string): Promise<void> {
    await screenshot(page, `${name}-${language.slice(0, 2)}-${screen}`);
    await assertAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  }
});

test('a new password closes the other sessions, and each can be closed by itself', async () => {
  const desk = await browser.openPage({ language: 'en-US', colorScheme: 'dark' });
  const visitor = await signUp(desk, base);
  const phone = await browser.openPage({ language: 'en-US', viewport: PHONE });
  await logIn(phone, base, visitor);
  await desk.goto(`${base}/dashboard/settings/sessions`);
  await desk.getByText('This one').waitFor();
  await screenshot(desk, 'settings-sessions-en-dark');
  await assertAccessible(desk);
  await desk.getByRole('button', { name: /^Close the session on Chrome on/ }).click();
  await desk.getByText('You are logged in nowhere else.').waitFor();
  await phone.goto(`${base}/dashboard/keys`);
  await fillLogin(phone, visitor.email, visitor.password);
  phone.forgive(/401 .*\/me/);
  await phone.waitForURL(`${base}/dashboard/keys`);

  await desk.goto(`${base}/dashboard/settings/security`);
  await desk.getByLabel('Current password').fill('not the password');
  await desk.getByLabel('New password').fill('a second seal of green wax');
  await desk.getByRole('button', { name: 'Change the password' }).click();
  await desk.getByText('The password is wrong.').waitFor();
  desk.forgive(/403 .*\/password/);
  await desk.getByLabel('Current password').fill(visitor.password);
  await desk.getByRole('button', { name: 'Change the password' }).click();
  await desk.getByText('every other session was closed', { exact: false }).last().waitFor();

  // In the middle of something, the other session finds itself at the login, with the way back kept.
  await phone.getByRole('button', { name: 'Create key' }).first().click();
  await phone.getByRole('dialog').getByLabel('Name', { exact: true }).fill('x');
  await phone.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await phone.getByRole('heading', { name: 'Log in' }).waitFor();
  phone.forgive(/401 .*\/keys/);
  await fillLogin(phone, visitor.email, 'a second seal of green wax');
  await phone.waitForURL(`${base}/dashboard/keys`);
  for (const page of [desk, phone]) {
    page.assertClean();
    await page.close();
  }
});

test('name, language and time zone are kept, and the page follows at once', async () => {
  const page = await browser.openPage({ language: 'es-MX' });
  await signUp(page, base);
  await page.goto(`${base}/dashboard/settings`);
  await page.getByLabel('Su nombre o empresa').fill('Notaría 12');
  await page.getByLabel('Idioma').selectOption('en');
  await page.getByLabel('Zona horaria').selectOption('Asia/Tokyo');
  await screenshot(page, 'settings-profile-es-desktop');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  const answer = await page.reload();
  expect(await answer?.text()).toContain('<html lang="en"');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.getByLabel('Your name or company').inputValue()).toBe('Notaría 12');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
  page.assertClean();
  await page.close();
});

test('the token of a reset link stays in the browser: neither the log nor the history has it', async () => {
  const page = await browser.openPage({ language: 'en-US' });
  const { email } = await signUp(page, base);
  await page.context().clearCookies();
  const found = await sello.ports.accounts.findByEmail(email);
  const link = new URL(await makeResetLink(sello.ports, sello.config, found!.account.id));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(base + link.pathname + link.hash);
  await page.getByLabel('New password').fill('a third seal, of blue wax');
  expect(page.url()).toBe(base + link.pathname);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: /log in/i }).click();
  await fillLogin(page, email, 'a third seal, of blue wax');
  await page.getByRole('navigation').first().waitFor();
  const token = link.hash.slice('#token='.length);
  expect(asked.map((url) => new URL(url)).filter(({ search }) => search.includes(token))).toEqual([]);
  expect(sello.logLines.join('')).not.toContain(token);
  page.assertClean();
  await page.close();
});

function codeNow(secret: Uint8Array): string {
  return codeAt(secret, stepAt(sello.ports.now()));
}

/** None of those that are taken around now. */
function wrongCode(secret: Uint8Array): string {
  const step = stepAt(sello.ports.now());
  const right = [-2, -1, 0, 1, 2].map((around) => codeAt(secret, step + around));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text.replace(/\s/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
