/** Test clocks on the council's pages: made, moved and deleted in test mode; absent in live mode. */

import { expect, test } from 'vitest';
import { moveAll } from '../harness/clocks.ts';
import { openCouncil } from './council-stage.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

test.for([
  {
    language: 'es-MX',
    create: 'Nuevo reloj',
    name: 'Nombre',
    begins: 'Empieza el',
    submit: 'Crear reloj',
    year: 'Adelantar 1 año',
    moving: 'Avanzando',
    members: 'Sus miembros',
    under: /Miembros del reloj de prueba «Año 2028»/,
    remove: 'Eliminar',
    none: 'Aún no hay relojes de prueba',
  },
  {
    language: 'en-US',
    create: 'New clock',
    name: 'Name',
    begins: 'Begins on',
    submit: 'Make clock',
    year: 'Move 1 year forward',
    moving: 'Moving',
    members: 'Its members',
    under: /Members under the test clock “Año 2028”/,
    remove: 'Delete',
    none: 'No test clocks yet',
  },
] as const)('a clock is made, moved a year and deleted, in $language', async (words) => {
  const page = await stage.browser.openPage({ language: words.language });
  await openCouncil(stage, page);
  await page.addInitScript(() => localStorage.setItem('sello.mode', 'test'));
  await page.goto(at('/clocks'));
  await page.getByText(words.none).waitFor();
  await page.getByRole('button', { name: words.create }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.name).fill('Año 2028');
  await dialog.getByLabel(words.begins).fill('2028-01-01');
  await dialog.getByRole('button', { name: words.submit }).click();
  const card = page.locator('.card', { hasText: 'Año 2028' });
  await card.getByRole('button', { name: words.year }).waitFor();
  await inspectEverywhere(page, `clocks-${words.language}`);
  await card.getByRole('button', { name: words.year }).click();
  await card.getByText(words.moving, { exact: true }).waitFor();
  await moveAll(stage.sello);
  await card.locator('time[datetime="2029-01-01"]').waitFor();
  await card.getByRole('button', { name: words.year }).waitFor();
  await card.getByRole('link', { name: words.members }).click();
  await page.getByText(words.under).waitFor();
  await inspectEverywhere(page, `clocks-members-${words.language}`);
  await page.goto(at('/clocks'));
  await card.getByRole('button', { name: words.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
  await page.getByText(words.none).waitFor();
  page.assertClean();
  await page.close();
});

test('live mode has neither a link to clocks nor a clock, and the page says why', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  await openCouncil(stage, page);
  await page.goto(at('/clocks'));
  await page.getByText('Test clocks exist only in test mode').waitFor();
  expect(await page.getByRole('link', { name: 'Test clocks' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Switch to test mode' }).click();
  await page.getByText('No test clocks yet').waitFor();
  await page.getByRole('link', { name: 'Test clocks' }).first().waitFor();
  page.assertClean();
  await page.close();
});
