/**
 * What a registrar enters and corrects by hand: a course, an activity, a constancia; and the confirmation before each
 * final step.
 */

import { expect, test } from 'vitest';
import { workOff } from '../harness/documents.ts';
import { ask, newProgram } from './council.ts';
import { openCouncil } from './council-stage.ts';
import { inspect } from './inspect.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage(() => ({ SELLO_FREE_CERTIFICATES: '20' }));

const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

test('every field of a proposed course can be changed, and of an accredited one those that are not fixed', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await openCouncil(stage, page);
  await newProgram(page);
  const { course } = await ask(page, 'POST', '/courses', {
    title: 'Curso',
    starts_on: '2026-03-01',
    place: 'Mérida',
    points: [{ category: 'emc', points: 5 }],
  });
  await page.goto(at(`/courses/${course.id}`));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Editar' }).click();
  await dialog.getByLabel('Título').fill('Curso de otoño');
  await dialog.getByLabel('Horas').fill('12');
  await dialog.getByRole('textbox', { name: /^Lugar/ }).fill('');
  await dialog.getByLabel('Último día').fill('2026-03-02');
  await dialog.getByLabel('Puntos', { exact: true }).fill('7.5');
  await inspectEverywhere(page, 'course-change');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('heading', { name: 'Curso de otoño' }).waitFor();
  const read = async () => (await ask(page, 'GET', `/courses/${course.id}`)).course;
  expect(await read()).toMatchObject({
    hours: 12,
    place: null,
    ends_on: '2026-03-02',
    points: [{ category: 'emc', points: 7.5, role: 'attendee' }],
  });

  await page.getByRole('button', { name: 'Rechazar' }).click();
  await inspect(page, 'course-refuse');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Avalar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Avalar', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Editar' }).click();
  await dialog.getByText('quedaron fijos al avalar').waitFor();
  expect(await dialog.getByLabel('Horas').count()).toBe(0);
  await dialog.getByLabel('Lugares').fill('40');
  await dialog.getByLabel('Descripción').fill('Dos días de talleres.');
  await inspect(page, 'course-change-accredited');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.page-intro', { hasText: 'Dos días de talleres.' }).waitFor();
  expect(await read()).toMatchObject({ capacity: 40, hours: 12, status: 'accredited' });

  await page.locator('.page-head').getByRole('button', { name: 'Cerrar el curso' }).click();
  await inspect(page, 'course-close');
  await dialog.getByRole('button', { name: 'Cerrar el curso' }).click();
  await page.getByText('Cerrado', { exact: true }).first().waitFor();
  page.assertClean();
  await page.close();
});

test('an activity without a course is entered for a member, and approved at once or later', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { member } = await council.member(program);
  await page.goto(at(`/members/${member}`));
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Agregar actividad' }).click();
  await open();
  await dialog.getByLabel('Actividad').fill('Artículo en la Gaceta');
  await dialog.getByLabel('Concluyó el').fill(council.day(9));
  await dialog.getByLabel('Tipo').fill('artículo');
  await dialog.getByLabel('Puntos', { exact: true }).fill('4.5');
  await dialog.getByLabel('Dirección de la evidencia').fill('https://evidencia.example/1');
  await dialog.getByRole('button', { name: 'Agregar actividad' }).click();
  await expect.poll(() => dialog.getByLabel('Concluyó el').getAttribute('aria-invalid')).toBe('true');
  page.forgive(/422 .*\/awards/);
  await inspectEverywhere(page, 'activity');
  await dialog.getByLabel('Concluyó el').fill(council.day(-9));
  await dialog.getByRole('button', { name: 'Agregar actividad' }).click();
  await page.getByRole('cell', { name: 'Artículo en la Gaceta' }).waitFor();
  await page.getByText('4.5 de 10', { exact: false }).first().waitFor();
  // The page shows the new activity while the dialog still closes.
  await dialog.waitFor({ state: 'hidden' });

  await open();
  await dialog.getByLabel('Actividad').fill('Tesis');
  await dialog.getByLabel('Concluyó el').fill(council.day(-8));
  await dialog.getByLabel('Puntos', { exact: true }).fill('2');
  await dialog.getByLabel('Aprobarla de una vez').uncheck();
  await dialog.getByRole('button', { name: 'Agregar actividad' }).click();
  await page.getByRole('cell', { name: 'Tesis' }).waitFor();
  const { awards } = await council.must('GET', `/awards?member_id=${member}`);
  expect(awards).toMatchObject([
    { status: 'pending', activity: { title: 'Tesis' } },
    {
      status: 'approved',
      activity: { title: 'Artículo en la Gaceta', kind: 'artículo' },
      evidence: [{ url: 'https://evidencia.example/1' }],
    },
  ]);
  page.assertClean();
  await page.close();
});

test("a constancia of validity is made and downloaded from the member's page", async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { member, membership } = await council.member(program, { approved: 12 });
  await council.must('POST', `/memberships/${membership}/renewals`, { approve: true });
  await page.goto(at(`/members/${member}`));
  await page.getByRole('button', { name: 'Hacer constancia' }).click();
  await page.getByText('Se pidió la constancia.').waitFor();
  await workOff(stage.sello);
  await page.reload();
  const link = page.getByRole('link', { name: 'Descargar constancia' });
  await link.waitFor();
  await inspectEverywhere(page, 'member-constancia');
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  page.assertClean();
  await page.close();
});

test('the questions before a merge and an extension are accessible, on a desktop and on a phone', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(200);
  const { member } = await council.member(program, { surname: 'Doble' });
  const other = await council.member(program, { surname: 'Única' });
  const { member: stays } = await council.must('GET', `/members/${other.member}`);
  await page.goto(at(`/members/${member}`));
  await page.getByRole('button', { name: 'Acciones de la membresía' }).click();
  await page.getByRole('menuitem', { name: 'Dar prórroga' }).click();
  await inspectEverywhere(page, 'member-extend');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Unir con otro' }).click();
  await page.getByLabel('Número del miembro que se queda').fill(stays.member_number);
  await page.getByText('Se queda: Ana Única', { exact: false }).waitFor();
  await inspectEverywhere(page, 'member-merge');
  page.assertClean();
  await page.close();
});
