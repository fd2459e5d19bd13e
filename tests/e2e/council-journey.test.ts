/**
 * The first days of a council, without a mouse: from a template of a real body to a renewed member whose page, diploma
 * and badge a stranger checks. Each step is checked on a desktop in light and on a phone in dark mode.
 */

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '../../server/src/memberships/calendar.ts';
import { readWorkbook } from '../../server/src/memberships/posted-tables/read/workbook/read-workbook.ts';
import { addDays, addMonthsTo } from '../../server/src/memberships/standing/days.ts';
import { openBrowser, SMALL_PHONE, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { newVisitor } from '../harness/dashboard-visitor.ts';
import { workOff } from '../harness/documents.ts';
import { forFile } from '../harness/for-file.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { openTlsFront } from '../harness/tls-front.ts';
import { memberRow } from './council.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { look } from './look.ts';

const COLUMNS = 'member_number,given_name,first_surname,second_surname,specialty,starts_on,tracks,curp';

let browser: TestBrowser;

// Badges name their issuer by an address with TLS.
const front = forFile(openTlsFront);
const sello = forFile(() => openTestSello({ SELLO_BASE_URL: front.origin, SELLO_FREE_CERTIFICATES: '50' }));
beforeAll(async () => {
  front.serve(sello.app);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Walk = { page: TestPage; keys: Keyboard };

test('a newcomer gets from a template to a renewed member whose papers a stranger checks, by keyboard alone', async () => {
  const page = await browser.openPage({ language: 'es-MX' });
  const walk = { page, keys: keyboardOf(page) };
  await page.mouse.move(-1, -1);
  await signUp(walk);
  await makeProgram(walk);
  await importMembers(walk);
  await accreditCourse(walk);
  await postRoster(walk);
  await approve(walk);
  await sendDiplomas(walk);
  const papers = await lookAtMember(walk);
  await renew(walk);
  page.assertClean();
  await page.close();
  await openOnPhone(papers.page);
  await verifyPapers(papers);
}, 600_000);

const day = (days: number) => addDays(dayIn('America/Mexico_City', sello.ports.now()), days);

async function signUp({ page, keys }: Walk): Promise<void> {
  const { email, password } = newVisitor();
  await page.goto(`${front.origin}/dashboard/signup`);
  await keys.type(page.getByLabel('Nombre o empresa'), 'Consejo de Cardiología del Centro');
  await keys.type(page.getByLabel('Correo electrónico'), email);
  await keys.type(page.getByLabel('Contraseña', { exact: true }), password);
  await page.keyboard.press('Enter');
  await keys.press(page.getByRole('navigation').first().getByRole('link', { name: 'Membresías' }));
  await page.getByRole('heading', { name: 'Aún no hay un programa activo' }).waitFor();
  await look(page, '01-start');
}

/** Follows one of the council's links in the navigation. */
async function goTo({ page, keys }: Walk, name: string): Promise<void> {
  await keys.press(page.locator('.council-links').getByRole('link', { name, exact: true }));
}

async function makeProgram({ page, keys }: Walk): Promise<void> {
  await keys.press(page.getByRole('link', { name: 'Crear un programa' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option', { name: /Cardiología/ }).waitFor({ state: 'attached' });
  await keys.choose(dialog.getByLabel('Partir de'), 'Consejo Mexicano de Cardiología');
  await dialog.getByText('Leído en').waitFor();
  await look(page, '02-template');
  await keys.press(dialog.getByRole('button', { name: 'Crear borrador' }));
  await page.getByRole('heading', { name: 'Pruebe las reglas' }).waitFor();
  await look(page, '03-program');
  await keys.reach(page.getByRole('button', { name: 'Activar' }), 'back');
  await page.keyboard.press('Enter');
  await keys.press(dialog.getByRole('button', { name: 'Activar' }));
  await page.getByText('Activo', { exact: true }).waitFor();
}

/** A table as Excel on Windows writes it. Every twentieth row has an invalid CURP. */
function table(rows: readonly number[], isMended: boolean): Buffer {
  const lines = rows.map((n) => {
    const [number, given, first, second, specialty] = memberRow(n, '').split(',');
    // This member's term ends in a month, so it can be renewed.
    const startsOn = n === 1 ? addMonthsTo(day(31), -60) : addMonthsTo(day(n * 7), -60);
    const curp = n % 20 === 8 && !isMended ? 'MAL' : '';
    return [number, given, first, second, specialty, startsOn, 'examen', curp].join(',');
  });
  return Buffer.from(`${COLUMNS}\r\n${lines.join('\r\n')}\r\n`, 'latin1');
}

const ALL = Array.from({ length: 200 }, (_, i) => i + 1);

async function importMembers(walk: Walk): Promise<void> {
  const { page, keys } = walk;
  await goTo(walk, 'Miembros');
  await keys.press(page.getByRole('link', { name: 'Importar' }).first());
  await keys.choose(page.getByLabel('Abrir una membresía en'), 'Consejo Mexicano');
  await keys.reach(page.locator('.drop-zone input'), 'back');
  await keys.give(page.locator('.drop-zone input'), 'miembros.csv', table(ALL, false));
  await page.getByText('Problema (10)').waitFor();
  await keys.reach(page.getByRole('radio', { name: 'Todas (200)' }));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('.vlist-space [role=row]').count()).toBe(10);
  await look(page, '04-import-problems');
  await keys.press(page.getByRole('button', { name: 'Importar 190 miembros' }));
  const problems = await keys.download(
    page.getByRole('link', { name: 'Descargar las 10 filas con problemas' }),
  );
  expect(await readWorkbook(await readFile(await problems.path()), 300)).toHaveLength(11);
  await look(page, '05-import-done');

  // The corrected rows are posted again in a separate table.
  await keys.press(page.getByRole('button', { name: 'Importar otro archivo' }));
  const broken = ALL.filter((n) => n % 20 === 8);
  await keys.give(page.locator('.drop-zone input'), 'corregidas.csv', table(broken, true));
  await keys.press(page.getByRole('button', { name: 'Importar 10 miembros' }));
  await keys.press(page.getByRole('link', { name: 'Ver miembros' }));
  await page.getByText('200 en total', { exact: false }).waitFor();
  await look(page, '06-members');
}

async function accreditCourse(walk: Walk): Promise<void> {
  const { page, keys } = walk;
  await goTo(walk, 'Cursos');
  await keys.press(page.getByRole('button', { name: 'Nuevo curso' }).first());
  const dialog = page.getByRole('dialog');
  await keys.type(dialog.getByLabel('Título'), 'Diplomado en insuficiencia cardiaca');
  await keys.day(dialog.getByLabel('Primer día'), day(-20));
  await keys.day(dialog.getByLabel('Último día'), day(-4));
  await keys.press(dialog.getByRole('button', { name: 'Agregar línea' }));
  await keys.type(dialog.getByLabel('Puntos', { exact: true }), '80');
  await look(page, '07-new-course');
  await keys.press(dialog.getByRole('button', { name: 'Agregar curso' }));
  await page.getByRole('heading', { name: 'Diplomado en insuficiencia cardiaca' }).waitFor();
  await keys.press(page.getByRole('button', { name: 'Avalar', exact: true }));
  await keys.press(dialog.getByRole('button', { name: 'Avalar', exact: true }));
  await page.getByRole('heading', { name: 'Lista de asistencia' }).waitFor();
}

const ATTENDED = 8;

async function postRoster({ page, keys }: Walk): Promise<void> {
  const numbers = Array.from({ length: ATTENDED }, (_, i) => String(i + 1).padStart(5, '0'));
  const roster = Buffer.from(`member_number\n${numbers.join('\n')}\n`);
  await keys.give(page.locator('.drop-zone input'), 'asistencia.csv', roster);
  const post = page.getByRole('button', { name: `Registrar ${ATTENDED} acreditaciones` });
  await post.waitFor();
  // The awards count only after another person has reviewed them.
  await keys.press(page.getByLabel('Aprobar las acreditaciones de una vez'), 'Space');
  await look(page, '08-roster');
  await keys.press(post);
  await page.getByText(`${ATTENDED} acreditaciones hechas`, { exact: false }).waitFor();
}

async function approve(walk: Walk): Promise<void> {
  const { page, keys } = walk;
  await goTo(walk, 'Acreditaciones');
  await page.locator('.queue-detail').waitFor();
  await look(page, '09-queue');
  await keys.press(page.getByRole('checkbox', { name: `Seleccionar las ${ATTENDED} cargadas` }), 'Space');
  await page.keyboard.press('a');
  await page.getByText(`${ATTENDED} aprobadas.`).waitFor();
}

async function sendDiplomas(walk: Walk): Promise<void> {
  const { page, keys } = walk;
  // Leaving the queue sends the decisions made in it.
  await goTo(walk, 'Cursos');
  await keys.press(page.getByRole('link', { name: 'Diplomado en insuficiencia cardiaca' }));
  await expect.poll(() => page.getByText('Aprobada', { exact: true }).count()).toBeGreaterThan(ATTENDED - 1);
  await keys.press(page.getByRole('checkbox', { name: 'Elegir todas las cargadas' }), 'Space');
  await keys.press(page.getByRole('button', { name: 'Hacer diplomas' }));
  const dialog = page.getByRole('dialog');
  await look(page, '10-diplomas');
  await keys.press(dialog.getByRole('button', { name: 'Hacer diplomas' }));
  await workOff(sello);
  await page
    .getByText(/D-\d{4}-0000/)
    .first()
    .waitFor();
  await look(page, '11-course');
}

type Papers = { page: string; diploma: Buffer; stamp: Buffer; roots: Buffer; badge: Buffer };

async function lookAtMember(walk: Walk): Promise<Papers> {
  const { page, keys } = walk;
  await goTo(walk, 'Miembros');
  await keys.type(page.getByRole('searchbox'), '00001');
  await page.waitForURL(/q=00001/);
  await expect.poll(() => page.locator('.vlist-space [role=row]').count()).toBe(1);
  await keys.press(page.locator('.vlist-space').getByRole('link').first());
  await page.getByRole('list', { name: 'Requisitos' }).getByText('Cumplido').waitFor();
  for (const [done, item] of ['Examen aprobado', 'Carta de actividad asistencial'].entries()) {
    await keys.press(page.getByLabel(item), 'Space');
    await expect.poll(() => page.getByText(/Hecho el/).count()).toBe(done + 1);
  }
  await giveConsent(walk);
  await look(page, '12-member');
  const diploma = await behind(walk, /^Diploma D-/);
  const badge = await behind(walk, /^Insignia$/);
  const address = await page.getByRole('link', { name: 'Página pública' }).first().getAttribute('href');
  const own = await page.getByRole('link', { name: 'Abrir página' }).getAttribute('href');
  return { page: own ?? '', diploma, badge, ...(await proofsOf(address ?? '')) };
}

/**
 * Downloads the file of a link that can be reached by keyboard. It is fetched like a page, because for a refused
 * download, for example while the database is busy, the browser only reports that it was cancelled.
 */
async function behind({ page, keys }: Walk, name: RegExp): Promise<Buffer> {
  const link = page.getByRole('link', { name }).first();
  await keys.reach(link);
  const bytes = await link.evaluate(async (element) => {
    const response = await fetch((element as HTMLAnchorElement).href);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return [...new Uint8Array(await response.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

async function giveConsent({ page, keys }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog');
  await keys.press(page.getByRole('button', { name: 'Registrar consentimiento' }));
  await keys.type(dialog.getByLabel('Versión del aviso de privacidad'), '2026-1');
  await keys.type(dialog.getByLabel('Cómo lo dio'), 'en papel');
  await keys.press(dialog.getByRole('button', { name: 'Registrar consentimiento' }));
  await dialog.waitFor({ state: 'detached' });
  await keys.press(page.getByLabel('La página de este miembro es pública'), 'Space');
  await keys.press(page.getByLabel('Diplomas', { exact: true }), 'Space');
  await expect.poll(() => page.getByLabel('Diplomas', { exact: true }).isChecked()).toBe(true);
}

/** The diploma's time stamp and the roots that vouch for it, from the diploma's public page. */
async function proofsOf(address: string): Promise<Pick<Papers, 'stamp' | 'roots'>> {
  const path = new URL(address).pathname;
  const get = async (type: string) => (await sello.call('GET', `${path}/proof?type=${type}`)).bytes;
  return { stamp: await get('nom151'), roots: await get('chain') };
}

async function renew(walk: Walk): Promise<void> {
  const { page, keys } = walk;
  await goTo(walk, 'Renovaciones');
  await keys.press(page.getByRole('link', { name: 'Pueden renovar' }));
  await page.getByRole('table').waitFor();
  await look(page, '13-eligible');
  // The other members have their points too, but no documents yet.
  await keys.press(page.getByRole('link', { name: 'Bruno Luna Luna' }));
  await page.getByText('Todo se cumple: puede aprobarse.').waitFor();
  await keys.press(page.getByRole('checkbox', { name: /constancia/ }), 'Space');
  await keys.press(page.getByRole('button', { name: 'Renovar ahora' }));
  await page.getByText('En qué se basó la decisión').waitFor();
  await workOff(sello);
  await look(page, '14-renewed');
}

/** A stranger opens the address without a session, on a phone. */
async function openOnPhone(address: string): Promise<void> {
  const page = await browser.openPage({ language: 'es-MX', viewport: SMALL_PHONE });
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'Vigente' }).waitFor();
  await page.getByText('Diplomado en insuficiencia cardiaca').first().waitFor();
  await look(page, '15-public');
  page.assertClean();
  await page.close();
}

async function verifyPapers({ diploma, stamp, roots, badge }: Papers): Promise<void> {
  const page = await browser.openPage({ language: 'es-MX' });
  const keys = keyboardOf(page);
  await page.goto(`${front.origin}/verify`);
  const input = page.locator('#files');
  await keys.give(input, 'diploma.pdf', diploma);
  await keys.give(input, 'sello.tsr', stamp);
  // Trusted roots are given separately from the evidence.
  await keys.press(page.locator('details:has(#root-files) > summary'));
  await keys.give(page.locator('#root-files'), 'raices.pem', roots);
  await page.waitForSelector('.checks-summary[data-verdict="valid"]');
  await look(page, '16-verified-diploma');
  await keys.give(input, 'insignia.json', badge);
  await page.waitForSelector('[data-check="badge.status"][data-outcome="pass"]', { state: 'attached' });
  await page.waitForSelector('.checks-summary[data-verdict="valid"]');
  await look(page, '17-verified-badge');
  page.assertClean();
  await page.close();
}
