/**
 * A draw from the draft to the decision: on the council's pages, on the page of a member who was drawn, and for other
 * roles.
 */

import { expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { type DrawChain, openDrawChain } from '../harness/draws.ts';
import { takeSession } from '../harness/seated-page.ts';
import { joinAs } from '../harness/team.ts';
import { ask } from './council.ts';
import { type CouncilStage, openCouncil } from './council-stage.ts';
import { inspect } from './inspect.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { EN_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

const ES = {
  language: 'es-MX',
  draws: 'Sorteos',
  none: 'Aún no hay sorteos',
  create: 'Nuevo sorteo',
  name: 'Nombre',
  number: 'Un número',
  members: 'Miembros',
  from: 'Desde',
  to: 'Hasta',
  instructions: /^Instrucciones para quienes salgan/,
  preview: 'Si se sella hoy, salen 2 de 3 membresías.',
  save: 'Guardar borrador',
  seal: 'Sellar',
  cost: /Usa 1 certificado/,
  named: 'Bloque señalado',
  certified: 'Lista certificada',
  drawn: 'Sorteado',
  decided: /^El bloque decidió/,
  files: '2 archivos',
  nothingYet: 'nada todavía',
  openPage: 'Abrir mi página',
  until: /^Usted salió en un sorteo de verificación/,
  note: /^Nota para el consejo/,
  send: 'Enviar 2 archivos',
  arrived: /^Su evidencia llegó/,
  waits: /1 revisión/,
  toDecide: 'Revisiones por decidir',
  more: 'Dar más tiempo',
  newDay: 'Nuevo último día',
  fail: 'No aprobar',
  reason: 'Motivo',
  failed: 'No aprobada',
  ofMember: 'Los sorteos en los que salió este miembro.',
  told: 'Su consejo decidió: no aprobó la revisión.',
  cancel: 'Cancelar el sorteo',
  cancelled: 'Cancelado',
  decidedIn: /decidió una revisión/,
} as const;

const EN: { [Key in keyof typeof ES]: string | RegExp } & { language: 'en-US' } = {
  language: 'en-US',
  draws: 'Draws',
  none: 'No draws yet',
  create: 'New draw',
  name: 'Name',
  number: 'A number',
  members: 'Members',
  from: 'From',
  to: 'To',
  instructions: /^Instructions for those who are drawn/,
  preview: 'Sealed today, it would draw 2 of 3 memberships.',
  save: 'Save draft',
  seal: 'Seal',
  cost: /It uses 1 certificate/,
  named: 'Block named',
  certified: 'List certified',
  drawn: 'Drawn',
  decided: /^The block decided/,
  files: '2 files',
  nothingYet: 'nothing yet',
  openPage: 'Open my page',
  until: /^You were drawn for a review/,
  note: /^Note for the council/,
  send: 'Send 2 files',
  arrived: /^Your evidence has arrived/,
  waits: /1 review/,
  toDecide: 'Reviews to decide',
  more: 'More time',
  newDay: 'New last day',
  fail: 'Not passed',
  reason: 'Reason',
  failed: 'Not passed',
  ofMember: 'Draws in which this member was drawn.',
  told: 'Your council has decided: you did not pass the review.',
  cancel: 'Cancel the draw',
  cancelled: 'Cancelled',
  decidedIn: /decided a review/,
};

type Words = typeof ES | typeof EN;

test.for(waysToLook<Words>([ES, EN]))(
  'a council draws, the member answers and the council decides, in $language',
  async (words) => {
    const chain = await openDrawChain(stage.sello);
    const page = await stage.browser.openPage({ language: words.language });
    const council = await openCouncil(stage, page);
    const program = await council.program(60);
    for (const surname of ['Luna', 'Ríos', 'Vega']) await council.member(program, { surname });
    const drawId = await draftDraw(page, council, words);
    await sealAndDraw(page, chain, words);
    const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
    expect(reviews).toHaveLength(2);
    const own = await answer(council, reviews[0], words);
    await decide(page, council, reviews[0], words);
    await page.goto(at(`/members/${reviews[0].member_id}`));
    const ofMember = page.locator('.card', { hasText: words.ofMember });
    await ofMember.getByText(words.failed).waitFor();
    await inspect(page, `draw-member-${words.language}`);
    await own.reload();
    await own.getByText(words.told).waitFor();
    await own.getByText('Falta la constancia del congreso.').waitFor();
    await inspect(own, `draw-own-decided-${words.language}`);
    own.assertClean();
    await own.close();
    // The error about the period that ends before it begins.
    page.forgive(/422.*\/draws\?/);
    await cancel(page, drawId, words);
    await followAudit(page, drawId, words);
    page.assertClean();
    await page.close();
    await chain.close();
  },
);

async function draftDraw(page: TestPage, { day }: CouncilStage, words: Words): Promise<string> {
  await page.goto(at(''));
  await page.locator('.council-links').getByRole('link', { name: words.draws, exact: true }).click();
  await page.getByText(words.none).waitFor();
  await page.getByRole('button', { name: words.create }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.name, { exact: true }).fill('Revisión anual');
  await dialog.getByLabel(words.number, { exact: true }).check();
  await dialog.getByLabel(words.members, { exact: true }).fill('2');
  await dialog.getByLabel(words.from, { exact: true }).fill(day(0));
  await dialog.getByLabel(words.to, { exact: true }).fill(day(-300));
  await dialog.getByLabel(words.instructions).fill('Envíe las constancias\nde los cursos que reportó.');
  // The error is shown next to its field.
  await dialog.getByRole('button', { name: words.save }).click();
  await dialog.locator('.field-error').waitFor();
  await dialog.getByLabel(words.from, { exact: true }).fill(day(-300));
  await dialog.getByLabel(words.to, { exact: true }).fill(day(0));
  await dialog.getByText(words.preview).waitFor();
  await inspectEverywhere(page, `draw-new-${words.language}`);
  await dialog.getByRole('button', { name: words.save }).click();
  await page.getByRole('heading', { name: 'Revisión anual', level: 1 }).waitFor();
  await page.getByText(words.preview).waitFor();
  await inspectEverywhere(page, `draw-draft-${words.language}`);
  return page.url().split('/').at(-1) ?? '';
}

async function sealAndDraw(page: TestPage, chain: DrawChain, words: Words): Promise<void> {
  const now = (name: string | RegExp) => page.locator('[data-state=now]', { hasText: name }).waitFor();
  await page.getByRole('button', { name: words.seal, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words.cost).waitFor();
  await inspect(page, `draw-seal-${words.language}`);
  await dialog.getByRole('button', { name: words.seal, exact: true }).click();
  await now(words.named);
  await chain.follow();
  await now(words.certified);
  await inspectEverywhere(page, `draw-sealing-${words.language}`);
  await chain.certify();
  await now(words.drawn);
  await chain.mineLater();
  await chain.follow();
  await page.getByText(words.decided).waitFor();
  await expect.poll(() => page.getByText(words.nothingYet).count()).toBe(2);
  await inspectEverywhere(page, `draw-drawn-${words.language}`);
}

type Reviewed = { id: string; member_id: string; due_on: string };

/** The member logs in with a link from the council, on a phone. */
async function answer(council: CouncilStage, review: Reviewed, words: Words): Promise<TestPage> {
  const { access_link } = await council.must('POST', `/members/${review.member_id}/access-link`, {});
  const { pathname, hash } = new URL(access_link.url);
  const own = await stage.browser.openPage({ language: words.language, viewport: SMALL_PHONE });
  own.forgive(/401/);
  await own.goto(`${stage.base}${pathname}${hash}`);
  await own.getByRole('button', { name: words.openPage }).click();
  await own.getByText(words.until).waitFor();
  await own.getByText('Envíe las constancias').waitFor();
  await inspect(own, `draw-own-open-${words.language}`);
  const file = (name: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${name} ${words.language}`),
  });
  await own.setInputFiles('input[type=file]', [file('congreso.pdf'), file('diplomado.pdf')]);
  await own.getByLabel(words.note).fill('Las dos constancias del año.');
  await inspect(own, `draw-own-chosen-${words.language}`);
  await own.getByRole('button', { name: words.send }).click();
  await own.getByText(words.arrived).waitFor();
  await own.getByText('congreso.pdf').waitFor();
  await own.getByText('diplomado.pdf').waitFor();
  await own.emulateMedia({ colorScheme: 'dark' });
  await inspect(own, `draw-own-sent-${words.language}`);
  return own;
}

async function decide(page: TestPage, council: CouncilStage, review: Reviewed, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto(`${stage.base}/dashboard`);
  await page.getByRole('link', { name: words.waits }).click();
  await page.getByText(words.files).waitFor();
  await inspectEverywhere(page, `reviews-waiting-${words.language}`);
  await page.locator('.table a').click();
  await page.getByText('Las dos constancias del año.').first().waitFor();
  await expect.poll(() => page.locator('.evidence-file').count()).toBe(2);
  await inspectEverywhere(page, `review-${words.language}`);
  await page.getByRole('button', { name: words.more }).click();
  await dialog.getByLabel(words.newDay).fill(council.day(45));
  await inspect(page, `review-extend-${words.language}`);
  await dialog.getByRole('button', { name: words.more }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words.fail }).click();
  await dialog.getByLabel(words.reason).fill('Falta la constancia del congreso.');
  await inspectEverywhere(page, `review-decide-${words.language}`);
  await dialog.getByRole('button', { name: words.fail }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.badge', { hasText: words.failed }).waitFor();
  const decided = (await council.must('GET', `/reviews/${review.id}`)).review;
  expect(decided).toMatchObject({ status: 'failed', due_on: council.day(45) });
}

async function cancel(page: TestPage, drawId: string, words: Words): Promise<void> {
  await page.goto(at(`/draws/${drawId}`));
  await page.getByRole('button', { name: words.cancel }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.reason).fill('El periodo se indicó mal.');
  await dialog.getByRole('button', { name: words.cancel }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('El periodo se indicó mal.').waitFor();
  await inspectEverywhere(page, `draw-cancelled-${words.language}`);
  await page.goto(at('/draws'));
  await page.locator('.table .badge', { hasText: words.cancelled }).waitFor();
  await inspectEverywhere(page, `draws-${words.language}`);
}

/** An entry of the audit log links to the review and to the draw that it is about. */
async function followAudit(page: TestPage, drawId: string, words: Words): Promise<void> {
  await page.goto(`${stage.base}/dashboard/audit`);
  const entry = page.locator('.audit-sentence', { hasText: words.decidedIn });
  await entry.getByRole('link').first().click();
  await page.waitForURL(/\/memberships\/reviews\/rvw_/);
  await page.getByText('Falta la constancia del congreso.').waitFor();
  await page.goto(`${stage.base}/dashboard/audit`);
  await page.locator(`.audit-sentence a[href$="/memberships/draws/${drawId}"]`).first().click();
  await page.waitForURL(new RegExp(`/memberships/draws/${drawId}$`));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^(Buscar|Search)$/ }).fill(String(words.draws));
  await page.getByRole('option', { name: words.draws }).first().waitFor();
  await page.keyboard.press('Escape');
}

test('a viewer reads draws and reviews and is offered no change; a certifier has no such page', async () => {
  const chain = await openDrawChain(stage.sello);
  const owner = await stage.browser.openPage(EN_DESKTOP);
  const council = await openCouncil(stage, owner);
  const program = await council.program(60);
  await council.member(program);
  const wanted = { program_id: program.id, name: 'Annual', share_percent: 100, from: council.day(-300) };
  const draw = async () =>
    (await council.must('POST', '/draws', { ...wanted, to: council.day(0) })).draw.id as string;
  const [drawn, draft] = [await draw(), await draw()];
  await council.must('POST', `/draws/${drawn}/seal`);
  await chain.follow();
  await chain.certify();
  await chain.mineLater();
  await chain.follow();
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawn}`);
  const { account } = await ask(owner, 'GET', '/me');
  const open = async (role: 'viewer' | 'approver' | 'certifier') => {
    const page = await stage.browser.openPage(EN_DESKTOP);
    await takeSession(page, stage.base, await joinAs(stage.sello, { account }, role));
    return page;
  };
  const offered = async (page: TestPage) => {
    const found: string[] = [];
    for (const path of ['/draws', `/draws/${draft}`, `/draws/${drawn}`, `/reviews/${reviews[0].id}`]) {
      await page.goto(at(path));
      await page.getByText('Annual').first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const name of ['New draw', 'Seal', 'Delete draft', 'Cancel the draw', 'More time', 'Passed'])
        if ((await page.getByRole('button', { name, exact: true }).count()) > 0) found.push(name);
    }
    page.assertClean();
    return found;
  };
  const [viewer, approver, certifier] = [
    await open('viewer'),
    await open('approver'),
    await open('certifier'),
  ];
  expect(await offered(viewer)).toEqual([]);
  expect(await offered(approver)).toEqual([
    'New draw',
    'Seal',
    'Delete draft',
    'Cancel the draw',
    'More time',
    'Passed',
  ]);
  await certifier.goto(at('/draws'));
  await certifier.getByRole('heading', { name: 'Not part of your role', level: 1 }).waitFor();
  await Promise.all([owner, viewer, approver, certifier].map((page) => page.close()));
  await chain.close();
});
