/** A key's whole life through the page: made, used by curl, rotated, limited, revoked. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { assertAccessible, screenshot, type TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const DAY_MS = 86_400_000;

const WORDS = {
  'es-MX': {
    create: 'Crear clave',
    name: 'Nombre',
    test: /^Prueba/,
    stored: 'Ya guardé el secreto en un lugar seguro',
    done: 'Listo',
    mustStore: /Primero guarde el secreto/,
    actions: 'Acciones para Servidor',
    rotate: 'Rotar el secreto',
    day: /^1 día/,
    now: /^Desactivar ahora/,
    submitRotate: 'Rotar',
    change: 'Modificar',
    rate: /^Solicitudes por minuto/,
    save: 'Guardar cambios',
    perMinute: '7 por minuto',
    revoke: 'Revocar',
    reason: /^Motivo/,
    tail: /últimos 4 caracteres/,
    submitRevoke: 'Revocar clave',
    mismatch: 'No son los últimos 4 caracteres.',
    revoked: 'Claves revocadas (1)',
    empty: 'Aún no hay claves de API',
  },
  'en-US': {
    create: 'Create key',
    name: 'Name',
    test: /^Test/,
    stored: 'I’ve stored the secret in a safe place',
    done: 'Done',
    mustStore: /Store the secret first/,
    actions: 'Actions for Servidor',
    rotate: 'Rotate secret',
    day: /^1 day/,
    now: /^Stop now/,
    submitRotate: 'Rotate',
    change: 'Edit',
    rate: /^Requests per minute/,
    save: 'Save changes',
    perMinute: '7 per minute',
    revoke: 'Revoke',
    reason: /^Reason/,
    tail: /last 4 characters/,
    submitRevoke: 'Revoke key',
    mismatch: 'These aren’t the last 4 characters.',
    revoked: 'Revoked keys (1)',
    empty: 'No API keys yet',
  },
};

const stage = openStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-curl-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(waysToLook([EN_PHONE, ES_DESKTOP]))(
  'in $language on a $screen',
  ({ language, screen, viewport }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `${name}-${language.slice(0, 2)}-${screen}`);

    test('a key is made, works with curl, keeps its old secret for the grace period, and ends when revoked', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      await enter(page, stage.base);
      await page.goto(`${stage.base}/dashboard/keys`);
      await page.getByRole('heading', { name: words.empty }).waitFor();
      await look(page, 'keys-empty');

      await page.getByRole('button', { name: words.create }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.name, { exact: true }).fill('Servidor');
      await dialog.getByRole('radio', { name: words.test }).check();
      await look(page, 'keys-create');
      await dialog.getByRole('button', { name: words.create }).click();

      const first = await takeSecret(page, 'keys-secret');
      expect(first.secret).toMatch(/^sello_test_\w{36}$/);
      expect(await runSample(first.curl)).toBe(201);
      await look(page, 'keys-list');
      expect(await page.content()).not.toContain(first.secret);

      await act(page, words.rotate);
      expect(await dialog.getByRole('radio', { name: words.day }).isChecked()).toBe(true);
      await look(page, 'keys-rotate');
      await dialog.getByRole('button', { name: words.submitRotate, exact: true }).click();
      const second = await takeSecret(page, 'keys-rotated');
      expect(second.secret).not.toBe(first.secret);
      expect(await curl(first.secret)).toBe(200);
      expect(await curl(second.secret)).toBe(200);

      await act(page, words.rotate);
      await dialog.getByRole('radio', { name: words.now }).check();
      await dialog.getByRole('button', { name: words.submitRotate, exact: true }).click();
      const third = await takeSecret(page, 'keys-rotated-now');
      expect(await Promise.all([first, second, third].map(({ secret }) => curl(secret)))).toEqual([
        401, 401, 200,
      ]);

      await act(page, words.change);
      await dialog.getByLabel(words.rate).fill('7');
      await look(page, 'keys-change');
      await dialog.getByRole('button', { name: words.save }).click();
      await page.getByText(words.perMinute).waitFor();

      await act(page, words.revoke);
      await dialog.getByLabel(words.reason).fill('ya no se usa');
      await dialog.getByLabel(words.tail).fill('nope');
      await dialog.getByRole('button', { name: words.submitRevoke }).click();
      await dialog.getByText(words.mismatch).waitFor();
      await look(page, 'keys-revoke');
      await dialog.getByLabel(words.tail).fill(third.secret.slice(-4));
      await dialog.getByRole('button', { name: words.submitRevoke }).click();
      await page.getByText(words.revoked).click();
      await page.getByText('ya no se usa').waitFor();
      await look(page, 'keys-revoked');
      expect(await curl(third.secret)).toBe(401);
      page.assertClean();
      await page.close();
    });

    /** Reads the secret in the dialog, tries to close it too early, and then closes it properly. */
    async function takeSecret(page: TestPage, name: string): Promise<{ secret: string; curl: string }> {
      const dialog = page.getByRole('dialog');
      const secret = (await dialog.locator('.key-secret').textContent()) ?? '';
      const sample = (await dialog.locator('pre').textContent()) ?? '';
      await look(page, name);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: words.done }).click();
      await dialog.getByText(words.mustStore).waitFor();
      await dialog.getByLabel(words.stored).check();
      await dialog.getByRole('button', { name: words.done }).click();
      await dialog.waitFor({ state: 'hidden' });
      return { secret, curl: sample };
    }

    async function act(page: TestPage, action: string): Promise<void> {
      await page.getByRole('button', { name: words.actions }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    }
  },
);

test('a key unused for thirty days is pointed out, and an expired one is marked', async () => {
  const page = await stage.browser.openPage({ language: 'en-US', colorScheme: 'dark' });
  const { email } = await enter(page, stage.base);
  const account = await stage.accountOf(email);
  const { apiKey: idle } = await stage.sello.newKey(account, { name: 'Idle', monthlyQuota: 1_000 });
  const { apiKey: busy } = await stage.sello.newKey(account, { name: 'Busy', monthlyQuota: 1_000 });
  const { apiKey: over } = await stage.sello.newKey(account, { name: 'Over', scopes: ['verify:read'] });
  const past = (days: number) => new Date(Date.now() - days * DAY_MS);
  const { query } = stage.sello.database;
  await query('update api_keys set created_at = $2 where id = $1', [idle.id, past(45)], 'age-key');
  await query('update api_keys set expires_at = $2 where id = $1', [over.id, past(1)], 'end-key');
  await query(
    'update api_key_usage set last_used_at = $2, month_calls = 870, month = utc_month($2) where key_id = $1',
    [busy.id, new Date()],
    'use-key',
  );
  await page.goto(`${stage.base}/dashboard/keys`);
  await page.getByText('“Idle” hasn’t been used in 30 days', { exact: false }).waitFor();
  await page.getByText('Unused for 45 days').waitFor();
  await page.getByText('Expired').waitFor();
  await page.getByText('870 of 1,000').waitFor();
  await screenshot(page, 'keys-states-en-dark');
  await assertAccessible(page);
  page.assertClean();
  await page.close();
});

test('errors are shown at their fields, and limits of the account are explained by the server', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base);
  await page.goto(`${stage.base}/dashboard/keys`);
  await page.getByRole('button', { name: 'Crear clave' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombre', { exact: true }).fill('x');
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await dialog.getByLabel(/^Solicitudes por mes/).fill('0');
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await dialog.getByText('Elija al menos un permiso.').waitFor();
  await dialog.getByText('Escriba un número entero, 1 o mayor.').waitFor();
  await assertAccessible(page);
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel(/^Solicitudes por mes/).fill('999999999');
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await dialog.getByText('pida más al operador').waitFor();
  page.forgive(/422 .*\/keys/);
  page.assertClean();
  await page.close();
});

/** The sample exactly as the page shows it, except for the port. */
async function runSample(sample: string): Promise<number> {
  const command = sample.replace(stage.sello.config.baseUrl, stage.base);
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', `${command} -s -o answer.json -w '%{http_code}'`],
    {
      cwd: folder,
    },
  );
  return Number(stdout);
}

async function curl(secret: string): Promise<number> {
  const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: Bearer ${secret}`];
  const { stdout } = await promisify(execFile)('curl', [...args, `${stage.base}/api/public/v1/certificates`]);
  return Number(stdout);
}
