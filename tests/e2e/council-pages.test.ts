/** The council's pages: figures, queue, renewals, programs, look; by keyboard, in both languages, themes and widths. */

import { describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { openCouncil } from './council-stage.ts';
import { inspectOnScreens } from './inspect-everywhere.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

describe.each(
  waysToLook([
    { ...ES_DESKTOP, name: 'es' },
    { ...EN_PHONE_DARK, name: 'en' },
  ] as const),
)('in $language, $colorScheme', ({ language, colorScheme, name }) => {
  test('every page is accessible and no wider than its screen, wide or narrow', async () => {
    const page = await stage.browser.openPage({ language, colorScheme });
    const council = await openCouncil(stage, page);
    const look = async (path: string, ready: string, shot: string) => {
      await page.goto(at(path));
      await page.locator(ready).first().waitFor();
      await inspectOnScreens(page, `council-${shot}-${name}`);
    };
    await look('', '.empty', 'overview-empty');
    const program = await council.program(20);
    const { membership } = await council.member(program, { waiting: 3, approved: 12 });
    await council.member(program, { waiting: 2 });
    const { renewal } = await council.must('POST', `/memberships/${membership}/renewals`, {});
    await look('', '.bars', 'overview');
    await look('/awards', '.queue-detail', 'awards');
    await look('/renewals', 'table', 'renewals');
    await look(`/renewals?renewal=${renewal.id}`, 'progress', 'renewal');
    await look('/programs', 'table', 'programs');
    await look(`/programs/${program.id}`, '.example-result', 'program');
    await look('/look', '.diploma', 'look');
    page.assertClean();
    await page.close();
  });
});

test('figures link to the lists that they count', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const soon = await council.program(20, 'Por terminar');
  const over = await council.program(-35, 'Vencido');
  await council.member(soon, { approved: 12 });
  await council.member(soon, { waiting: 3 });
  await council.member(over);
  await page.goto(at(''));
  const card = page.locator('.card', { hasText: 'Por terminar' });
  await card.getByRole('link', { name: /Vigentes\s*2/ }).waitFor();
  await card.getByRole('link', { name: /En 30 días\s*2\s*1 ya cumple/ }).waitFor();
  await page
    .locator('.card', { hasText: 'Vencido' })
    .getByRole('link', { name: /Vencidos\s*1/ })
    .waitFor();
  await page.getByRole('link', { name: /Acreditaciones por resolver\s*1/ }).click();
  await page.getByRole('listbox').waitFor();
  await expect.poll(() => page.locator('.queue-row').count()).toBe(1);
  page.assertClean();
  await page.close();
});

test('a course shows the names of programs and credits, and no ids while these names are loading', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { course } = await council.must('POST', '/courses', {
    title: 'Actualización en cardiología',
    modality: 'online',
    starts_on: council.day(10),
    points: [{ program_id: program.id, role: 'attendee', category: 'emc', points: 10 }],
  });
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Puntos' }) });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/programs\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(at(`/courses/${course.id}`));
  await card.locator('.skeleton').waitFor();
  expect(await card.innerText()).not.toMatch(/prg_|emc/);
  release();
  await card.getByRole('cell', { name: 'Consejo de Prueba' }).waitFor();
  await card.getByRole('cell', { name: 'Educación continua' }).waitFor();
  page.assertClean();
  await page.close();
});

test('the queue can be worked through with the keyboard alone, and a decision can be undone before it is sent', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  for (const surname of ['Uno', 'Dos', 'Tres', 'Cuatro'])
    await council.member(program, { waiting: 5, surname });
  await page.goto(at('/awards'));
  await expect.poll(() => page.locator('.queue-row').count()).toBe(4);

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // The newest award is listed first. It is approved and then revoked.
  await page.keyboard.press('a');
  await page.getByText('Aprobada.').waitFor();
  await expect.poll(() => page.locator('.queue-row').count()).toBe(3);
  await page.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await expect.poll(() => page.locator('.queue-row').count()).toBe(4);
  const pending = async () => (await council.must('GET', '/awards?status=pending')).pagination.total;
  expect(await pending()).toBe(4);

  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await page.getByText('2 aprobadas.').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: '¿Rechazar esta acreditación?' }).waitFor();
  await page.keyboard.type('Sin constancia legible');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Rechazada.').waitFor();
  await expect.poll(pending).toBe(1);
  const { awards } = await council.must('GET', '/awards?status=rejected');
  expect(awards).toMatchObject([{ decision: { reason: 'Sin constancia legible' } }]);
  expect((await council.must('GET', '/awards?status=approved')).pagination.total).toBe(2);
  page.assertClean();
  await page.close();
});

test('a program is made from a template, its rules tried and fixed, and activated', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  await page.goto(at('/programs?new'));
  await page
    .getByLabel('Partir de')
    .selectOption({ label: 'Consejo Mexicano de Neurofisiología Clínica (CONACEM)' });
  await page.getByText('www.cmnfc.org').waitFor();
  await page.getByRole('button', { name: 'Crear borrador' }).click();
  await page.getByRole('heading', { name: 'Pruebe las reglas' }).waitFor();
  await page.getByText('Cuentan 80 puntos').waitFor();

  const least = page.getByLabel('Al menos').first();
  await page.getByRole('group', { name: 'Total' }).waitFor();
  await least.fill('60');
  await page.locator('.example-result').getByText('80 / 60').waitFor();
  // An invalid code is reported next to its field.
  const category = page.getByRole('group', { name: 'Actividad asistencial' }).first();
  await category.getByText('Topes y código: sin topes').click();
  await category.getByLabel('Código').fill('Á');
  await category.getByText('Minúsculas sin acentos').waitFor();
  await page.getByText('Corrija lo marcado').waitFor();
  await category.getByLabel('Código').fill('asistencial');

  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Todo está guardado.').waitFor();
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click();
  await page.getByText('Activo', { exact: true }).waitFor();
  const { programs } = await council.must('GET', '/programs');
  expect(programs).toMatchObject([
    { status: 'active', version: 1, rules: { requirements: [{ min_points: 60 }, {}, {}, {}] } },
  ]);

  await least.fill('70');
  await page.getByRole('button', { name: 'Guardar como versión 2' }).click();
  const versions = page.getByRole('table', { name: 'Versiones lado a lado' });
  await versions.getByRole('row', { name: /requirements\.total\.min_points 60 70/ }).waitFor();
  page.assertClean();
  await page.close();
});

test('a renewal is approved on the counted points, and its snapshot is shown', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  await council.member(program, { approved: 12, surname: 'Cumple' });
  const { membership } = await council.member(program, { approved: 11, surname: 'Pide' });
  await council.must('POST', `/memberships/${membership}/renewals`, {});

  await page.goto(at('/renewals'));
  await page.getByRole('link', { name: /Pide/ }).click();
  await page.getByText('Todo se cumple: puede aprobarse.').waitFor();
  await page.getByRole('button', { name: 'Aprobar' }).press('Enter');
  await page.getByText('En qué se basó la decisión').waitFor();
  await page.getByText('11 de 10').waitFor();
  expect((await council.must('GET', '/renewals?status=approved')).pagination.total).toBe(1);

  await page.goto(at('/renewals?tab=eligible'));
  await page.getByRole('link', { name: /Cumple/ }).click();
  await page.getByRole('button', { name: 'Renovar ahora' }).click();
  await page.getByText('En qué se basó la decisión').waitFor();

  await page.getByRole('button', { name: 'Anular' }).click();
  await page.getByLabel('Motivo').fill('Se capturó por error');
  await page.getByRole('dialog').getByRole('button', { name: 'Anular' }).click();
  await page.getByText('Anulada', { exact: true }).waitFor();
  page.assertClean();
  await page.close();
});

test('the look is changed, and the preview follows at once', async () => {
  const page = await stage.browser.openPage();
  await openCouncil(stage, page);
  await page.goto(at('/look'));
  const picture = page.getByRole('img', { name: 'Vista de un diploma' });
  await page.getByLabel('Nombre del consejo').fill('Consejo de las Jacarandas');
  await picture.getByText('CONSEJO DE LAS JACARANDAS').waitFor();
  await page.getByRole('textbox', { name: 'Color principal', exact: true }).fill('#7a1f4b');
  await page.getByRole('button', { name: 'Agregar firma' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Elena Quintalba');
  await page.getByLabel('Cargo').fill('Presidenta');
  await picture.getByText('Presidenta').waitFor();
  await chooseLogo(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Todo está guardado.').waitFor();
  await page.reload();
  await picture.getByText('Elena Quintalba').waitFor();
  await page.getByRole('button', { name: 'Quitar logotipo' }).waitFor();
  page.assertClean();
  await page.close();
});

/** One black pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

async function chooseLogo(page: TestPage): Promise<void> {
  await page
    .getByLabel('Elija el logotipo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await page.getByRole('button', { name: 'Quitar logotipo' }).waitFor();
}
