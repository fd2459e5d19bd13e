/** The member's own page on a phone, from the mailed code to the requested renewal. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  type PageOptions,
  SMALL_PHONE,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { curpNumber } from '../harness/curps.ts';
import { forFile } from '../harness/for-file.ts';
import { openCouncil, RULES } from '../harness/memberships.ts';
import { newEmail, openOwnPageWorld, PDF } from '../harness/own-page.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { openEmployer } from '../harness/watches.ts';
import { inspect } from './inspect.ts';

let browser: TestBrowser;
let base: string;

// The pages are opened over http, where browsers refuse cookies that are for https alone.
const world = forFile(() => openOwnPageWorld({ SELLO_BASE_URL: 'http://localhost:3000' }));
beforeAll(async () => {
  browser = await openBrowser();
  base = await world.sello.listen();
  await world.sello.database.query(
    'insert into councils (account_id, name, privacy_notice, updated_at) values ($1, $2, $3, now())',
    [
      world.council.accountId,
      'Consejo Mexicano de Certificación en Ejemplología Pediátrica',
      JSON.stringify({ version: '2026-01', url: 'https://consejo.example/aviso' }),
    ],
  );
});
afterAll(async () => {
  await browser.close();
});

let made = 0;

const RULES_OF_TWO = {
  ...RULES,
  requirements: [
    { code: 'total', name: 'Total del periodo', min_points: 60, period: 'term' as const },
    { code: 'docencia', name: 'Docencia', min_points: 10, categories: ['docencia'], period: 'term' as const },
  ],
};

/** A member with awards that count, count in part, and wait, and with a term that ends in forty days. */
async function makeMember() {
  const { council } = world;
  const member = await council.member({
    email: newEmail(),
    given_name: 'María Guadalupe de los Ángeles',
    first_surname: 'Hernández-Villaseñor',
    curp: curpNumber(++made),
  });
  const checklist = [{ code: 'cuota', name: 'Cuota pagada' }];
  const membership = await council.endingOn(council.today(40), { member, rules: RULES_OF_TWO, checklist });
  for (const [title, category, points] of [
    ['Congreso Nacional de Ejemplología', 'emc', 12.5],
    ['Profesora titular del curso de alta especialidad', 'docencia', 30],
  ] as const) {
    const { award } = await council.must('POST', '/awards', {
      member_id: member.id,
      activity: { title },
      completed_on: council.today(-30),
      points: [{ program_id: membership.program_id, category, points }],
    });
    await council.must('POST', `/awards/${award.id}/approve`, {});
    if (category === 'emc') await council.must('POST', `/awards/${award.id}/diploma`, {});
  }
  return { member, membership };
}

async function open(options: PageOptions = {}, hash = ''): Promise<TestPage> {
  const page = await browser.openPage({ viewport: SMALL_PHONE, language: 'es-MX', ...options });
  await page.goto(`${base}/my/${world.council.accountId}${hash}`);
  return page;
}

async function mailedCode(email: string): Promise<string> {
  const find = () => {
    const mail = world.mails.findLast(({ to }) => to.includes(email));
    return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1];
  };
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

async function enter(page: TestPage, email: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviarme un código' }).click();
  await page.getByLabel('Código de seis dígitos').fill(await mailedCode(email));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('a member enters with a code, reports, withdraws, consents and requests a renewal, on a phone in Spanish', async () => {
  const { member, membership } = await makeMember();
  const employer = await openEmployer(world.sello);
  await employer.follow(world.council, member, { surname: member.first_surname });
  const page = await open();
  await page.getByLabel('Correo electrónico').waitFor();
  await inspect(page, 'own-page-entrance');
  page.forgive(/401/);
  await enter(page, member.email);
  await page.getByText(/^Está vigente hasta el/).waitFor();
  await page.getByText('32.5 de 60 · faltan 27.5 puntos').waitFor();
  await page.getByText('20 de 10 · cumplido').waitFor();
  await page.getByText(/cuentan 20 de 30 puntos/).waitFor();
  await page.getByText(/«Docencia» ya llegó al máximo que cuenta en un periodo/).waitFor();
  await page.getByRole('link', { name: /^Diploma/ }).waitFor();
  await page.getByText(/no hay insignias, porque nadie podría comprobarlas/).waitFor();
  await page.getByText('Le pide permiso').waitFor();
  await inspect(page, 'own-page-inside-light');
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await page.getByText('Le vigila').waitFor();
  await reportActivity(page);
  await inspect(page, 'own-page-reported');
  await page.getByRole('button', { name: /^Retirar\s*: Taller/ }).click();
  await page.getByText('retirada').waitFor();
  await consentAndPublish(page);
  const { member: after } = await world.council.must('GET', `/members/${member.id}`);
  expect(after).toMatchObject({ public_profile: true, consent: { notice_version: '2026-01' } });
  await page.getByRole('button', { name: 'Pedir mi renovación' }).click();
  await page.getByText('Su renovación está pedida y espera la decisión del consejo.').waitFor();
  await inspect(page, 'own-page-asked');
  const { renewals } = await world.council.must('GET', `/renewals?membership_id=${membership.id}`);
  expect(renewals[0].status).toBe('requested');
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByLabel('Correo electrónico').waitFor();
  page.assertClean();
  await page.close();
});

async function reportActivity(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Reportar una actividad' }).click();
  await page.getByLabel('Título de la actividad').fill('Taller de reanimación');
  await page.getByLabel('Día en que terminó').fill(world.council.today(-5));
  await page.getByLabel('Puntos que solicita').fill('4.5');
  await page.getByLabel('Categoría').selectOption({ label: 'Educación médica continua' });
  // A missing value is reported next to its field, which is scrolled into view.
  await page.getByRole('button', { name: 'Reportar', exact: true }).click();
  const missing = page.locator('.field-error', { hasText: 'Elija primero el archivo de la evidencia.' });
  await missing.waitFor();
  await page.setInputFiles('input[type=file]', {
    name: 'constancia.pdf',
    mimeType: 'application/pdf',
    buffer: PDF,
  });
  await inspect(page, 'own-page-report-form');
  await page.getByRole('button', { name: 'Reportar', exact: true }).click();
  await page.getByText('Reportada. El consejo la decidirá.').waitFor();
  await page.getByText('Le quedan 19 de 20 reportes este mes.').waitFor();
  await page.getByText('espera al consejo').waitFor();
}

async function consentAndPublish(page: TestPage): Promise<void> {
  await page.getByLabel('Leí el aviso de privacidad y lo acepto').check();
  await page.getByRole('button', { name: 'Dar mi consentimiento' }).click();
  await page.getByText(/^Dio su consentimiento el/).waitFor();
  await page.getByLabel('Mostrar mi página pública').click();
  await page.getByRole('link', { name: 'Ver mi página pública' }).waitFor();
}

test('a link works once, and the page says why consent cannot be given with it; dark, and in English', async () => {
  const { member } = await makeMember();
  const link = await world.linkOf(member.id);
  const page = await open({ colorScheme: 'dark' }, `#link=${link}`);
  await page.getByRole('button', { name: 'Abrir mi página' }).waitFor();
  await inspect(page, 'own-page-link-dark');
  page.forgive(/401/);
  await page.getByRole('button', { name: 'Abrir mi página' }).click();
  await page.getByText(/por eso aquí no se puede dar el consentimiento/).waitFor();
  expect(page.url()).not.toContain(link);
  await inspect(page, 'own-page-inside-dark');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('You entered with a link from your council.').waitFor();
  await page.getByText('Correct names or identifiers').click();
  await page.getByLabel('First surname').fill('Núñez');
  await page.getByRole('button', { name: 'Ask for the correction' }).click();
  await page.getByText(/You asked to correct: First surname/).waitFor();
  await inspect(page, 'own-page-english-dark');
  page.assertClean();
  await page.close();
});

test('a wrong code is reported; without mail, the page says that the council hands over a link', async () => {
  const page = await open();
  await page.getByLabel('Correo electrónico').fill(newEmail());
  await page.getByRole('button', { name: 'Enviarme un código' }).click();
  await page.getByLabel('Código de seis dígitos').fill('12');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByText(/El código no es correcto o ya no sirve/).waitFor();
  await inspect(page, 'own-page-wrong-code');
  await page.close();
  const quiet = await openTestSello();
  const { accountId } = await openCouncil(quiet);
  const other = await browser.openPage({ viewport: SMALL_PHONE, language: 'es-MX' });
  await other.goto(`${await quiet.listen()}/my/${accountId}`);
  await other.getByText(/Este servicio no envía correo/).waitFor();
  await inspect(other, 'own-page-no-mail');
  await other.close();
  await quiet.close();
});
