/** A person's first minutes: an account, a way out, a wrong password, and back in. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assertAccessible,
  DESKTOP,
  openBrowser,
  PHONE,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { fillLogin, newVisitor, signUp } from '../harness/dashboard-visitor.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const WORDS = {
  'es-MX': {
    title: 'Iniciar sesión',
    create: 'Crear una',
    account: /^Cuenta y configuración/,
    logOut: 'Cerrar sesión',
    lang: 'es',
  },
  'en-US': {
    title: 'Log in',
    create: 'Create one',
    account: /^Account and settings/,
    logOut: 'Log out',
    lang: 'en',
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
  { language: 'es-MX', screen: 'desktop', viewport: DESKTOP },
  { language: 'en-US', screen: 'desktop', viewport: DESKTOP },
  { language: 'es-MX', screen: 'phone', viewport: PHONE },
  { language: 'en-US', screen: 'phone', viewport: PHONE },
] as const)('in $language on a $screen', ({ language, screen, viewport }) => {
  const words = WORDS[language];

  test('a person signs up, leaves, fails with a wrong password and logs in again', async () => {
    const page = await browser.openPage({ language, viewport });
    await page.goto(base);
    await page.getByRole('heading', { name: words.title }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(words.lang);
    await inspect(page, 'login');

    await page.getByRole('link', { name: words.create }).click();
    await page.getByRole('textbox').first().waitFor();
    await inspect(page, 'sign-up');
    const visitor = await signUp(page, base, newVisitor());
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/?$/);
    await inspect(page, 'shell');

    await page.getByRole('button', { name: words.account }).click();
    await inspect(page, 'account-menu');
    await page.getByRole('menuitem', { name: words.logOut }).click();
    await page.getByRole('heading', { name: words.title }).waitFor();

    await fillLogin(page, visitor.email, 'not the password at all');
    await page.getByRole('alert').waitFor();
    page.forgive(/401 .*\/login/);
    await inspect(page, 'wrong-password');

    await fillLogin(page, visitor.email, visitor.password);
    await page.getByRole('navigation').waitFor();
    page.assertClean();
    await page.close();
  });

  async function inspect(page: TestPage, name: string): Promise<void> {
    await screenshot(page, `${name}-${words.lang}-${screen}`);
    await assertAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  }
});

test('a page that was asked for before the login opens after it', async () => {
  const page = await browser.openPage();
  const visitor = await signUp(page, base);
  await page.context().clearCookies();
  await page.goto(`${base}/dashboard/keys`);
  await fillLogin(page, visitor.email, visitor.password);
  await page.waitForURL(`${base}/dashboard/keys`);
  page.assertClean();
  await page.close();
});

test('the chosen language and theme are there at once on the next visit', async () => {
  const page = await browser.openPage({ language: 'es-MX', colorScheme: 'light' });
  await signUp(page, base);
  await page.getByRole('button', { name: WORDS['es-MX'].account }).click();
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  await page.context().clearCookies({ name: 'session' });
  const answer = await page.goto(`${base}/dashboard/login`);
  expect(await answer?.text()).toContain('data-theme="dark"');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const again = await page.goto(`${base}/dashboard/login`);
  expect(await again?.text()).toContain('<html lang="en"');
  await page.close();
});

test('nothing of an account is left on the screen or in the cache after it logs out', async () => {
  const page = await browser.openPage({ language: 'en-US' });
  const { email } = await signUp(page, base);
  await page.getByRole('button', { name: WORDS['en-US'].account }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await page.content()).not.toContain(email);
  await page.goto(`${base}/dashboard/settings`);
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  page.assertClean();
  await page.close();
});
