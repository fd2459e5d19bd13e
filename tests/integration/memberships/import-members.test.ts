/** Ten thousand members at once. */

import { beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../harness/curps.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let programId: string;
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  programId = (await council.program()).id;
});

const ROWS = 10_000;
const SOME = 1_000;

function table(rows = ROWS, program = programId): string {
  const header = 'given_name,first_surname,curp,professional_license,email,program_id,starts_on\n';
  const lines = Array.from(
    { length: rows },
    (_, i) => `Ana,Núñez ${i},${curpNumber(i)},${1_000_000 + i},a${i}@example.com,${program},2025-01-01\n`,
  );
  return header + lines.join('');
}

const post = (payload: string, query = '', by = council) =>
  by.call('POST', `/members/import${query}`, undefined, {
    headers: { 'content-type': 'text/csv' },
    payload,
  });

test('a row in an import of 10,000 takes less than twice the processor time of one in 1,000, and other requests are served meanwhile', async () => {
  const other = await openCouncil(sello);
  const small = table(SOME, (await other.program()).id);
  const smallFrom = process.cpuUsage();
  expect((await post(small, '', other)).status).toBe(201);
  const smallCpuMs = process.cpuUsage(smallFrom).user / 1_000;
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  const used = process.cpuUsage();
  const { body, status, text } = await post(table());
  clearInterval(timer);
  const cpuMs = process.cpuUsage(used).user / 1_000;
  expect(status, text).toBe(201);
  expect(body.import.summary).toMatchObject({ rows: ROWS, created: ROWS });
  // Processor time of this process only, because the machine may be busy with other tests. Twice as much is leeway for
  // collections of garbage.
  expect(cpuMs / ROWS).toBeLessThan((2 * smallCpuMs) / SOME);
  expect(turns).toBeGreaterThan(20);
  const csv = await council.call('GET', `/imports/${body.import.id}/rows?format=csv`);
  expect(csv.text.split('\r\n')).toHaveLength(ROWS + 2);
});

test('importing people of a table again adds nobody, and of imports at once those that are refused change nothing', async () => {
  const answers = await Promise.all([post(table(SOME)), post(table(SOME)), post(table(SOME))]);
  const done = answers.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  for (const { body } of done) expect(body.import.summary).toMatchObject({ duplicate: SOME });
  for (const { status, headers } of answers.filter((one) => !done.includes(one)))
    expect([status, headers['retry-after']]).toEqual([429, '5']);
  const again = await post(table(SOME), '?on_conflict=update');
  expect(again.body.import.summary).toMatchObject({ updated: SOME });
  const { body } = await council.call('GET', '/members?q=ana');
  expect(body.pagination).toMatchObject({ total: ROWS });
});

test('parallel imports and single entries of the same people leave each person once', async () => {
  const people = Array.from({ length: 40 }, (_, i) => ({
    given_name: 'Eva',
    first_surname: 'Paz',
    curp: curpNumber(20_000 + i),
  }));
  const singles = people.map((payload) => council.call('POST', '/members', payload));
  const imports = [people, people.toReversed()].map((rows) =>
    council.call('POST', '/members/import', { rows }),
  );
  const answers = await Promise.all([...singles, ...imports]);
  for (const { status, text } of answers) expect([201, 409, 429], text).toContain(status);
  expect(answers.slice(-2).map(({ status }) => status)).toContain(201);
  const { body } = await council.call('GET', '/members?q=eva&limit=100');
  expect(body.members).toHaveLength(40);
  expect(
    new Set(body.members.map(({ member_number }: { member_number: string }) => member_number)).size,
  ).toBe(40);
});

test('above 10,000 the total is not counted exactly, and pages continue after a member', async () => {
  const first = (await council.call('GET', '/members?limit=3')).body;
  expect(first.pagination).toEqual({
    limit: 3,
    offset: 0,
    total: null,
    total_at_least: 10_001,
    has_more: true,
  });
  const ids = first.members.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const next = (await council.call('GET', `/members?limit=3&after=${ids[2]}`)).body;
  expect(next.members).toHaveLength(3);
  expect(next.members[0].id < ids[2]).toBe(true);
  const current = (await council.call('GET', `/members?standing=current&program_id=${programId}&limit=1`))
    .body;
  expect(current.pagination).toMatchObject({ total: ROWS, has_more: true });
});
