import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello, type TestAnswer } from '../../harness/test-sello.ts';

let rosters: string;
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  const program = await council.program();
  const points = [{ program_id: program.id, category: 'emc', points: 1 }];
  const wanted = { title: 'Curso', starts_on: '2026-01-01', points };
  const { course } = await council.must('POST', '/courses', wanted);
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  rosters = `/courses/${course.id}/rosters`;
  const member = await council.member({ member_number: 'Ñ-1', email: 'ana@example.com' });
  await council.membership({ program, member, starts_on: '2025-01-01' });
});

const GARBAGE = [
  null,
  5,
  'x',
  [],
  [{}],
  {},
  { member_number: { a: 1 }, given_name: { a: 1 } },
  { member_number: 'a\u0000b', given_name: 'a\u0000b' },
  { member_number: '\ud800', given_name: '\ud800' },
  { member_number: 'x'.repeat(5_000), given_name: 'x'.repeat(5_000) },
  { curp: true, given_name: 'Ana', first_surname: 'Luna' },
];

function expectOnlyLastMade(
  answer: TestAnswer,
  name: 'roster' | 'import',
  rows: number,
  wordsInEach: RegExp,
) {
  expect(answer.status, answer.text).toBe(200);
  const { summary, problems } = answer.body[name];
  expect(summary).toMatchObject({ rows, created: 1, rejected: rows - 1 });
  expect(problems.map(({ row }: { row: number }) => row)).toEqual(
    Array.from({ length: rows - 1 }, (_, i) => i + 1),
  );
  for (const { message } of problems) expect(message).toMatch(wordsInEach);
}

const LANGUAGES = [
  ['en', /\b(must|names nobody|no member|holds|longer|needs?|required|has)\b/],
  ['es', /(debe|nadie|ningún miembro|contiene|tiene|obligatorio|necesari|falta)/],
] as const;

test.for(LANGUAGES)(
  'broken rows never affect the others: JSON, reported in %s',
  async ([language, words]) => {
    const post = (path: string, good: object) =>
      council.call(
        'POST',
        path,
        { rows: [...GARBAGE, good], dry_run: true },
        { headers: { 'accept-language': language } },
      );
    expectOnlyLastMade(await post(rosters, { member_number: 'Ñ-1' }), 'roster', GARBAGE.length + 1, words);
    const person = { given_name: 'Eva', first_surname: 'Luna' };
    expectOnlyLastMade(await post('/members/import', person), 'import', GARBAGE.length + 1, words);
  },
);

test.for(LANGUAGES)(
  'broken rows never affect the others: tables, reported in %s',
  async ([language, words]) => {
    const post = (path: string, text: string) =>
      council.call('POST', `${path}?dry_run=true`, undefined, {
        // What Excel on Windows saves: its byte for Ñ is not valid UTF-8.
        payload: Buffer.from(text, 'latin1'),
        headers: { 'content-type': 'text/csv', 'accept-language': language },
      });
    const roster = await post(
      rosters,
      'member_number;role\r\n\u0001;attendee\r\na;b;c;d\r\nNadie;\r\nÑ-1;attendee\r\n',
    );
    expectOnlyLastMade(roster, 'roster', 4, words);
    expect(roster.body.roster.encoding).toBe('windows-1252');
    const people = await post(
      '/members/import',
      'given_name;first_surname\r\n\u0001;x\r\na;b;c;d\r\nEva;\r\nEva;Núñez\r\n',
    );
    expectOnlyLastMade(people, 'import', 4, words);
    expect(people.body.import.encoding).toBe('windows-1252');
  },
);
