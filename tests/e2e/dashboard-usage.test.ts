/** Usage in charts, numbers and a table; and the audit log as people read it. */

import { describe, expect, test } from 'vitest';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { waysToLook } from '../harness/breadth.ts';
import { assertAccessible, type TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const DAY_MS = 86_400_000;

const WORDS = {
  'es-MX': {
    requests: 'Solicitudes',
    chart: /^Solicitudes por día\. [\d,]+ en total/,
    asTable: 'Ver como tabla',
    days: 'Uso por día',
    key: 'Clave',
    week: '7 días',
    custom: 'Personalizado',
    from: 'Desde',
    bad: /^La fecha inicial no debe ser posterior/,
    csv: 'Exportar CSV',
    title: 'Bitácora',
    made: 'El operador creó la clave «Servidor»',
    older: 'Cargar entradas anteriores',
    end: 'Aquí comienza su bitácora.',
    created: 'Ana Ruiz (propietario) creó la cuenta',
    action: 'Acción',
  },
  'en-US': {
    requests: 'Requests',
    chart: /^Requests per day\. [\d,]+ total/,
    asTable: 'Show as table',
    days: 'Usage by day',
    key: 'Key',
    week: '7 days',
    custom: 'Custom',
    from: 'From',
    bad: /^The start date must not be after/,
    csv: 'Export CSV',
    title: 'Audit log',
    made: 'The operator created the key “Servidor”',
    older: 'Load older entries',
    end: 'This is the start of your audit log.',
    created: 'Ana Ruiz (owner) created the account',
    action: 'Action',
  },
};

const stage = openStage();

describe.each(waysToLook([{ ...EN_PHONE, colorScheme: 'dark' }, ES_DESKTOP] as const))(
  'in $language on a $screen',
  ({ language, screen, viewport, colorScheme }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `${name}-${language.slice(0, 2)}-${screen}`);

    test('usage is shown as chart, text and table, for each key and period', async () => {
      const page = await stage.browser.openPage({ language, viewport, colorScheme });
      const account = await signUpAs(page);
      await page.goto(`${stage.base}/dashboard/usage`);
      await page.locator('.chart-empty').first().waitFor();
      await look(page, 'usage-empty');

      const { apiKey } = await stage.sello.newKey(account, { name: 'Servidor', monthlyQuota: 5_000 });
      await stage.sello.newKey(account, { name: 'CI', mode: 'test', monthlyQuota: 1_000 });
      const total = await writeUsage(account, apiKey.id);
      await page.goto(`${stage.base}/dashboard/usage`);
      await page.locator('canvas').first().waitFor();
      await page.getByRole('img', { name: words.chart }).waitFor();
      const shown = page.locator('.usage-total', { hasText: words.requests }).locator('.usage-total-value');
      expect(Number((await shown.textContent())?.replaceAll(',', ''))).toBe(total);
      await look(page, 'usage');
      await page
        .locator('.u-over')
        .first()
        .hover({ position: { x: 200, y: 80 } });
      await page.locator('.usage-chart-legend strong').first().waitFor();

      await page.getByText(words.asTable).click();
      const table = page.getByRole('table', { name: words.days });
      // The header row counts too.
      expect(await table.getByRole('row').count()).toBe(31);
      await page.getByText(words.week, { exact: true }).click();
      await expect.poll(() => table.getByRole('row').count()).toBe(8);
      expect(page.url()).toContain('days=7');

      await page.getByLabel(words.key, { exact: true }).selectOption(apiKey.id);
      await expect.poll(() => page.url()).toContain(`key=${apiKey.id}`);
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: words.csv }).click(),
      ]);
      expect(csv.suggestedFilename()).toMatch(/^sello-usage-.*\.csv$/i);
      const lines = Buffer.concat(await (await csv.createReadStream()).toArray())
        .toString()
        .trim()
        .split('\n');
      expect(lines).toHaveLength(8);

      await page.getByText(words.custom, { exact: true }).click();
      await page.getByLabel(words.from, { exact: true }).fill('2999-01-01');
      await page.getByText(words.bad).waitFor();
      await look(page, 'usage-custom');
      page.assertClean();
      await page.close();
    });

    test('the audit log shows who did what, page by page, down to the first entry', async () => {
      const page = await stage.browser.openPage({ language, viewport, colorScheme });
      const account = await signUpAs(page);
      await page.goto(`${stage.base}/dashboard/audit`);
      await page.getByRole('heading', { name: words.title }).waitFor();

      for (let made = 0; made < 60; made += 1) await stage.sello.newKey(account, { name: 'Servidor' });
      await page.reload();
      await page.getByText(words.made).first().waitFor();
      expect(await page.locator('.audit-entry').count()).toBe(50);
      await page.getByText(words.made).first().click();
      await page.getByRole('term').filter({ hasText: words.action }).first().waitFor();
      await look(page, 'audit');
      await page.getByRole('button', { name: words.older }).click();
      await page.getByText(words.end).waitFor();
      await page.getByText(words.created).waitFor();
      await look(page, 'audit-end');

      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: words.csv }).click(),
      ]);
      const text = Buffer.concat(await (await csv.createReadStream()).toArray()).toString();
      expect(text).toContain('account.create');
      page.assertClean();
      await page.close();
    });
  },
);

test('the charts follow a change from light to dark', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const account = await signUpAs(page);
  const { apiKey } = await stage.sello.newKey(account);
  await writeUsage(account, apiKey.id);
  await page.goto(`${stage.base}/dashboard/usage`);
  const canvas = page.locator('canvas').first();
  await canvas.waitFor();
  const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  const light = await drawn();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(drawn).not.toBe(light);
  page.assertClean();
  await page.close();
});

test('when the server fails, the page shows an error and retries on request', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  await signUpAs(page);
  const failing = (path: string) =>
    page.route(`**/api/dashboard/${path}`, (route) =>
      route.fulfill({ status: 422, json: { error: 'validation_failed', message: 'Not today.' } }),
    );
  for (const [address, path] of [
    ['keys', 'keys'],
    ['usage', 'usage?*'],
    ['audit', 'audit?*'],
    ['settings/sessions', 'sessions'],
  ] as const) {
    await failing(path);
    await page.goto(`${stage.base}/dashboard/${address}`);
    await page.getByText('Not today.').waitFor();
    await assertAccessible(page);
    await page.unroute(`**/api/dashboard/${path}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Not today.').waitFor({ state: 'hidden' });
  }
  await page.close();
});

const PASSWORD = 'un sello rojo sobre papel';

async function signUpAs(page: TestPage): Promise<Account> {
  const email = `ana-${crypto.randomUUID()}@example.com`;
  await enter(page, stage.base, { name: 'Ana Ruiz', email, password: PASSWORD });
  return stage.accountOf(email);
}

/** Thirty days of typical use; resolves with the number of requests. */
async function writeUsage(account: Account, keyId: string): Promise<number> {
  const today = stage.sello.ports.now().getTime();
  let total = 0;
  for (let back = 0; back < 30; back += 1) {
    const ok = 90 + ((back * 37) % 61) + (back % 7 < 2 ? -60 : 30);
    const [client, server] = [back % 4 === 0 ? 14 : 3, back === 9 ? 22 : 0];
    total += ok + client + server;
    await stage.sello.database.query(
      `insert into usage_days (account_id, day, key_id, livemode, requests, ok, client_errors, server_errors, certificates)
       values ($1, $2, $3, true, $4, $5, $6, $7, $8)`,
      [
        account.id,
        new Date(today - back * DAY_MS).toISOString().slice(0, 10),
        keyId,
        ok + client + server,
        ok,
        client,
        server,
        Math.floor(ok / 5),
      ],
      'write-day',
    );
  }
  await stage.sello.database.query(
    'update api_key_usage set month_calls = 3120, month = utc_month($2), last_used_at = $2 where key_id = $1',
    [keyId, new Date(today)],
    'write-month',
  );
  return total;
}
