/** Days that no register can mean, such as 1582-10-04, are refused wherever a day is taken. */

import {
  accreditedCourse,
  newCourse,
  openProgramCouncil,
  type ProgramCouncil,
} from '../../harness/program-council.ts';
import { API } from '../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../harness/world.ts';

const test = base.extend('world', FILE, ({ sello, client }) => openProgramCouncil(sello, client.key));

const NEW = { given_name: 'Eva', first_surname: 'Sol' };

type Request = { method?: string; path: string; payload: object };

/** Every field that takes a day, by the name that the refusal gives it. */
const FIELDS: Record<string, [field: string, ask: (world: ProgramCouncil, day: string) => Promise<Request>]> =
  {
    'an activity': [
      'completed_on',
      async ({ enrol, programId }, day) => ({
        path: '/awards',
        payload: {
          member_id: await enrol(),
          activity: { title: 'Ponencia' },
          completed_on: day,
          points: [{ program_id: programId, category: 'emc', points: 1 }],
        },
      }),
    ],
    'a change of an award': [
      'completed_on',
      async (world, day) => {
        const course = await accreditedCourse(world);
        const body = { member_id: await world.enrol(), course_id: course.id };
        const { award } = await world.ask('POST', '/awards', 201, body);
        return { method: 'PATCH', path: `/awards/${award.id}`, payload: { completed_on: day } };
      },
    ],
    ...Object.fromEntries(
      ['starts_on', 'ends_on', 'claim_until'].map((field) => [
        `${field} of a course`,
        [
          field,
          async (_: ProgramCouncil, day: string) => ({
            path: '/courses',
            payload: { title: 'Congreso', starts_on: '2026-03-01', ends_on: '2026-03-02', [field]: day },
          }),
        ] as const,
      ]),
    ),
    'the end of an accreditation': [
      'valid_until',
      async (world, day) => ({
        path: `/courses/${(await newCourse(world)).id}/accredit`,
        payload: { valid_until: day },
      }),
    ],
    'a membership': [
      'starts_on',
      async ({ enrol, programId }, day) => ({
        path: `/members/${await enrol({ startsOn: null })}/memberships`,
        payload: { program_id: programId, starts_on: day },
      }),
    ],
    'a member': [
      'member_since',
      async (_, day) => ({ path: '/members', payload: { ...NEW, member_since: day } }),
    ],
    consent: [
      'consent.given_at',
      async (_, day) => ({
        path: '/members',
        payload: { ...NEW, consent: { notice_version: '1', channel: 'papel', given_at: day } },
      }),
    ],
    'a suspension': [
      'on',
      async ({ enrol }, day) => ({
        path: `/members/${await enrol()}/suspend`,
        payload: { reason: 'x', on: day },
      }),
    ],
  };

for (const [name, [field, ask]] of Object.entries(FIELDS)) {
  test(`the day of ${name}: 422 names \`${field}\` and what is possible`, async ({ world, sello }) => {
    for (const day of ['0001-01-01', '1582-10-04', '1899-12-31', '2201-01-01', '9999-12-31']) {
      const { method = 'POST', path, payload } = await ask(world, day);
      const answer = await sello.call(method, API + path, { key: world.key, payload });
      expect([answer.status, answer.body.error], `${day} ${answer.text}`).toEqual([422, 'validation_failed']);
      expect(answer.body.message).toContain(`\`${field}\``);
      // A consent in the future is refused with a message of its own.
      if (day < '2000' || field !== 'consent.given_at')
        expect(answer.body.message).toContain('between 1900-01-01 and 2200-12-31');
    }
  });
}

test('rows of imports and rosters with such a day are rejected one by one', async ({ world }) => {
  const rows = [
    { ...NEW, member_since: '1582-10-04' },
    { ...NEW, program_id: world.programId, starts_on: '9999-12-31' },
  ];
  const { import: made } = await world.ask('POST', '/members/import', 201, { rows });
  expect(made.problems.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('`member_since` must lie between 1900-01-01 and 2200-12-31'),
    expect.stringContaining('`starts_on` must lie between 1900-01-01 and 2200-12-31'),
  ]);
  const course = await accreditedCourse(world);
  const listed = [{ member_id: await world.enrol(), completed_on: '1582-10-04' }];
  const { roster } = await world.ask('POST', `/courses/${course.id}/rosters`, 201, { rows: listed });
  expect(roster.problems[0].message).toContain('`completed_on` must lie between 1900-01-01 and 2200-12-31');
});

test('bounds of filters may lie anywhere in the calendar', async ({ world }) => {
  await world.ask('GET', '/awards?completed_after=0001-01-01', 200);
});
