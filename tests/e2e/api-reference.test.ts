/** The API reference as a developer sees it. */

import { expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { assertAccessible, screenshot } from '../harness/browser.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test.each(waysToLook(['light', 'dark']))(
  'the reference works under its strict policy and requests nothing from third parties, %s',
  async (colorScheme) => {
    const page = await stage.browser.openPage({ language: 'en-US', colorScheme });
    const answer = await page.goto(`${stage.base}/docs`);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy).not.toMatch(/unsafe/);
    await page.getByRole('heading', { name: 'Certify a file' }).first().waitFor();
    // The page shows the operation's own sample, which other tests run in a shell, not a generated one.
    await page.getByText('file=@contrato.pdf').first().waitFor();
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
  const { key } = await stage.sello.newAccount();
  const page = await stage.browser.openPage({ language: 'en-US' });
  await page.goto(`${stage.base}/docs#tag/certificates/GET/api/public/v1/certificates`);
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
