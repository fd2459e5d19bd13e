/** A button in test mode makes a fictitious council to look around in. */

import { expect, test } from 'vitest';
import { enter, newVisitor } from '../harness/dashboard-visitor.ts';
import { ask } from './council.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('somebody new fills test mode, leaves in the middle, finishes, and sees a council; live mode has nothing', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base, newVisitor('Consejo Nuevo'));
  await page.goto(`${stage.base}/dashboard/memberships`);
  await page.getByRole('button', { name: 'Probar con un consejo de demostración' }).click();
  const create = page.getByRole('button', { name: 'Crear un consejo de demostración' });
  await create.waitFor();
  await inspectEverywhere(page, 'council-demo');
  await create.click();
  await page.getByText(/^Curso \d+ de 40/).waitFor({ timeout: 120_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Terminar el consejo de demostración' }).click();
  await page
    .getByText(/^Listo el consejo de demostración: 500 miembros, 40 cursos/)
    .waitFor({ timeout: 300_000 });
  expect(await page.getByRole('button', { name: /consejo de demostración/ }).count()).toBe(0);
  const totalOf = async (path: string, mode: string) =>
    (await ask(page, 'GET', `${path}?mode=${mode}&limit=1`)).pagination.total;
  expect(await totalOf('/members', 'test')).toBe(500);
  expect(await totalOf('/courses', 'test')).toBe(40);
  expect(await totalOf('/programs', 'test')).toBe(1);
  expect(await totalOf('/members', 'live')).toBe(0);
  await page.getByRole('heading', { name: /Quién vence/ }).waitFor();
  page.assertClean();
  await page.close();
}, 600_000);
