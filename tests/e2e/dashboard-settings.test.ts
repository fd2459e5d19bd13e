/** Account settings: profile, password, second factor, sessions, and leaving. */

import { describe, expect, test } from 'vitest';
import { makeResetLink } from '../../server/src/people/passwords/reset-password.ts';
import { TOTP_STEP_SECONDS } from '../../server/src/people/second-factor/totp.ts';
import { waysToLook } from '../harness/breadth.ts';
import { assertAccessible, PHONE, screenshot, type TestPage } from '../harness/browser.ts';
import { enter, fillLogin, logIn, type Visitor } from '../harness/dashboard-visitor.ts';
import { logOut } from './account-menu.ts';
import { codeFor, wrongCodeFor } from './authenticator.ts';
import { inspect } from './inspect.ts';
import { EN_DESKTOP, ES_PHONE } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    enable: 'Activar',
    password: 'Su contraseña',
    next: 'Continuar',
    code: /^Código de 6 dígitos/,
    wrong: 'El código no es correcto o ya se usó.',
    codes: 'Sus códigos de recuperación',
    list: 'Códigos de recuperación',
    stored: 'Ya guardé los códigos en un lugar seguro',
    done: 'Listo',
    download: 'Descargar',
    renew: 'Generar códigos nuevos',
    remove: 'Desactivar',
    on: 'Activada',
    off: 'Desactivada',
    ask: 'Solicitar eliminación',
    asked: /^Solicitó la eliminación/,
    keep: 'Conservar mi cuenta',
    kept: 'Solicitud retirada. Su cuenta sigue abierta.',
  },
  'en-US': {
    enable: 'Turn on',
    password: 'Your password',
    next: 'Continue',
    code: /^6-digit code/,
    wrong: 'The code is wrong, or was used already.',
    codes: 'Your recovery codes',
    list: 'Recovery codes',
    stored: 'I’ve stored the codes in a safe place',
    done: 'Done',
    download: 'Download',
    renew: 'Generate new codes',
    remove: 'Turn off',
    on: 'On',
    off: 'Off',
    ask: 'Request deletion',
    asked: /^You requested deletion/,
    keep: 'Keep my account',
    kept: 'Request withdrawn. Your account stays open.',
  },
};

const stage = openStage();

describe.each(waysToLook([ES_PHONE, EN_DESKTOP]))(
  'in $language on a $screen',
  ({ language, screen, viewport }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `${name}-${language.slice(0, 2)}-${screen}`);

    test('the second factor is turned on, required at the next login, replaced by a recovery code, and turned off', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      const visitor = await enter(page, stage.base);
      await page.goto(`${stage.base}/dashboard/settings/security`);
      await page.getByText(words.off, { exact: true }).waitFor();
      await look(page, 'settings-security');

      await page.getByRole('button', { name: words.enable, exact: true }).click();
      await giveOwnPassword(page, visitor, words.next);
      const dialog = page.getByRole('dialog');
      const secret = (await dialog.locator('.factor-secret code').textContent()) ?? '';
      await dialog.getByRole('img').waitFor();
      await look(page, 'settings-factor');

      // A wrong code is a 401 too, and must not look like an expired session.
      await confirmCode(page, wrongCodeFor(secret, stage.sello.ports.now()));
      await dialog.getByText(words.wrong, { exact: false }).waitFor();
      page.forgive(/401 .*\/second-factor\/confirm/);
      await confirmCode(page, codeFor(secret, stage.sello.ports.now()));
      const codes = await takeCodes(page);
      expect(codes).toHaveLength(10);
      await page.getByText(words.on, { exact: true }).waitFor();

      await logOut(page);
      stage.sello.advance(TOTP_STEP_SECONDS * 1_000);
      await logInWithCode(page, visitor, codeFor(secret, stage.sello.ports.now()));
      await logOut(page);
      await logInWithCode(page, visitor, codes[0] ?? '');

      await page.goto(`${stage.base}/dashboard/settings/security`);
      await page.getByRole('button', { name: words.renew }).click();
      await giveOwnPassword(page, visitor, words.renew, codes[2]);
      const fresh = await takeCodes(page);
      expect(fresh).not.toContain(codes[1]);
      await page.getByRole('button', { name: words.remove }).click();
      await giveOwnPassword(page, visitor, words.remove, fresh[0]);
      await page.getByText(words.off, { exact: true }).waitFor();
      page.assertClean();
      await page.close();
    });

    test('deletion is requested and withdrawn', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      const visitor = await enter(page, stage.base);
      await page.goto(`${stage.base}/dashboard/account`);
      await page.getByRole('button', { name: words.ask }).click();
      await giveOwnPassword(page, { ...visitor, password: 'not the password' }, words.ask);
      await page.getByRole('dialog').getByRole('alert').waitFor();
      page.forgive(/403 .*\/deletion-request/);
      await giveOwnPassword(page, visitor, words.ask);
      await page.getByText(words.asked).waitFor();
      await look(page, 'settings-account');
      await page.getByRole('button', { name: words.keep }).click();
      await page.getByText(words.kept).waitFor();
      await page.getByRole('button', { name: words.ask }).waitFor();
      page.assertClean();
      await page.close();
    });

    async function giveOwnPassword(
      page: TestPage,
      { password }: Visitor,
      submit: string,
      code?: string,
    ): Promise<void> {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.password, { exact: true }).fill(password);
      if (code !== undefined)
        await dialog.getByLabel(/^(Código de verificación|Authentication code)$/).fill(code);
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
      await look(page, 'settings-codes');
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
  },
);

test('a new password closes the other sessions, and each can be closed separately', async () => {
  const desk = await stage.browser.openPage({ language: 'en-US', colorScheme: 'dark' });
  const visitor = await enter(desk, stage.base);
  const phone = await stage.browser.openPage({ language: 'en-US', viewport: PHONE });
  await logIn(phone, stage.base, visitor);
  await desk.goto(`${stage.base}/dashboard/settings/sessions`);
  await desk.getByText('This session', { exact: true }).waitFor();
  await screenshot(desk, 'settings-sessions-en-dark');
  await assertAccessible(desk);
  await desk.getByRole('button', { name: /^Log out Chrome on/ }).click();
  await desk.getByText('You’re not logged in anywhere else.').waitFor();
  await phone.goto(`${stage.base}/dashboard/keys`);
  await fillLogin(phone, visitor.email, visitor.password);
  phone.forgive(/401 .*\/me/);
  await phone.waitForURL(`${stage.base}/dashboard/keys`);

  await desk.goto(`${stage.base}/dashboard/settings/security`);
  await desk.getByLabel('Current password').fill('not the password');
  await desk.getByLabel('New password').fill('a second seal of green wax');
  await desk.getByRole('button', { name: 'Change password' }).click();
  await desk.getByText('The password is wrong.').waitFor();
  desk.forgive(/403 .*\/password/);
  await desk.getByLabel('Current password').fill(visitor.password);
  await desk.getByRole('button', { name: 'Change password' }).click();
  await desk.getByText('All other sessions were closed', { exact: false }).last().waitFor();

  // The other session is sent to the login, and returns to its page afterwards.
  await phone.getByRole('button', { name: 'Create key' }).first().click();
  await phone.getByRole('dialog').getByLabel('Name', { exact: true }).fill('x');
  await phone.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await phone.getByRole('heading', { name: 'Log in' }).waitFor();
  phone.forgive(/401 .*\/keys/);
  await fillLogin(phone, visitor.email, 'a second seal of green wax');
  await phone.waitForURL(`${stage.base}/dashboard/keys`);
  for (const page of [desk, phone]) {
    page.assertClean();
    await page.close();
  }
});

test('name, language and time zone are saved, and the page changes at once', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base);
  await page.goto(`${stage.base}/dashboard/settings`);
  await page.getByLabel('Nombre', { exact: true }).fill('Notaría 12');
  await page.getByLabel('Idioma').selectOption('en');
  await page.getByLabel('Zona horaria').selectOption('Asia/Tokyo');
  await screenshot(page, 'settings-profile-es-desktop');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('heading', { name: 'My settings' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  const answer = await page.reload();
  expect(await answer?.text()).toContain('<html lang="en"');
  await page.getByRole('heading', { name: 'My settings' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Notaría 12');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
  page.assertClean();
  await page.close();
});

test('the token of a reset link stays in the browser: it is in neither the log nor the history', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const { email } = await enter(page, stage.base);
  await page.context().clearCookies();
  const found = await stage.sello.ports.people.findByEmail(email);
  if (found === undefined) throw new Error(`no person for ${email}`);
  const link = new URL(await makeResetLink(stage.sello.ports, stage.sello.config, found.person));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(stage.base + link.pathname + link.hash);
  await page.getByLabel('New password').fill('a third seal, of blue wax');
  expect(page.url()).toBe(stage.base + link.pathname);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: /log in/i }).click();
  await fillLogin(page, email, 'a third seal, of blue wax');
  await page.getByRole('navigation').first().waitFor();
  const token = link.hash.slice('#token='.length);
  expect(asked.map((url) => new URL(url)).filter(({ search }) => search.includes(token))).toEqual([]);
  expect(stage.sello.logLines.join('')).not.toContain(token);
  page.assertClean();
  await page.close();
});
