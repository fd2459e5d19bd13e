/** Reads that only the dashboard uses: lists with standings and names, and previews of tables. */

import { beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../harness/curps.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { COURSE, PROGRAM_RULES } from '../../harness/program-council.ts';
import { shareSello } from '../../harness/shared-sello.ts';

let programId: string;
let anaId: string;
let courseId: string;

const sello = forFile(shareSello);
const registrar = forFile(() => signUp(sello));
beforeAll(async () => {
  const { program } = await ask('POST', '/programs', 201, { name: 'Consejo', rules: PROGRAM_RULES });
  programId = program.id;
  await ask('POST', `/programs/${programId}/activate`, 200);
  const ana = { given_name: 'Ana', first_surname: 'Luna', member_number: 'A1', curp: curpNumber(1) };
  anaId = (await ask('POST', '/members', 201, ana)).member.id;
  await ask('POST', `/members/${anaId}/memberships`, 201, { program_id: programId, starts_on: '2025-01-01' });
  courseId = (await ask('POST', '/courses', 201, COURSE)).course.id;
  await ask('POST', `/courses/${courseId}/accredit`, 200, {});
});

async function ask(method: string, path: string, status: number, payload?: object) {
  const answer = await registrar.call(method, path, payload);
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
}

async function postTable(path: string, table: string) {
  const headers = { cookie: registrar.cookie, 'content-type': 'text/csv' };
  const answer = await sello.call('POST', `/api/dashboard${path}`, { headers, payload: table });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

test("a page of members includes their memberships, and nobody else's", async () => {
  const { members, memberships, pagination } = await ask('GET', '/members/standings?q=luna', 200);
  expect(members.map(({ id }: { id: string }) => id)).toEqual([anaId]);
  expect(pagination.total).toBe(1);
  expect(memberships).toEqual([
    expect.objectContaining({
      member_id: anaId,
      program_id: programId,
      standing: 'current',
      met: false,
      missing_points: 60,
    }),
  ]);
  const stranger = await signUp(sello);
  expect((await stranger.call('GET', '/members/standings')).body).toMatchObject({
    members: [],
    memberships: [],
  });
  expect((await ask('GET', '/members/standings?mode=test', 200)).members).toEqual([]);
});

test('M5 every row of an import is judged and names its member, with identifiers masked; nothing is stored', async () => {
  const table = `given_name,first_surname,curp,external_id
Bea,Sol,${curpNumber(2)},x1
Ana,Luna,${curpNumber(1)},
Bea,Sol,,x1
Eva,,bad,
`;
  const before = await ask('GET', '/members', 200);
  const preview = await postTable('/members/import/preview', table);
  expect(preview.import).toMatchObject({ id: null, encoding: 'utf-8', summary: { rows: 4, created: 1 } });
  expect(preview.columns).toEqual(['given_name', 'first_surname', 'curp', 'external_id']);
  const masked = (n: number) => `${'*'.repeat(16)}${curpNumber(n).slice(-2)}`;
  expect(preview.rows).toEqual([
    {
      row: 1,
      status: 'created',
      error: null,
      message: null,
      member: null,
      values: { given_name: 'Bea', first_surname: 'Sol', curp: masked(2), external_id: 'x1' },
    },
    expect.objectContaining({
      row: 2,
      status: 'duplicate',
      member: { id: anaId, member_number: 'A1', name: 'Ana Luna' },
    }),
    // A member whom the import would only create cannot be named yet.
    expect.objectContaining({ row: 3, status: 'duplicate', member: null }),
    expect.objectContaining({ row: 4, status: 'rejected', error: 'invalid_curp', member: null }),
  ]);
  expect(JSON.stringify(preview)).not.toContain(curpNumber(2));
  expect(await ask('GET', '/members', 200)).toEqual(before);
});

test('M5 every row of a roster is judged and names the member; nothing is stored', async () => {
  const preview = await postTable(
    `/courses/${courseId}/rosters/preview`,
    'member_number,role\nA1,\nA1,speaker\nZ9,\n',
  );
  expect(preview.roster).toMatchObject({ id: null, summary: { rows: 3, created: 2, rejected: 1 } });
  expect(preview.certificates_left).toBeGreaterThan(0);
  expect(preview.rows).toMatchObject([
    { row: 1, status: 'created', member: { id: anaId, name: 'Ana Luna' } },
    { row: 2, status: 'created', member: { id: anaId } },
    { row: 3, status: 'rejected', error: 'member_not_found', member: null },
  ]);
  expect((await ask('GET', `/courses/${courseId}/awards`, 200)).awards).toEqual([]);
  expect((await ask('GET', '/rosters', 200)).rosters).toEqual([]);
});

test('the awards of a course include names, and a member’s record shows what counts', async () => {
  const { award } = await ask('POST', '/awards', 201, { member_id: anaId, course_id: courseId });
  await ask('POST', `/awards/${award.id}/approve`, 200, {});
  const found = await ask('GET', `/courses/${courseId}/awards?status=approved`, 200);
  expect(found.awards.map(({ id }: { id: string }) => id)).toEqual([award.id]);
  expect(found.members).toEqual([{ id: anaId, member_number: 'A1', name: 'Ana Luna' }]);
  const { transcript } = await ask('GET', `/members/${anaId}/record`, 200);
  expect(transcript.awards).toMatchObject([{ id: award.id, title: COURSE.title, lines: [{ counted: 10 }] }]);
  const stranger = await signUp(sello);
  expect((await stranger.call('GET', `/members/${anaId}/record`)).status).toBe(404);
  expect((await stranger.call('GET', `/courses/${courseId}/awards`)).body.awards).toEqual([]);
});
