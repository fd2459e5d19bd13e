/** The API reference, and the page on which calls are tried, as a developer sees them. */

import { expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { assertAccessible, SMALL_PHONE, screenshot } from '../harness/browser.ts';
import { inspect } from './inspect.ts';
import { EN_DESKTOP, EN_PHONE_DARK, ES_PHONE } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

/** The limit for all that a first visit loads before “try it” is pressed. */
const MOST_BYTES = 250_000;

test.each([
  '/docs',
  '/docs/reference/members',
  '/docs/reference/certificates',
  '/docs/errors',
  '/docs/events',
])('%s is read without a script, weighs little, and is no wider than a phone', async (path) => {
  const page = await stage.browser.openPage({ javaScript: false, viewport: SMALL_PHONE, isFirstVisit: true });
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  await page.goto(`${stage.base}${path}`, { waitUntil: 'networkidle' });
  expect(await page.locator('h1').count()).toBe(1);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  await page.close();
});

test.each(waysToLook([EN_DESKTOP, ES_PHONE, EN_PHONE_DARK]))(
  'the reference is accessible and fits: $language $screen',
  async ({ screen, ...options }) => {
    const page = await stage.browser.openPage(options);
    for (const path of [
      '/docs',
      '/docs/reference/certificates',
      '/docs/errors',
      '/docs/errors/four_eyes',
      '/docs/events',
    ]) {
      await page.goto(`${stage.base}${path}`);
      await inspect(page, `reference-${path.slice(6).replaceAll('/', '-')}-${options.language}-${screen}`);
    }
    page.assertClean();
    await page.close();
  },
);

test('a developer goes from the list to an operation, to one of its error codes, and to trying it', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await page.goto(`${stage.base}/docs`);
  await page.getByRole('link', { name: 'Certificar un archivo', exact: true }).click();
  const operation = page.locator('#createCertificate');
  await operation.getByRole('link', { name: 'allowance_exhausted' }).click();
  await page.getByRole('heading', { name: 'Cómo se corrige' }).waitFor();
  await page.getByRole('link', { name: 'Certificar un archivo', exact: true }).click();
  await operation.getByRole('link', { name: 'Probar esta operación en el navegador' }).click();
  await page.waitForURL('**/docs/try#tag/certificates/POST/api/public/v1/certificates');
  await page.getByText('file=@contrato.pdf').first().waitFor();
  page.assertClean();
  await page.close();
});

test.each(waysToLook(['light', 'dark']))(
  'the page for trying calls works under its strict policy and requests nothing from third parties, %s',
  async (colorScheme) => {
    const page = await stage.browser.openPage({ language: 'en-US', colorScheme });
    const answer = await page.goto(`${stage.base}/docs/try`);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy).not.toMatch(/unsafe/);
    await page.getByRole('heading', { name: 'Certify a file' }).first().waitFor();
    // The page shows the operation's own sample, which other tests run in a shell, not a generated one.
    await page.getByText('file=@contrato.pdf').first().waitFor();
    await screenshot(page, `docs-try-${colorScheme}`);
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
  const { key } = await stage.sello.newAccount();
  const page = await stage.browser.openPage({ language: 'en-US' });
  await page.goto(`${stage.base}/docs/try#tag/certificates/GET/api/public/v1/certificates`);
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
