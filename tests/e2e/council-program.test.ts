/** The page of a program, with every field of the rules in plain words, and a trial of the rules. */

import { expect, test } from 'vitest';
import { openCouncil } from './council-stage.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

test('all rules are shown in plain words, can be tried, and each point is explained', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const { program } = await council.must('POST', '/programs', {
    name: 'Consejo',
    rules: {
      term_months: 24,
      categories: [
        { code: 'cursos', name: 'Cursos', max_points_per_year: 6 },
        { code: 'ponencias', name: 'Ponencias' },
      ],
      requirements: [{ code: 'total', name: 'Total', min_points: 6, period: 'term' }],
    },
  });
  await page.goto(at(`/programs/${program.id}`));
  await page.getByText('Cuenta 6 de 20: la categoría «Cursos» ya está llena este año.').waitFor();

  const talks = page.getByRole('group', { name: 'Ponencias' }).first();
  await talks.getByText('Topes y código').click();
  await talks.getByLabel('Multiplicador').fill('1.5');
  await page.getByText('Cuenta 30 en lugar de 20: la categoría «Ponencias» multiplica sus puntos.').waitFor();
  await page.getByRole('button', { name: 'Agregar requisito' }).first().click();
  const added = page.getByRole('group', { name: 'Nuevo requisito' });
  await added.getByLabel('Qué pide').selectOption({ label: 'Una de varias opciones' });
  const second = added.getByRole('group', { name: 'Opción 2' });
  await second.getByLabel('Qué pide').selectOption({ label: 'Un número de acreditaciones' });
  await second.getByLabel('Acreditaciones, al menos').fill('2');
  await page.locator('.example-result').getByText('Nuevo requisito: Opción 1').waitFor();
  await page.getByLabel('Pide más que una renovación a tiempo').check();
  await page.getByRole('button', { name: 'Agregar elemento' }).click();
  await page.getByLabel('Cuántas veces').selectOption({ label: 'Cada año' });
  await page.getByLabel('Sin esto se pierde la vigencia').last().check();
  await page
    .getByLabel('Desde cuándo se cuentan')
    .selectOption({ label: 'Desde un día del año, como el 1 de enero' });
  await page.getByLabel('Mes', { exact: true }).selectOption('7');
  await page.getByLabel('Meses mínimos del primer periodo').fill('6');
  await inspectEverywhere(page, 'program-rules');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Todo está guardado.').waitFor();
  const { rules, checklist } = (await council.must('GET', `/programs/${program.id}`)).program;
  expect(rules).toMatchObject({
    anchor: '07-01',
    first_term_min_months: 6,
    categories: [{ max_points_per_year: 6 }, { multiplier: 1.5 }],
    requirements: [{ min_points: 6 }, { any_of: [{ min_points: 10 }, { min_awards: 2 }] }],
    reinstatement: { within_months: 12, requirements: [] },
  });
  expect(checklist).toMatchObject([{ period: 'year', keeps_standing: true }]);
  page.assertClean();
  await page.close();
});
