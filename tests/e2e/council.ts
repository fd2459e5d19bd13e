/** A council's records for the tests of its pages, made with the session of anyone who is logged in. */

import { expect } from 'vitest';
import type { TestPage } from '../harness/browser.ts';
import { PROGRAM_RULES } from '../harness/program-council.ts';

// biome-ignore lint/suspicious/noExplicitAny: a record as it comes over the wire.
type Answer = any;

/** Calls the dashboard's back end with the page's cookies. */
export async function ask(
  page: TestPage,
  method: string,
  path: string,
  body?: object | string,
): Promise<Answer> {
  const answer = await page.request.fetch(`/api/dashboard${path}`, {
    method,
    ...(body !== undefined && { data: body }),
    headers: { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' },
    // Thousands of rows take as long as the machine needs; the test has its own limit.
    timeout: 0,
  });
  const text = await answer.text();
  expect(answer.status(), text).toBeLessThan(300);
  return JSON.parse(text || '{}');
}

/** Makes an active program, and returns its id. */
export async function newProgram(page: TestPage, name = 'Recertificación'): Promise<string> {
  const rules = {
    ...PROGRAM_RULES,
    categories: PROGRAM_RULES.categories.map((category) =>
      category.code === 'docencia' ? { ...category, max_points: 10 } : category,
    ),
    requirements: [
      { code: 'total', name: 'Total de puntos', min_points: 60, period: 'term' },
      { code: 'emc', name: 'Educación continua', min_points: 20, categories: ['emc'], period: 'term' },
    ],
  };
  const checklist = [{ code: 'cuota', name: 'Cuota pagada' }];
  const { program } = await ask(page, 'POST', '/programs', { name, unit: 'puntos EC', rules, checklist });
  await ask(page, 'POST', `/programs/${program.id}/activate`);
  return program.id;
}

/** Makes members 1 to `count` with a membership each, by one import. */
export async function importMembers(page: TestPage, programId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => memberRow(i + 1, programId));
  const table = `member_number,given_name,first_surname,second_surname,specialty,program_id,starts_on\n${rows.join('\n')}\n`;
  await ask(page, 'POST', '/members/import', table);
}

const GIVEN = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabián', 'Graciela', 'Héctor', 'Inés', 'Julián'];
const SURNAMES = ['Luna', 'Núñez', 'Ortega', 'Peña', 'Quiroz', 'Ríos', 'Solís', 'Torres', 'Urrutia', 'Vega'];
const SPECIALTIES = ['Pediatría', 'Cardiología', 'Medicina interna', 'Anestesiología', 'Neurología'];

export function memberRow(n: number, programId: string): string {
  const pick = (words: readonly string[], by: number) => words[Math.floor(n / by) % words.length];
  const startsOn = `202${3 + (n % 3)}-0${1 + (n % 9)}-01`;
  return [
    String(n).padStart(5, '0'),
    pick(GIVEN, 1),
    pick(SURNAMES, 10),
    pick(SURNAMES, 100),
    pick(SPECIALTIES, 7),
    programId,
    startsOn,
  ].join(',');
}
