/** Tables that are dropped onto the council's pages: members imported, a course accredited and its roster posted. */

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../server/src/memberships/posted-tables/read/workbook/read-workbook.ts';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { workOff } from '../harness/documents.ts';
import { ask, importMembers, memberRow, newProgram } from './council.ts';
import { inspectOnScreens } from './inspect-everywhere.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const WORDS = {
  'es-MX': {
    import: 'Importar 190 miembros',
    problems: 'Problema (10)',
    download: 'Descargar las 10 filas con problemas',
    accredit: 'Avalar',
    roster: 'Registrar 8 acreditaciones',
    diplomas: /^Hacer un diploma/,
    download2: 'Descargar las 2 filas con problemas',
    made: 'Todos los diplomas están certificados.',
    newCourse: 'Nuevo curso',
    addLine: 'Agregar línea',
    title: 'Título',
    first: 'Primer día',
    amount: 'Puntos',
    add: 'Agregar curso',
  },
  'en-US': {
    import: 'Import 190 members',
    problems: 'Problem (10)',
    download: 'Download the 10 rows with problems',
    accredit: 'Accredit',
    roster: 'Post 8 awards',
    diplomas: /^Make a diploma/,
    download2: 'Download the 2 rows with problems',
    made: 'All diplomas are certified.',
    newCourse: 'New course',
    addLine: 'Add line',
    title: 'Title',
    first: 'First day',
    amount: 'Points',
    add: 'Add course',
  },
};

describe.each(
  waysToLook([
    { ...EN_PHONE_DARK, name: 'en-dark' },
    { ...ES_DESKTOP, name: 'es-light' },
  ] as const),
)('$name', ({ language, name, viewport, colorScheme }) => {
  const words = WORDS[language];

  test('200 members are imported from a table of Excel; ten broken rows are shown, left out and downloaded', async () => {
    const page = await stage.browser.openPage({ language, viewport, colorScheme });
    await enter(page, stage.base);
    const programId = await newProgram(page);
    await page.goto(`${stage.base}/dashboard/memberships/import`);
    await inspectOnScreens(page, `import-empty-${name}`);
    await drop(page, Buffer.from(brokenTable(programId), 'latin1'));
    await page.getByText(words.problems).click();
    await page.getByText('Windows-1252').waitFor();
    await expect.poll(() => page.locator('.vlist-space [role=row]').count()).toBe(10);
    await inspectOnScreens(page, `import-preview-${name}`);
    expect((await ask(page, 'GET', '/members')).pagination.total).toBe(0);

    await page.getByRole('button', { name: words.import }).click();
    const link = page.getByRole('link', { name: words.download });
    await link.waitFor();
    await inspectOnScreens(page, `import-done-${name}`);
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const problems = await readWorkbook(await readFile(await file.path()), 300);
    expect(problems).toHaveLength(11);
    expect(problems.flatMap(({ cells }) => cells)).toContain('invalid_curp');
    expect((await ask(page, 'GET', '/members')).pagination.total).toBe(190);
    page.assertClean();
    await page.close();
  });

  test('a course is entered and accredited; its roster is judged, posted and gets its diplomas', async () => {
    const page = await stage.browser.openPage({ language, viewport, colorScheme });
    const { email } = await enter(page, stage.base);
    await stage.sello.database.query('update accounts set certificates_left = 50 where email = $1', [email]);
    const programId = await newProgram(page);
    await importMembers(page, programId, 12);
    await page.goto(`${stage.base}/dashboard/memberships/courses`);
    await page.getByRole('button', { name: words.newCourse }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.title).fill('Congreso Nacional de Pediatría');
    await dialog.getByLabel(words.first).fill('2026-03-01');
    await dialog.getByRole('button', { name: words.addLine }).click();
    await dialog.getByLabel(words.amount, { exact: true }).fill('12.5');
    await inspectOnScreens(page, `course-new-${name}`);
    await dialog.getByRole('button', { name: words.add }).click();
    await page.waitForURL(/courses\/crs_/);
    await inspectOnScreens(page, `course-proposed-${name}`);
    await page.goto(`${stage.base}/dashboard/memberships/courses`);
    await page.getByText('Congreso Nacional de Pediatría').first().waitFor();
    await inspectOnScreens(page, `courses-${name}`);
    await page.getByRole('link', { name: 'Congreso Nacional de Pediatría' }).click();
    await page.getByRole('button', { name: words.accredit, exact: true }).click();
    await inspectOnScreens(page, `course-accredit-${name}`);
    await dialog.getByRole('button', { name: words.accredit, exact: true }).click();
    await page
      .getByText(/AVAL-\d{4}-000001/)
      .first()
      .waitFor();

    const numbers = Array.from({ length: 8 }, (_, i) => String(i + 1).padStart(5, '0'));
    await drop(page, Buffer.from(`member_number\n${[...numbers, '99998', '99999'].join('\n')}\n`));
    await page.getByRole('button', { name: words.roster }).waitFor();
    await page.getByLabel(words.diplomas).check();
    await inspectOnScreens(page, `roster-preview-${name}`);
    await page.getByRole('button', { name: words.roster }).click();
    await page.getByRole('link', { name: words.download2 }).waitFor();
    await workOff(stage.sello);
    await page.getByText(words.made).waitFor();
    await page.reload();
    await page
      .getByText(/D-\d{4}-0000/)
      .first()
      .waitFor();
    await inspectOnScreens(page, `course-done-${name}`);
    page.assertClean();
    await page.close();
  });
});

async function drop(page: TestPage, buffer: Buffer): Promise<void> {
  await page.locator('.drop-zone input').setInputFiles({ name: 'tabla.csv', mimeType: 'text/csv', buffer });
}

/** A table as Excel on Windows writes it; every twentieth row is wrong. */
function brokenTable(programId: string): string {
  const rows = Array.from({ length: 200 }, (_, i) => {
    const row = memberRow(i + 1, programId);
    return i % 20 === 7 ? `${row},MAL` : `${row},`;
  });
  return `member_number,given_name,first_surname,second_surname,specialty,program_id,starts_on,curp\r\n${rows.join('\r\n')}\r\n`;
}
