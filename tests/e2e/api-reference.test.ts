/** The API reference as a developer meets it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertAccessible, openBrowser, screenshot, type TestBrowser } from '../harness/browser.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

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

test.each(['light', 'dark'] as const)(
  'the reference stands under its strict policy and asks nobody else, %s',
  async (colorScheme) => {
    const page = await browser.openPage({ language: 'en-US', colorScheme });
    const answer = await page.goto(`${base}/docs`);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy).not.toMatch(/unsafe/);
    await page.getByRole('heading', { name: 'Certify a file' }).first().waitFor();
    await screenshot(page, `docs-${colorScheme}`);
    await assertAccessible(page);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('a')]
        .filter((link) => link.checkVisibility() && /^https?:/.test(link.href))
        .map((link) => link.href)
        .filter((href) => new URL(href).origin !== location.origin),
    );
    expect(outside).toEqual([]);
    page.assertClean();
    await page.close();
  },
);

test('a developer tries a call from the page with a key of their own', async () => {
  const { key } = await sello.newAccount();
  const page = await browser.openPage({ language: 'en-US' });
  await page.goto(`${base}/docs#tag/certificates/GET/api/public/v1/certificates`);
  await page.getByPlaceholder('Token').first().fill(key);
  await page.getByRole('button', { name: 'Test Request (get /api/public/v1/certificates)' }).click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/public/v1/certificates'));
  await page
    .getByRole('button', { name: /Send get request/ })
    .first()
    .click();
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ certificates: [] });
  page.assertClean();
  await page.close();
});
