/** An employer's watches: more of them than one page of the list shows, the state of each, and ending one. */

import { expect, test } from 'vitest';
import { openCouncil as openOtherCouncil } from '../harness/memberships.ts';
import { publicMember } from '../harness/watches.ts';
import { openCouncil } from './council-stage.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('all watches are shown, twenty at a time, and one that is ended leaves the list', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const { must } = await openCouncil(stage, page);
  const other = await openOtherCouncil(stage.sello);
  const member = await publicMember(other);
  await must('POST', '/watches', {
    council_id: other.accountId,
    number: member.member_number,
    surname: 'Luna',
    external_id: 'empleada-77',
  });
  // No member has these numbers, but the employer is not told so.
  const rows = Array.from({ length: 20 }, (_, i) => ({
    council_id: other.accountId,
    number: `nadie-${i}`,
    surname: 'Luna',
  }));
  await must('POST', '/watches/import', { rows });
  await page.goto(`${stage.base}/dashboard/watches`);
  const row = page.getByRole('row');
  await expect.poll(() => row.count()).toBe(21);
  await inspectEverywhere(page, 'watches-es');
  await page.getByRole('button', { name: 'Más antiguas' }).click();
  await expect.poll(() => row.count()).toBe(2);
  await page.getByText('empleada-77').waitFor();
  await page.getByText('Activa', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Dejar de vigilar' }).click();
  await expect.poll(() => row.filter({ hasText: 'empleada-77' }).count()).toBe(0);
  expect((await must('GET', '/watches')).pagination.total).toBe(20);
  await page.getByRole('button', { name: 'Más recientes' }).click();
  await expect.poll(() => row.count()).toBe(21);
  page.assertClean();
  await page.close();
});
