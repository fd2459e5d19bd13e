/** A council with one active program, for tests in which courses, members and awards affect each other. */

import type { RulesInput } from '../../rules/src/rules.ts';
import { type Council, openCouncil } from './memberships.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export const PROGRAM_RULES: RulesInput = {
  term_months: 36,
  categories: [
    { code: 'emc', name: 'Educación continua' },
    { code: 'docencia', name: 'Docencia' },
    { code: 'otros', name: 'Otros' },
    { code: 'libros', name: 'Libros', parent: 'otros' },
  ],
  requirements: [{ code: 'total', min_points: 60, period: 'term' }],
};

export type ProgramCouncil = Council & {
  programId: string;
  /** Makes a member, by default with a membership in the program since 2025; returns the id. */
  enrol(options?: { fields?: object; startsOn?: string | null }): Promise<string>;
};

export async function openProgramCouncil(
  sello: TestSello,
  given?: string,
  name = 'Consejo',
): Promise<ProgramCouncil> {
  const council = await openCouncil(sello, given);
  const { ask } = council;
  const { program } = await ask('POST', '/programs', 201, { name, rules: PROGRAM_RULES });
  await ask('POST', `/programs/${program.id}/activate`, 200);
  const enrol: ProgramCouncil['enrol'] = async ({ fields = {}, startsOn = '2025-01-01' } = {}) => {
    const { id } = await council.member({ ...fields });
    const wanted = { program_id: program.id, starts_on: startsOn };
    if (startsOn !== null) await ask('POST', `/members/${id}/memberships`, 201, wanted);
    return id;
  };
  return { ...council, programId: program.id, enrol };
}

/** Posts an award for the course; `fields` override the defaults. */
export async function newAward(
  { ask }: ProgramCouncil,
  memberId: string,
  courseId: string,
  fields: object = {},
): Promise<TestAnswer['body']> {
  return (await ask('POST', '/awards', 201, { member_id: memberId, course_id: courseId, ...fields })).award;
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

export async function newCourse({ ask }: ProgramCouncil, fields: object = {}): Promise<TestAnswer['body']> {
  return (await ask('POST', '/courses', 201, { ...COURSE, ...fields })).course;
}

export async function accreditedCourse(
  council: ProgramCouncil,
  fields: object = {},
): Promise<TestAnswer['body']> {
  const { id } = await newCourse(council, fields);
  return (await council.ask('POST', `/courses/${id}/accredit`, 200, {})).course;
}

/** Many members with a membership each, in two statements; returns their ids and numbers `000001`, `000002` … */
export async function manyMembers(
  sello: TestSello,
  { programId }: ProgramCouncil,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => sello.ports.newId('mem'));
  await sello.database.query(
    `insert into members (id, account_id, livemode, member_number, given_name, first_surname, status, public_code,
                          search_text, created_at, updated_at)
     select m.id, p.account_id, p.livemode, lpad(m.n::text, 6, '0'), 'Ana', 'Luna', 'active', m.id, 'ana luna', now(), now()
       from programs p, unnest($2::text[]) with ordinality as m (id, n) where p.id = $1`,
    [programId, ids],
  );
  await sello.database.query(
    `with opened as (
       insert into memberships (id, account_id, livemode, member_id, program_id, starts_on, status, created_at, updated_at,
                                effective_status, term_id, valid_until, lapses_on)
       select 'mbs_' || substr(m.id, 5), m.account_id, m.livemode, m.id, $1, '2025-01-01', 'active', now(), now(), 'active',
              'trm_' || substr(m.id, 5), '2027-12-31', '2028-01-01'
         from members m where m.id = any($2) returning *
     )
     insert into membership_terms (id, account_id, livemode, membership_id, number, program_version, tracks, starts_on,
                                   ends_on, created_at, updated_at, met, counted, missing_points)
     select o.term_id, o.account_id, o.livemode, o.id, 1, 1, '{}', '2025-01-01', '2027-12-31', now(), now(), false, 0, 6000
       from opened o`,
    [programId, ids],
  );
  return ids;
}
