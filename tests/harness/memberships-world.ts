/** A council with one active program, courses and members, for tests of what happens between them. */

import { expect } from 'vitest';
import { API, type TestAnswer, type TestSello } from './test-sello.ts';

export const PROGRAM_RULES = {
  term_months: 36,
  categories: [
    { code: 'emc', name: 'Educación continua' },
    { code: 'docencia', name: 'Docencia' },
    { code: 'otros', name: 'Otros' },
    { code: 'libros', name: 'Libros', parent: 'otros' },
  ],
  requirements: [{ code: 'total', min_points: 60, period: 'term' }],
};

export type Council = {
  key: string;
  programId: string;
  /** Calls the API with the key and expects this status. */
  ask(method: string, path: string, status: number, payload?: object): Promise<TestAnswer['body']>;
};

export async function openCouncil(sello: TestSello, key: string, name = 'Consejo'): Promise<Council> {
  const ask: Council['ask'] = async (method, path, status, payload) => {
    const answer = await sello.call(method, `${API}${path}`, { key, ...(payload && { payload }) });
    expect(answer.status, answer.text).toBe(status);
    return answer.body;
  };
  const { program } = await ask('POST', '/programs', 201, { name, rules: PROGRAM_RULES });
  await sello.database.query('', "update programs set status = 'active' where id = $1", [program.id]);
  return { key, programId: program.id, ask };
}

export const COURSE = {
  title: 'Congreso Nacional',
  starts_on: '2026-03-01',
  ends_on: '2026-03-05',
  hours: 20,
  points: [
    { category: 'emc', points: 10 },
    { category: 'docencia', role: 'speaker', points: 15.5 },
  ],
};

export async function newCourse({ ask }: Council, fields: object = {}): Promise<TestAnswer['body']> {
  return (await ask('POST', '/courses', 201, { ...COURSE, ...fields })).course;
}

export async function accreditedCourse(council: Council, fields: object = {}): Promise<TestAnswer['body']> {
  const { id } = await newCourse(council, fields);
  return (await council.ask('POST', `/courses/${id}/accredit`, 200, {})).course;
}
