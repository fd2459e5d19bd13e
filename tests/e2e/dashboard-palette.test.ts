/**
 * Features that every page of the dashboard has: the search for everything, waiting decisions, uploads in progress, and
 * small things.
 */

import { expect, test } from 'vitest';
import { DESKTOP, SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { enter, fillLogin, forgetVisit, newVisitor } from '../harness/dashboard-visitor.ts';
import { openAccountMenu } from './account-menu.ts';
import { openCouncil } from './council-stage.ts';
import { inspect } from './inspect.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const open = (page: TestPage) => page.keyboard.press('Control+k');
const field = (page: TestPage) => page.getByRole('combobox', { name: /^(Buscar|Search)$/ });
const option = (page: TestPage, name: string | RegExp) => page.getByRole('option', { name });

test('the keyboard alone finds a page, a certificate, a member and a course', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { member } = await council.member(program, { surname: 'Etxeberria' });
  const { course } = await council.must('POST', '/courses', {
    title: 'Etología clínica',
    modality: 'online',
    starts_on: council.day(5),
    points: [{ program_id: program.id, role: 'attendee', category: 'emc', points: 5 }],
  });
  const { id } = await stage.sello.certify(council.key, 'acta', { title: 'Acta de Etxeberria' });
  await page.goto('/dashboard/usage');
  await page.getByRole('heading', { level: 1 }).waitFor();

  await open(page);
  await field(page).fill('bita');
  await option(page, 'Bitácora').waitFor();
  await inspectEverywhere(page, 'palette');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/audit$/);

  await open(page);
  await field(page).fill('etxe');
  await option(page, /^Acta de Etxeberria/).waitFor();
  await option(page, /^Ana Etxeberria/).waitFor();
  await inspect(page, 'palette-found');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/memberships/members/${member}$`));

  await page.getByRole('button', { name: /^Buscar/ }).click();
  await field(page).fill('etologia');
  await option(page, /^Etología clínica/).click();
  await page.waitForURL(new RegExp(`/memberships/courses/${course.id}$`));

  await open(page);
  await field(page).fill(id);
  await option(page, /^Acta de Etxeberria/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  page.assertClean();
  await page.close();
});

test('a complete email finds its member and never appears in an address, which would be logged', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const council = await openCouncil(stage, page);
  const email = `ana.${council.key.slice(-8).toLowerCase()}@example.com`;
  await council.must('POST', '/members', { given_name: 'Ana', first_surname: 'Prieto', email });
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await field(page).fill(email);
  await option(page, /^Ana Prieto/).waitFor();
  expect(asked.filter((url) => /%40|@/.test(url))).toEqual([]);
  await field(page).fill('nothing has this name');
  await page.getByText('Nothing found.').waitFor();
  page.assertClean();
  await page.close();
});

test('records waiting for a decision are counted beside their link and named on the first page', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  const council = await openCouncil(stage, page);
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('.waiting-count').count()).toBe(0);
  const program = await council.program(20);
  for (const points of [3, 4]) await council.member(program, { waiting: points });
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Esperan su decisión' });
  await notice.getByRole('link', { name: '2 acreditaciones' }).waitFor();
  await page.locator('.shell-link-memberships[aria-description="2 en espera"] .waiting-count').waitFor();
  await inspectEverywhere(page, 'waiting');
  await notice.getByRole('link', { name: '2 acreditaciones' }).click();
  await page.waitForURL(/\/memberships\/awards$/);
  await page.locator('.council-links [aria-description="2 en espera"] .waiting-count').waitFor();
  page.assertClean();
  await page.close();
});

test('uploads continue while another page is open, which shows their progress', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base);
  await page.goto('/dashboard/certificates');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/dashboard/certificates?mode=live', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  const files = ['uno', 'dos'].map((name) => ({
    name: `${name}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${name} ${Math.random()}`),
  }));
  await page.locator('main input[type=file][multiple]').first().setInputFiles(files);
  await page.getByRole('button', { name: 'Certificar 2 archivos' }).click();
  await page.getByRole('link', { name: 'Uso', exact: true }).click();
  const dock = page.getByRole('region', { name: 'Sus archivos' });
  await dock.getByText('0 de 2 listos').waitFor();
  await inspectEverywhere(page, 'upload-dock');
  held.resolve();
  await dock.getByText('2 de 2 listos').waitFor();
  await dock.getByRole('link', { name: 'Ver' }).click();
  await page.getByRole('link', { name: 'uno' }).first().waitFor();
  expect(await dock.count()).toBe(1);
  expect(await page.locator('.upload-dock').count()).toBe(0);
  await page.unroute('**/api/dashboard/certificates?mode=live');
  page.assertClean();
  await page.close();
});

test('the next page and another page begin at their top; the back button returns to where one was', async () => {
  const page = await stage.browser.openPage();
  const visitor = newVisitor();
  await enter(page, stage.base, visitor);
  const { key } = await stage.sello.newKey(await stage.accountOf(visitor.email), { mode: 'test' });
  for (let i = 0; i < 21; i += 1) await stage.sello.certify(key, `acta ${i}`, { title: `Acta ${i}` });
  await page.goto('/dashboard/login');
  await page.evaluate(() => localStorage.setItem('sello.mode', 'test'));
  await page.goto('/dashboard/certificates');
  await page.getByRole('link', { name: 'Acta 1', exact: true }).waitFor();
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  const scrollDown = () => page.evaluate(() => window.scrollTo(0, 400));
  await scrollDown();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('link', { name: 'Acta 0', exact: true }).waitFor();
  expect(await top()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Acta 1', exact: true }).waitFor();
  await scrollDown();
  await page.getByRole('link', { name: 'Acta 1', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Acta 1' }).waitFor();
  expect(await top()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Acta 1', exact: true }).waitFor();
  await expect.poll(top).toBeGreaterThan(100);
  page.assertClean();
  await page.close();
});

test('the log-in leads back to the requested page, with its filters', async () => {
  const page = await stage.browser.openPage();
  const visitor = newVisitor();
  await enter(page, stage.base, visitor);
  await forgetVisit(page);
  await page.goto('/dashboard/certificates?q=juzgado+tercero%20%C3%B1&status=certified');
  await fillLogin(page, visitor.email, visitor.password);
  await page.getByRole('searchbox').first().waitFor();
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('juzgado tercero ñ');
  expect(new URL(page.url()).searchParams.get('status')).toBe('certified');
  page.assertClean();
  await page.close();
});

test('a dialog shows its buttons on a screen of any size', async () => {
  const page = await stage.browser.openPage({ viewport: { width: SMALL_PHONE.width, height: 420 } });
  await enter(page, stage.base);
  const isInView = async () => {
    const box = await page.locator('dialog[open] [type=submit]').boundingBox();
    const { height } = page.viewportSize() ?? DESKTOP;
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  await page.goto('/dashboard/certificates');
  const files = Array.from({ length: 12 }, (_, i) => ({
    name: `anexo-${i}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`anexo ${i} ${Math.random()}`),
  }));
  await page.locator('main input[type=file][multiple]').first().setInputFiles(files);
  await page.getByRole('button', { name: /^Certificar \d+ archivos$/ }).waitFor();
  expect(await isInView()).toBe(true);
  await inspect(page, 'dialog-short-screen');
  await page.goto('/dashboard/keys');
  await page
    .getByRole('button', { name: /^Crear clave/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  expect(await isInView()).toBe(true);
  page.assertClean();
  await page.close();
});

test('on a phone the bar has five places, and the account menu all others', async () => {
  const page = await stage.browser.openPage({ viewport: DESKTOP });
  await enter(page, stage.base);
  const shown = (place: string) => page.locator(`${place} >> visible=true`);
  const namesOf = (place: string) => shown(place).allInnerTexts();
  await page.goto('/dashboard/usage');
  await shown('.shell-nav > .shell-link').first().waitFor();
  const all = await namesOf('.shell-nav > .shell-link');
  await page.setViewportSize(SMALL_PHONE);
  const bar = await namesOf('.shell-nav > .shell-link');
  expect(bar).toHaveLength(5);
  await openAccountMenu(page);
  const menu = await namesOf('[role=menuitem]');
  expect(all.filter((name) => !bar.includes(name) && !menu.includes(name))).toEqual([]);
  await inspect(page, 'account-menu-phone');
  page.assertClean();
  await page.close();
});
