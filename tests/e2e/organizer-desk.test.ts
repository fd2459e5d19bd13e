/** An organiser's desk and the council's pages about it, in a real browser. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, openBrowser, SMALL_PHONE, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { type DeskWorld, openDeskWorld } from '../harness/desk.ts';
import { newEmail } from '../harness/own-page.ts';
import { takeSession } from '../harness/seated-page.ts';
import { inspect } from './inspect.ts';

let world: DeskWorld;
let browser: TestBrowser;
let base: string;
beforeAll(async () => {
  // Browsers refuse cookies that are for https alone.
  world = await openDeskWorld({ SELLO_BASE_URL: 'http://localhost:3000' });
  base = await world.sello.listen();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const TABLE = 'Número de socio;Asistencia\nE-1;95\nE-2;90\nnadie;100\n';

test('somebody enters, proposes, sends a roster and sees what became of it; the council accredits in one click', {
  timeout: 120_000,
}, async () => {
  const { council, mails } = world;
  const email = newEmail();
  const { id } = await world.organizer({ name: 'Sociedad de Ejemplo', emails: [email] });
  for (const member_number of ['E-1', 'E-2']) await council.enrol({ fields: { member_number } });
  const page = await browser.openPage({ language: 'es-MX', viewport: DESKTOP, baseUrl: base });
  await page.goto(`${base}/o/${council.accountId}`);
  await inspect(page, 'desk-entrance');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviarme un código' }).click();
  await page.getByLabel('Código de seis dígitos').waitFor();
  await world.sello.ports.aside.settled();
  const code = /\b(\d{6})\b/.exec(mails.findLast(({ to }) => to.includes(email))?.text ?? '')?.[1];
  await page.getByLabel('Código de seis dígitos').fill(code ?? '');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByText('Todavía no hay cursos').waitFor();
  await propose(page);
  const person = await world.join('owner');
  const dashboard = await browser.openPage({ language: 'es-MX', viewport: DESKTOP, baseUrl: base });
  await takeSession(dashboard, base, person);
  await dashboard.goto(`${base}/dashboard/memberships/organizers`);
  await dashboard.getByRole('link', { name: 'Sociedad de Ejemplo' }).waitFor();
  await inspect(dashboard, 'organizers');
  await dashboard.getByRole('link', { name: 'Sociedad de Ejemplo' }).click();
  await dashboard.getByRole('button', { name: /^Avalar/ }).click();
  await dashboard.getByText('Nada espera su decisión.').waitFor();
  await send(page);
  await dashboard.reload();
  await dashboard.getByText('Enviadas: 1', { exact: false }).waitFor();
  await inspect(dashboard, 'organizer');
  await dashboard.setViewportSize(SMALL_PHONE);
  await inspect(dashboard, 'organizer-phone');
  const { record } = await council.ask('GET', `/organizers/${id}/record`, 200);
  expect(record.rows).toEqual({ posted: 3, accepted: 2, refused: 1 });
  dashboard.assertClean();
  page.forgive(/401/);
  page.assertClean();
});

async function propose(page: TestPage): Promise<void> {
  await inspect(page, 'desk-empty');
  await page.getByRole('button', { name: 'Proponer un curso' }).click();
  await page.getByLabel('Nombre del curso').fill('Taller de ecografía');
  await page.getByLabel('Primer día').fill('2026-03-01');
  await page.getByLabel('Puntos', { exact: true }).last().fill('8');
  await inspect(page, 'desk-propose');
  await page.setViewportSize(SMALL_PHONE);
  await inspect(page, 'desk-propose-phone');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Proponer al consejo' }).click();
  await page.getByRole('link', { name: 'Taller de ecografía' }).waitFor();
  await inspect(page, 'desk-proposed');
}

async function send(page: TestPage): Promise<void> {
  await page.reload();
  await page.getByRole('link', { name: 'Enviar lista' }).click();
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Se pueden leer 3 filas.', { exact: false }).waitFor();
  await inspect(page, 'desk-preview');
  await page.getByRole('button', { name: 'Enviar 3 filas' }).click();
  await page.getByText('No aceptada: 1').waitFor();
  await inspect(page, 'desk-rows');
  await page.setViewportSize(SMALL_PHONE);
  await inspect(page, 'desk-rows-phone');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Not accepted: 1').waitFor();
  await inspect(page, 'desk-rows-phone-en');
  await page.getByRole('link', { name: '← All courses and rosters' }).click();
  await page.getByRole('link', { name: 'Send roster' }).waitFor();
  await inspect(page, 'desk-phone-en');
}

test('the council makes a key for an organiser, which is shown once and listed there and with the keys', {
  timeout: 120_000,
}, async () => {
  const { id } = await world.organizer({ name: 'Hospital de la Costa', emails: [] });
  const person = await world.join('owner');
  const page = await browser.openPage({ language: 'es-MX', viewport: DESKTOP, baseUrl: base });
  await takeSession(page, base, person);
  await page.goto(`${base}/dashboard/memberships/organizers/${id}`);
  await page.getByText('Todavía no hay claves.').waitFor();
  await page.getByRole('button', { name: 'Nueva clave' }).click();
  await page.getByLabel('Nombre').fill('Sistema de cursos');
  await inspect(page, 'organizer-new-key');
  await page.getByRole('button', { name: 'Crear clave' }).click();
  const secret = (await page.locator('.key-secret').textContent()) ?? '';
  await inspect(page, 'organizer-key-secret');
  const answer = await world.sello.call('GET', '/api/public/v1/desk/courses', { key: secret });
  expect([answer.status, answer.body.courses], answer.text).toEqual([200, []]);
  await page.reload();
  await page.getByRole('table', { name: 'Claves de API' }).getByText('Sistema de cursos').waitFor();
  await page.goto(`${base}/dashboard/keys`);
  await page.getByText('portal de un organizador').first().waitFor();
});
