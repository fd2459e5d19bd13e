/** First use: sign-up, logout, a wrong password, and login. */

import { describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { fillLogin, forgetVisit, newVisitor, signUp } from '../harness/dashboard-visitor.ts';
import { logOut, openAccountMenu } from './account-menu.ts';
import { inspect } from './inspect.ts';
import { EN_DESKTOP, EN_PHONE, ES_DESKTOP, ES_PHONE } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    title: 'Iniciar sesión',
    create: 'Regístrese',
    lang: 'es',
  },
  'en-US': {
    title: 'Log in',
    create: 'Sign up',
    lang: 'en',
  },
};

const stage = openStage();

describe.each(waysToLook([EN_PHONE, ES_PHONE, EN_DESKTOP, ES_DESKTOP]))(
  'in $language on a $screen',
  ({ language, screen, viewport }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `${name}-${words.lang}-${screen}`);

    test('a person signs up, logs out, fails with a wrong password and logs in again', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      await page.goto(`${stage.base}/dashboard`);
      await page.getByRole('heading', { name: words.title }).waitFor();
      expect(await page.getAttribute('html', 'lang')).toBe(words.lang);
      await look(page, 'login');

      await page.getByRole('link', { name: words.create }).click();
      await page.getByRole('textbox').first().waitFor();
      await look(page, 'sign-up');
      const visitor = await signUp(page, stage.base, newVisitor());
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/?$/);
      await look(page, 'shell');

      await openAccountMenu(page);
      await look(page, 'account-menu');
      await page.keyboard.press('Escape');
      await logOut(page);

      await fillLogin(page, visitor.email, 'not the password at all');
      await page.getByRole('alert').waitFor();
      page.forgive(/401 .*\/login/);
      await look(page, 'wrong-password');

      await fillLogin(page, visitor.email, visitor.password);
      await page.getByRole('navigation').waitFor();
      page.assertClean();
      await page.close();
    });
  },
);

test('a page requested before login opens after it, with the query of its address', async () => {
  const page = await stage.browser.openPage();
  const visitor = await signUp(page, stage.base);
  await forgetVisit(page);
  await page.goto(`${stage.base}/dashboard/keys?from=mail`);
  await fillLogin(page, visitor.email, visitor.password);
  await page.waitForURL(`${stage.base}/dashboard/keys?from=mail`);
  page.assertClean();
  await page.close();
});

test('the login page links to pages that need no account, and back', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  await page.goto(`${stage.base}/dashboard/login`);
  await page.locator('.sign-in-links a').first().waitFor();
  const links = await page.$$eval('.sign-in-links a', (all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['/verify?lang=en', '/docs', '/?lang=en']);
  await page.click('text=Home page');
  await page.waitForURL(`${stage.base}/?lang=en`);
  await page.click('text=Log in');
  await page.waitForURL(`${stage.base}/dashboard/login`);
  await page.getByLabel('Email').waitFor();
  page.assertClean();
  await page.close();
});

test('the chosen language and theme apply at once on the next visit', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX', colorScheme: 'light' });
  await signUp(page, stage.base);
  await openAccountMenu(page);
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark');
  await page.context().clearCookies({ name: 'session' });
  const answer = await page.goto(`${stage.base}/dashboard/login`);
  expect(await answer?.text()).toContain('data-theme="dark"');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const again = await page.goto(`${stage.base}/dashboard/login`);
  expect(await again?.text()).toContain('<html lang="en"');
  await page.close();
});

test('no account data is left on the screen or in the cache after logout', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const { email } = await signUp(page, stage.base);
  await logOut(page);
  expect(await page.content()).not.toContain(email);
  await page.goto(`${stage.base}/dashboard/settings`);
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  page.assertClean();
  await page.close();
});
