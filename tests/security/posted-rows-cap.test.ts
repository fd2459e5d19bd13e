/** How much of the database the tables that an account posts may take: rows are kept for 90 days. */

import type { OrganizerId } from '../../server/src/kernel/ids.ts';
import { forgetOldRows } from '../../server/src/memberships/posted-tables/pg-postings.ts';
import { type Desk, openDeskWorld } from '../harness/desk.ts';
import { type Council, expectRefusal, openCouncil } from '../harness/memberships.ts';
import { API } from '../harness/test-sello.ts';
import { around, expect } from '../harness/world.ts';

/** Room for some twelve rows of 1,000 characters, which take about 1,700 bytes each. */
const ROOM = 20_000;

const test = around(() => openDeskWorld({ SELLO_MAX_POSTED_BYTES: String(ROOM) }));

const LONG = 'x'.repeat(1_000);
const strangers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ member_number: `NOBODY-${i}`, note: LONG }));
/** Rows without a name: each is rejected, and kept to be corrected. */
const nameless = (count: number) => Array.from({ length: count }, () => ({ note: LONG }));

async function accredited(council: Council): Promise<{ id: string }> {
  const points = [{ program_id: (await council.program()).id, category: 'emc', points: 5 }];
  const fields = { title: 'Curso', starts_on: '2026-03-01', ends_on: '2026-03-05', points };
  const { course } = await council.must('POST', '/courses', fields);
  return (await council.must('POST', `/courses/${course.id}/accredit`, {})).course;
}

test('P105 rows of rosters, imports and markings count together, dry runs store nothing, and others have their own room', async ({
  world,
}) => {
  const council = await openCouncil(world.sello);
  const course = await accredited(council);
  const marks = (count: number) => strangers(count).map((row) => ({ ...row, item: 'cuota' }));
  for (let i = 0; i < 20; i++) await council.must('POST', '/markings', { rows: marks(5), dry_run: true });
  await council.must('POST', '/markings', { rows: marks(3) });
  await council.must('POST', '/members/import', { rows: nameless(3) });
  await council.must('POST', `/courses/${course.id}/rosters`, { rows: strangers(3) });
  for (const [path, rows] of [
    ['/markings', marks(5)],
    ['/members/import', nameless(5)],
    [`/courses/${course.id}/rosters`, strangers(5)],
  ] as const) {
    for (const dry_run of [true, false]) {
      const refused = await council.call('POST', path, { rows, dry_run });
      expectRefusal(refused, 402, 'storage_full', /SELLO_MAX_POSTED_BYTES/);
    }
  }
  // Nothing of a refused table is stored, and a small table still fits.
  await council.must('POST', '/markings', { rows: marks(1) });
  const [kept] = await world.sello.database.query(
    'select count(*)::integer as postings, sum(bytes)::integer as bytes from postings where account_id = $1',
    [council.accountId],
  );
  expect(kept?.postings).toBe(4);
  expect(Number(kept?.bytes)).toBeLessThanOrEqual(ROOM);
  const inTest = await openCouncil(world.sello, await council.testKey());
  await inTest.must('POST', '/markings', { rows: marks(8) });
  const other = await openCouncil(world.sello);
  await other.must('POST', '/markings', { rows: marks(8) });
  // Once the rows are deleted, there is room again.
  await forgetOldRows(world.sello.ports.records, new Date(Date.now() + 91 * 86_400_000));
  await council.must('POST', '/markings', { rows: marks(8) });
});

test('P105 of many tables at once no more are taken than there is room for', async ({ world }) => {
  const council = await openCouncil(world.sello);
  const course = await accredited(council);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      council.call('POST', `/courses/${course.id}/rosters`, { rows: strangers(3) }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken.length).toBeGreaterThanOrEqual(2);
  for (const answer of answers)
    if (answer.status !== 201) expect([402, 429], answer.text).toContain(answer.status);
  const [kept] = await world.sello.database.query(
    'select sum(bytes)::integer as bytes from postings where account_id = $1',
    [council.accountId],
  );
  expect(Number(kept?.bytes)).toBeLessThanOrEqual(ROOM);
});

test('P105 an organiser at its desk leaves room for the council and for other organisers', async ({
  world,
}) => {
  const { council } = world;
  const [greedy, other] = [await world.openDesk(), await world.openDesk()];
  const courses = [await world.courseOf(greedy.id), await world.courseOf(other.id)] as const;
  const post = (desk: Desk, courseId: string, count: number) =>
    desk.call('POST', `/courses/${courseId}/rosters`, { rows: strangers(count) });
  const statuses = [];
  for (let i = 0; i < 20; i++) statuses.push((await post(greedy, courses[0].id, 1)).status);
  expect(statuses[0]).toBe(201);
  expectRefusal(await post(greedy, courses[0].id, 1), 402, 'storage_full', /your whole share/);
  expect((await post(other, courses[1].id, 1)).status).toBe(201);
  const key = await council.organizerKey(greedy.id as OrganizerId);
  const byKey = await world.sello.call('POST', `${API}/desk/courses/${courses[0].id}/rosters`, {
    key,
    payload: { rows: strangers(1) },
  });
  expectRefusal(byKey, 402, 'storage_full', /your whole share/);
  await council.ask('POST', '/members/import', 201, { rows: nameless(2) });
  // In the dashboard a table that would be refused is refused in its preview.
  const person = await world.join('owner');
  for (const [path, rows] of [
    ['/members/import/preview', nameless(9)],
    ['/markings/preview', strangers(9)],
    [`/courses/${courses[0].id}/rosters/preview`, strangers(9)],
  ] as const)
    expectRefusal(await person.call('POST', path, { rows }), 402, 'storage_full', /SELLO_MAX_POSTED_BYTES/);
});

test('P105 the names of columns, which are kept for good, are as short in JSON as in a table', async ({
  world,
}) => {
  const council = await openCouncil(world.sello);
  const names = ['n'.repeat(101), 'n'.repeat(3_000), 'dos\nlíneas'];
  const rows = [...names.map((name) => ({ [name]: 1 })), { ['n'.repeat(100)]: 1 }];
  const { import: posted } = await council.must('POST', '/members/import', { rows });
  expect(posted.summary).toMatchObject({ rows: 4, created: 0, rejected: 4 });
  const [kept] = await world.sello.database.query('select columns, ignored from postings where id = $1', [
    posted.id,
  ]);
  expect(kept).toEqual({ columns: ['n'.repeat(100)], ignored: ['n'.repeat(100)] });
  const table = await council.call('POST', '/members/import', undefined, {
    headers: { 'content-type': 'text/csv' },
    payload: `${names[0]}\n1\n`,
  });
  expectRefusal(table, 422, 'validation_failed');
});
