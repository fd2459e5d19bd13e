/** The page of a course: its organiser, chosen in the form, and its diplomas as one file. */

import { test } from 'vitest';
import { openCouncil } from './council-stage.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('a course gets its organiser in the form, and its page names it and gives the diplomas as one file', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(60);
  const { member } = await council.member(program);
  const named = { name: 'Hospital de Ejemplo', emails: ['educacion@example.com'] };
  const { organizer } = await council.must('POST', '/organizers', named);
  const { course } = await council.must('POST', '/courses', {
    title: 'Curso de invierno',
    starts_on: council.day(-20),
    points: [{ program_id: program.id, role: 'attendee', category: 'emc', points: 5 }],
  });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  const { award } = await council.must('POST', '/awards', { member_id: member, course_id: course.id });
  await council.must('POST', `/awards/${award.id}/approve`, {});
  await council.must('POST', `/awards/${award.id}/diploma`, {});
  await page.goto(`${stage.base}/dashboard/memberships/courses/${course.id}`);
  await page.getByText('1 diploma está certificado.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar todos en un ZIP' }).click();
  await (await download).cancel();
  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Organizador con portal/).selectOption({ label: 'Hospital de Ejemplo' });
  await inspectEverywhere(page, 'course-organizer-form');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator(`a[href$="/memberships/organizers/${organizer.id}"]`).waitFor();
  await inspectEverywhere(page, 'course-organizer');
  page.assertClean();
  await page.close();
});
