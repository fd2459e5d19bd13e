/** Checklist items of many members, marked by a table that is dropped onto the page. */

import { describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { ask, importMembers, newProgram } from './council.ts';
import { inspectOnScreens } from './inspect-everywhere.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const WORDS = {
  'es-MX': {
    open: 'Marcar requisitos con una tabla',
    mark: 'Marcar 8 requisitos',
    download: 'Descargar las 2 filas con problemas',
    done: /8 requisitos marcados/,
  },
  'en-US': {
    open: 'Mark checklists with a table',
    mark: 'Mark 8 items',
    download: 'Download the 2 rows with problems',
    done: /8 items marked/,
  },
};

describe.each(
  waysToLook([
    { ...EN_PHONE_DARK, name: 'en-dark' },
    { ...ES_DESKTOP, name: 'es-light' },
  ] as const),
)('$name', ({ language, name, viewport, colorScheme }) => {
  const words = WORDS[language];

  test('dues of eight members are marked by a table; two broken rows are shown and downloaded', async () => {
    const page = await stage.browser.openPage({ language, viewport, colorScheme });
    await enter(page, stage.base);
    const programId = await newProgram(page);
    await importMembers(page, programId, 8);
    await page.goto(`${stage.base}/dashboard/memberships/renewals?tab=eligible`);
    await page.getByRole('link', { name: words.open }).click();
    await page.waitForURL(/memberships\/checklists/);
    await inspectOnScreens(page, `marking-empty-${name}`);
    const numbers = [
      ...Array.from({ length: 8 }, (_, i) => String(i + 1).padStart(5, '0')),
      '99998',
      '99999',
    ];
    const lines = numbers.map((number) => `${number};Cuota pagada;Pagado;15/01/2026;BBVA`);
    const buffer = Buffer.from(`No. de socio;Concepto;Estatus;Fecha de pago;Banco\n${lines.join('\n')}\n`);
    await page
      .locator('.drop-zone input')
      .setInputFiles({ name: 'cuotas.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: words.mark }).waitFor();
    await inspectOnScreens(page, `marking-preview-${name}`);
    await page.getByRole('button', { name: words.mark }).click();
    await page.getByText(words.done).waitFor();
    await page.getByRole('link', { name: words.download }).waitFor();
    await inspectOnScreens(page, `marking-done-${name}`);
    const { markings } = await ask(page, 'GET', '/markings');
    expect(markings).toMatchObject([{ summary: { rows: 10, updated: 8, duplicate: 0, rejected: 2 } }]);
    page.assertClean();
    await page.close();
  });
});
