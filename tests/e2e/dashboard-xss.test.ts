/** P33 on the dashboard: anything written into names, titles and reasons is shown as text, everywhere. */

import { describe, expect, test } from 'vitest';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import type { TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { SCRIPT_TEXTS, SCRIPT_VECTORS } from './script-vectors.ts';
import { openStage } from './stage.ts';

const FORBIDDEN = 'main script, main iframe, main style, main base, main meta, main object, main embed';

const stage = openStage(() => ({ SELLO_FREE_CERTIFICATES: '1000' }));

describe('P33 text from others', () => {
  test('never runs as script in the dashboard, as the name of a key, account, certificate or log entry', async () => {
    const page = await stage.browser.openPage({ language: 'en-US' });
    page.on('dialog', (dialog) => {
      throw new Error(`a script ran: ${dialog.message()}`);
    });
    const { email } = await enter(page, stage.base);
    const account = await stage.accountOf(email);
    const texts = SCRIPT_TEXTS;
    await writeEverywhere(account, texts);

    await page.goto(`${stage.base}/dashboard/keys`);
    await expectTexts(page, '.key-name strong', texts);
    await page.getByText(/^Revoked keys/).click();
    await expectTexts(page, '.revoked-why bdi', texts);
    await page.goto(`${stage.base}/dashboard/certificates`);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody').textContent()).toContain('<img src=x onerror="window.ran=1">');
    await assertHarmless(page);
    await page.goto(`${stage.base}/dashboard/usage`);
    await page.locator('canvas').first().waitFor();
    await expectTexts(page, 'tbody bdi', texts);
    await page.goto(`${stage.base}/dashboard/audit`);
    await page.locator('.audit-entry').first().waitFor();
    await page.getByRole('button', { name: 'Load older entries' }).click();
    await page.getByText('This is the start of your audit log.').waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectTexts(page, '.audit-details dd', texts);
    for (const place of ['settings', 'settings/security', 'settings/sessions', 'settings/account', '']) {
      await page.goto(`${stage.base}/dashboard/${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await assertHarmless(page);
    }
    page.assertClean();
    await page.close();
  });
});

/** Puts the texts everywhere that the dashboard shows them; account and browser get the most dangerous ones. */
async function writeEverywhere(account: Account, texts: readonly string[]): Promise<void> {
  const { query } = stage.sello.database;
  const sharp = SCRIPT_VECTORS.filter((text) => text.includes('ran=1')).join(' ');
  for (const text of texts) {
    const { apiKey, key } = await stage.sello.newKey(account, { name: 'x' });
    await query('update api_keys set name = $2 where id = $1', [apiKey.id, text], 'name-key');
    const { id } = await stage.sello.certify(key, text);
    await query(
      'update certificates set title = $2, description = $2, document_type = $2, file_name = $2 where id = $1',
      [id, text],
      'name-certificate',
    );
    const { apiKey: revoked } = await stage.sello.newKey(account, { name: 'x' });
    await query(
      'update api_keys set name = $2, revoked_reason = $2, revoked_at = now() where id = $1',
      [revoked.id, text],
      'revoke-key-with',
    );
    await stage.sello.ports.audit.write({
      accountId: account.id,
      at: stage.sello.ports.now(),
      action: 'key.revoke',
      by: { type: 'person', id: account.id, ip: '<b>', userAgent: sharp.slice(0, 300) },
      target: 'javascript:window.ran=1',
      details: { reason: text, [sharp]: [text, { deep: text }] },
    });
  }
  await query('update accounts set name = $2 where id = $1', [account.id, sharp], 'name-account');
  await query(
    'update sessions set user_agent = $2 where account_id = $1',
    [account.id, sharp],
    'name-session',
  );
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
