/** The queue of awards: long, worked off with keys, with its evidence shown in place. */

import { expect, test } from 'vitest';
import { howMany } from '../harness/breadth.ts';
import { DESKTOP, type TestPage } from '../harness/browser.ts';
import { multipart } from '../harness/multipart.ts';
import { API } from '../harness/test-sello.ts';
import { ask, importMembers, newProgram } from './council.ts';
import { type CouncilStage, openCouncil } from './council-stage.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage(() => ({ SELLO_FREE_CERTIFICATES: '20' }));

const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

/** More than two pages of the list. */
const WAITING = howMany(10_000, 2_000);
const waiting = (number: number) => `${number.toLocaleString('es-MX')} por resolver`;

test('with thousands of waiting awards, keys decide, move on and undo while the rest is loading', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  await thousandsWaiting(page);
  let mayLoad = () => {};
  const held = new Promise<void>((resolve) => {
    mayLoad = resolve;
  });
  // The second page is not answered before the steps below are done.
  await page.route(/award-queue.*after=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/awards'));
  await page.getByText(waiting(WAITING)).waitFor();
  const active = page.locator('.queue-row-active .queue-row-name');
  const first = await active.textContent();

  await page.keyboard.press('j');
  await expect.poll(() => active.textContent()).not.toBe(first);
  await page.keyboard.press('k');
  await expect.poll(() => active.textContent()).toBe(first);
  await page.keyboard.press('a');
  await page.getByText(waiting(WAITING - 1)).waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await page.getByText(waiting(WAITING)).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: '¿Rechazar esta acreditación?' }).waitFor();
  await page.keyboard.type('Sin constancia');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(waiting(WAITING - 1)).waitFor();
  // Goes to the end of the loaded rows, where the list loads more.
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-posinset="499"]').waitFor();
  expect(await page.locator('.queue-row').count()).toBeLessThan(60);

  mayLoad();
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('.queue-row').first().getAttribute('aria-setsize')).toBe('999');
  await page.keyboard.press('End');
  await page.locator('[aria-posinset="999"]').waitFor();
  await page.keyboard.press('a');
  await page.getByText(waiting(WAITING - 2)).waitFor();
  await page.getByText('Rechazada.').waitFor({ state: 'detached' });
  const total = async (status: string) =>
    (await council.must('GET', `/awards?status=${status}`)).pagination.total;
  await expect.poll(() => total('rejected')).toBe(1);
  page.assertClean();
  await page.close();
});

/** Posts one roster, as the page would. */
async function thousandsWaiting(page: TestPage): Promise<void> {
  const programId = await newProgram(page);
  await importMembers(page, programId, WAITING);
  const { course } = await ask(page, 'POST', '/courses', {
    title: 'Congreso Nacional',
    starts_on: '2026-03-01',
    points: [{ category: 'emc', points: 5 }],
  });
  await ask(page, 'POST', `/courses/${course.id}/accredit`, {});
  const numbers = Array.from({ length: WAITING }, (_, i) => String(i + 1).padStart(5, '0'));
  await ask(page, 'POST', `/courses/${course.id}/rosters`, `member_number\n${numbers.join('\n')}\n`);
}

test('an approved award is revoked from the queue, with a reason', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  await council.member(program, { approved: 12 });
  await page.goto(at('/awards?status=approved'));
  await page.locator('.queue-detail').waitFor();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: '¿Revocar esta acreditación?' });
  await dialog.waitFor();
  await inspectEverywhere(page, 'queue-revoke');
  await dialog.getByLabel('Motivo').press('ControlOrMeta+a');
  await page.keyboard.type('Constancia falsa');
  await dialog.getByRole('button', { name: 'Revocar' }).press('Enter');
  await page.getByRole('heading', { name: 'No se encontró nada' }).waitFor();
  const { awards } = await council.must('GET', '/awards?status=revoked');
  expect(awards).toMatchObject([{ decision: { reason: 'Constancia falsa' } }]);
  page.assertClean();
  await page.close();
});

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const RUNS = '<script>top.ran = 1; globalThis.ran = 1</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${RUNS}</svg>`;

const FILES = [
  { name: 'foto.png', type: 'image/png', content: PNG, shown: 'img.evidence-picture' },
  { name: 'constancia.pdf', type: 'application/pdf', content: pdf(), shown: 'iframe.evidence-pdf' },
  // The bytes of a file decide its type, whatever type it claims.
  { name: 'pagina.png', type: 'image/png', content: Buffer.from(RUNS), shown: undefined },
  { name: 'pagina.pdf', type: 'text/html', content: Buffer.from(`<html>${RUNS}`), shown: undefined },
  { name: 'dibujo.svg', type: 'image/svg+xml', content: Buffer.from(SVG), shown: undefined },
];

test('pictures and PDFs are shown beside the queue; HTML and SVG, which could run scripts, are only downloads', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { member } = await council.member(program);
  for (const file of FILES) await awardWith(council, program.id, member, file);
  await page.setViewportSize(DESKTOP);
  await page.goto(at('/awards'));
  // The newest stands first.
  for (const { name, shown } of [...FILES].reverse()) {
    const detail = page.locator('.queue-detail');
    await detail.getByRole('heading', { name, exact: true }).waitFor();
    await detail.getByRole('link', { name: 'Descargar' }).waitFor();
    if (shown === undefined) {
      await expect.poll(() => detail.locator('.skeleton').count()).toBe(0);
      expect(await detail.locator('img, iframe, object, embed').count()).toBe(0);
    } else {
      const element = detail.locator(shown);
      await element.waitFor();
      expect(await element.getAttribute('src')).toMatch(/^blob:/);
      await inspectEverywhere(page, `queue-evidence-${name.replace('.', '-')}`);
    }
    await page.keyboard.press('j');
  }
  expect(await page.evaluate('window.ran')).toBeUndefined();
  page.assertClean();
  await page.close();
});

async function awardWith(
  council: CouncilStage,
  programId: string,
  memberId: string,
  { name, type, content }: (typeof FILES)[number],
): Promise<void> {
  const form = multipart([{ name: 'file', value: content, filename: name, type }]);
  const certified = await stage.sello.call('POST', `${API}/certificates`, { key: council.key, ...form });
  expect(certified.status, certified.text).toBe(201);
  await council.must('POST', '/awards', {
    member_id: memberId,
    activity: { title: name },
    completed_on: council.day(-10),
    points: [{ program_id: programId, category: 'emc', points: 1 }],
    evidence: [{ certificate_id: certified.body.certificate.id }],
  });
}

/** A PDF of one page with one line of text. */
function pdf(): Buffer {
  const text = 'BT /F1 24 Tf 60 700 Td (Constancia de asistencia) Tj ET';
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length ${text.length}>>stream
${text}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`);
}
