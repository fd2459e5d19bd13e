/** Passkeys in a real browser, with an authenticator in software that the browser itself offers. */

import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { enter, fillLogin, type Visitor } from '../harness/dashboard-visitor.ts';
import { forFile } from '../harness/for-file.ts';
import { openHttpFront } from '../harness/http-front.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { logOut } from './account-menu.ts';
import { inspect } from './inspect.ts';
import { EN_DESKTOP, ES_PHONE } from './looks.ts';

const WORDS = {
  'es-MX': {
    none: 'Aún no tiene llaves de acceso.',
    add: 'Agregar una llave de acceso',
    name: 'Nombre',
    password: 'Su contraseña',
    next: 'Continuar',
    list: 'Sus llaves de acceso',
    codes: 'Sus códigos de recuperación',
    stored: 'Ya guardé los códigos en un lugar seguro',
    done: 'Listo',
    logIn: 'Entrar con una llave de acceso',
    use: 'Usar una llave de acceso',
    remove: (name: string) => `Quitar ${name}`,
    removeSubmit: 'Quitar',
    cancelled: /^No se usó ninguna llave de acceso/,
    known: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
    elsewhere: /^Las llaves de acceso solo funcionan en http:\/\/localhost:\d+\.$/,
    noBrowser: 'Este navegador no admite llaves de acceso o las bloquea en esta página.',
    ip: /^No hay llaves de acceso: a este servicio se llega por una dirección IP/,
    audit: /agregó la llave de acceso «Mi teléfono ☎»/,
  },
  'en-US': {
    none: 'You have no passkeys yet.',
    add: 'Add a passkey',
    name: 'Name',
    password: 'Your password',
    next: 'Continue',
    list: 'Your passkeys',
    codes: 'Your recovery codes',
    stored: 'I’ve stored the codes in a safe place',
    done: 'Done',
    logIn: 'Log in with a passkey',
    use: 'Use a passkey',
    remove: (name: string) => `Remove ${name}`,
    removeSubmit: 'Remove',
    cancelled: /^No passkey was used/,
    known: 'This device already has a passkey of your account.',
    elsewhere: /^Passkeys work only at http:\/\/localhost:\d+\.$/,
    noBrowser: 'This browser doesn’t support passkeys, or blocks them on this page.',
    ip: /^Passkeys aren’t available: this service is reached by an IP address/,
    audit: /added the passkey “Mi teléfono ☎”/,
  },
};

let browser: TestBrowser;
let base: string;
const front = forFile(openHttpFront);
const sello = forFile(() => openTestSello({ SELLO_BASE_URL: `http://localhost:${front.port}` }));
beforeAll(async () => {
  base = `http://localhost:${front.port}`;
  front.serve(sello.app);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Authenticator = { cdp: CDPSession; id: string; credentials(): Promise<number> };

/** Like an authenticator built into a phone: it stores passkeys and recognises its owner. */
async function addAuthenticator(page: TestPage): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    cdp,
    id,
    async credentials() {
      const found = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
      return found.credentials.length;
    },
  };
}

describe.each(waysToLook([ES_PHONE, EN_DESKTOP]))(
  'in $language on a $screen',
  ({ language, screen, viewport }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `${name}-${language.slice(0, 2)}-${screen}`);

    test('a passkey is added, logs in alone and after the password, and is removed', async () => {
      const page = await browser.openPage({ language, viewport });
      const authenticator = await addAuthenticator(page);
      const visitor = await enter(page, base);
      await page.goto(`${base}/dashboard/settings/security`);
      await page.getByText(words.none).waitFor();
      await begin(page, visitor, 'Mi teléfono ☎');
      await look(page, 'passkeys-add');
      await submit(page, words.next);
      await takeCodes(page);
      await page.getByRole('list', { name: words.list }).getByText('Mi teléfono ☎').waitFor();
      expect(await authenticator.credentials()).toBe(1);
      await look(page, 'passkeys-card');

      await logOut(page);
      await look(page, 'passkeys-login');
      await page.getByRole('button', { name: words.logIn }).click();
      await page.getByRole('navigation').first().waitFor();
      await logOut(page);

      await fillLogin(page, visitor.email, visitor.password);
      await page.getByRole('button', { name: words.use }).waitFor();
      page.forgive(/401 .*\/login/);
      await look(page, 'passkeys-second-factor');
      await page.getByRole('button', { name: words.use }).click();
      await page.getByRole('navigation').first().waitFor();

      await page.goto(`${base}/dashboard/settings/activity`);
      await page.getByText(words.audit).waitFor();
      await page.goto(`${base}/dashboard/settings/security`);
      await page.getByRole('button', { name: words.remove('Mi teléfono ☎') }).click();
      await page.getByRole('dialog').getByLabel(words.password, { exact: true }).fill(visitor.password);
      await look(page, 'passkeys-remove');
      await submit(page, words.removeSubmit);
      await page.getByText(words.none).waitFor();
      await logOut(page);
      await fillLogin(page, visitor.email, visitor.password);
      await page.getByRole('navigation').first().waitFor();
      page.assertClean();
      await page.close();
    });

    test('a refused fingerprint and a second passkey on one device are explained, and nothing changes', async () => {
      const page = await browser.openPage({ language, viewport });
      const { cdp, id, credentials } = await addAuthenticator(page);
      const visitor = await enter(page, base);
      await page.goto(`${base}/dashboard/settings/security`);
      await begin(page, visitor, 'A');
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
      await submit(page, words.next);
      await page.getByRole('dialog').getByText(words.cancelled).waitFor();
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
      await submit(page, words.next);
      await takeCodes(page);

      await begin(page, visitor, 'B');
      await submit(page, words.next);
      await page.getByRole('dialog').getByText(words.known).waitFor();
      await page.keyboard.press('Escape');
      expect(await credentials()).toBe(1);

      await logOut(page);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
      await page.getByRole('button', { name: words.logIn }).click();
      await page.getByText(words.cancelled).waitFor();
      await look(page, 'passkeys-login-refused');
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
      await page.getByRole('button', { name: words.logIn }).click();
      await page.getByRole('navigation').first().waitFor();
      page.assertClean();
      await page.close();
    });

    test('everything can be reached with the keyboard', async () => {
      const page = await browser.openPage({ language, viewport });
      await addAuthenticator(page);
      const visitor = await enter(page, base);
      await page.goto(`${base}/dashboard/settings/security`);
      await tabTo(page, words.add);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByLabel(words.name, { exact: true }).fill('Teclado');
      await page.keyboard.press('Tab');
      await page.keyboard.type(visitor.password);
      await page.keyboard.press('Enter');
      await takeCodes(page);
      await logOut(page);
      await tabTo(page, words.logIn);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').first().waitFor();
      page.assertClean();
      await page.close();
    });

    test('where passkeys cannot work, the page says why and offers none', async () => {
      const page = await browser.openPage({ language, viewport });
      const other = base.replace('localhost', '127.0.0.1');
      await page.goto(`${other}/dashboard/login`);
      await page.getByText(words.elsewhere).waitFor();
      expect(await page.getByRole('button', { name: words.logIn }).count()).toBe(0);
      await look(page, 'passkeys-elsewhere');

      await page.addInitScript(() =>
        Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }),
      );
      await page.goto(`${base}/dashboard/login`);
      await page.getByText(words.noBrowser).waitFor();
      expect(await page.getByRole('button', { name: words.logIn }).count()).toBe(0);
      page.assertClean();
      await page.close();
    });

    test('at an IP address the settings explain that there are none, and the login page leaves them out', async () => {
      const there = await openTestSello({ SELLO_BASE_URL: 'http://127.0.0.1:3000' });
      const address = await there.listen();
      const page = await browser.openPage({ language, viewport });
      await enter(page, address);
      await page.goto(`${address}/dashboard/settings/security`);
      await page.getByText(words.ip).waitFor();
      expect(await page.getByRole('button', { name: words.add }).count()).toBe(0);
      await look(page, 'passkeys-ip');
      await logOut(page);
      expect(await page.getByText(/llave de acceso|passkey/i).count()).toBe(0);
      page.assertClean();
      await page.close();
      await there.close();
    });

    /** Fills the dialog that adds a passkey. */
    async function begin(page: TestPage, { password }: Visitor, name: string): Promise<void> {
      await page.getByRole('button', { name: words.add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.name, { exact: true }).fill(name);
      await dialog.getByLabel(words.password, { exact: true }).fill(password);
    }

    async function submit(page: TestPage, name: string): Promise<void> {
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    }

    async function takeCodes(page: TestPage): Promise<void> {
      const dialog = page.getByRole('dialog', { name: words.codes });
      await dialog.waitFor();
      expect(await dialog.getByRole('listitem').count()).toBe(10);
      await dialog.getByLabel(words.stored).check();
      await dialog.getByRole('button', { name: words.done }).click();
      await dialog.waitFor({ state: 'hidden' });
    }

    /** Presses Tab until the button with this name has the focus. */
    async function tabTo(page: TestPage, name: string): Promise<void> {
      const button = page.getByRole('button', { name });
      await button.waitFor();
      for (let i = 0; i < 60; i++) {
        if (await button.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach "${name}"`);
    }
  },
);
