/**
 * From its desk an organiser can see or change nothing that belongs to others, and nothing about a member that it did
 * not type itself.
 */

import Fastify, { type RouteOptions } from 'fastify';
import { type DeskPorts, deskApi } from '../../server/src/api/desk.ts';
import type { App } from '../../server/src/http/app.ts';
import { DESK } from '../../server/src/operations/doors/organizer.ts';
import { readConfig } from '../../server/src/settings.ts';
import { type Desk, openDeskWorld } from '../harness/desk.ts';
import { expectRefusal, openCouncil } from '../harness/memberships.ts';
import { newEmail } from '../harness/own-page.ts';
import { API } from '../harness/test-sello.ts';
import { around, expect } from '../harness/world.ts';

const test = around(openDeskWorld);

type Route = { method: string; path: string };

/** Every operation of the desk, read from the routes that are served. */
function deskRoutes(): Route[] {
  const app = Fastify({ exposeHeadRoutes: false }) as unknown as App;
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }: RouteOptions) => {
    routes.push({ method: String(method), path: url });
  });
  deskApi(app, {} as DeskPorts, readConfig({}));
  return routes;
}

const BODIES: Readonly<Record<string, object>> = {
  'POST /courses': { title: 'Taller', starts_on: '2026-03-01' },
  'PATCH /courses/:id': { title: 'Robado' },
  'POST /courses/:id/rosters': { rows: [{ member_number: 'A-1' }] },
  'POST /courses/:id/rosters/preview': { rows: [{ member_number: 'A-1' }] },
};

const QUERIES: Readonly<Record<string, string>> = {
  '/roster-template': '?language=es',
  '/rosters/:id/table': '?format=csv',
};

const call = (desk: Desk, { method, path }: Route, id: string) =>
  desk.call(method, path.replace(':id', id) + (QUERIES[path] ?? ''), BODIES[`${method} ${path}`]);

test('an organiser × every operation × records of others, of the council, of other modes and accounts: 404, all alike', async ({
  world,
}) => {
  const { council, sello } = world;
  const [own, other] = [await world.openDesk(), await world.openDesk()];
  await council.enrol({ fields: { member_number: 'A-1' } });
  const rows = [{ member_number: 'A-1' }];
  const roster = async (desk: Desk, course: string) =>
    (await desk.ask('POST', `/courses/${course}/rosters`, 201, { rows })).roster.id;
  const theirs = await world.courseOf(other.id);
  const councils = await world.courseOf(other.id);
  await council.ask('PATCH', `/courses/${councils.id}`, 200, { organizer_id: null });
  const posted = (await council.ask('POST', `/courses/${councils.id}/rosters`, 201, { rows })).roster.id;
  const foreign = await openCouncil(sello);
  const abroad = (await foreign.must('POST', '/courses', { title: 'x', starts_on: '2026-03-01' })).course.id;
  const nothing = { crs: 'crs_0000000000000000000000', rst: 'rst_0000000000000000000000' };
  const ids = {
    courses: [nothing.crs, theirs.id, councils.id, abroad, 'x'],
    rosters: [nothing.rst, await roster(other, theirs.id), posted, 'x'],
  };
  // On its own course an organiser sees its own roster, but not the roster that the council posted there.
  const mine = await world.courseOf(own.id);
  const beside = (await council.ask('POST', `/courses/${mine.id}/rosters`, 201, { rows })).roster.id;
  ids.rosters.push(beside);
  let tried = 0;
  const named = deskRoutes().filter(({ path }) => path.includes(':id'));
  for (const route of named) {
    const kind = route.path.startsWith('/courses') ? 'courses' : 'rosters';
    const answers = [];
    for (const id of ids[kind]) {
      const answer = await call(own, route, id);
      expect([answer.status, route, id]).toEqual([404, route, id]);
      answers.push(answer.text);
      tried += 1;
    }
    expect(new Set(answers).size, JSON.stringify(route)).toBe(1);
  }
  expect(named.length).toBeGreaterThanOrEqual(7);
  expect(tried).toBeGreaterThan(30);
  expect((await own.ask('GET', '/rosters', 200)).rosters).toEqual([]);
  const { courses } = await own.ask('GET', '/courses', 200);
  expect(courses.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
});

test('without a session every operation of the desk but the entrance is refused', async ({ world }) => {
  const root = DESK.replace(':account', world.council.accountId);
  const open = ['POST /code', 'POST /session', 'DELETE /session'];
  const closed = deskRoutes().filter(({ method, path }) => !open.includes(`${method} ${path}`));
  for (const { method, path } of closed) {
    const url = root + path.replace(':id', 'x') + (QUERIES[path] ?? '');
    const answer = await world.sello.call(method, url, {
      payload: BODIES[`${method} ${path}`] ?? {},
    });
    expectRefusal(answer, 401, 'unauthorized');
  }
  expect(closed.length).toBeGreaterThanOrEqual(12);
});

/** A person whose every datum can be recognised in an answer. */
const SECRET = {
  given_name: 'Quetzalli',
  first_surname: 'Zaldumbide',
  second_surname: 'Xicoténcatl',
  phone: '5559998877',
  specialty: 'Neurocirugía',
};

test('0 foreign members: of a member no answer holds anything that the organiser did not type', async ({
  world,
}) => {
  const { council } = world;
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id);
  const email = newEmail();
  const curp = 'LUPA790630MJCNZN04';
  const fields = { ...SECRET, member_number: 'S-1', professional_license: '9988776', email };
  const memberId = await council.enrol({ fields });
  await council.enrol({ fields: { ...SECRET, member_number: 'S-2' } });
  const rows = [{ member_number: 'S-1' }, { member_number: 'S-3', curp }];
  const { roster } = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const { awards } = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  await council.ask('POST', `/awards/${awards[0].id}/approve`, 200, {});
  const seen: string[] = [];
  for (const route of deskRoutes()) {
    if (route.path === '/session' || route.path === '/code' || route.path.endsWith('/withdraw')) continue;
    const id = route.path.startsWith('/courses') ? course.id : roster.id;
    seen.push((await call(desk, route, id)).text);
  }
  seen.push((await desk.call('GET', `/rosters/${roster.id}/table?format=csv`)).text);
  const all = seen.join('\n');
  expect(all).toContain('S-1');
  const person = [...Object.values(SECRET), email, '9988776', memberId, awards[0].id, 'S-2', curp];
  for (const datum of person) expect(all, datum).not.toContain(datum);
});

test('a row is no way to ask about a member: whatever keeps it from being matched, the answer is the same', async ({
  world,
}) => {
  const { council, sello } = world;
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id, { requirements: { min_attendance_percent: 80 } });
  const shared = newEmail();
  await council.enrol({ fields: { email: shared } });
  await council.enrol({ fields: { email: shared } });
  await council.enrol({ fields: { member_number: 'NO-PROGRAM' }, startsOn: null });
  const erased = await council.enrol({ fields: { member_number: 'ERASED' } });
  await council.ask('POST', `/members/${erased}/anonymise`, 200, { reason: 'Lo pidió.' });
  const ended = await council.enrol({ fields: { member_number: 'ENDED' } });
  const { memberships } = await council.ask('GET', `/memberships?member_id=${ended}`, 200);
  await council.ask('POST', `/memberships/${memberships[0].id}/end`, 200, {
    reason: 'Baja.',
    on: '2025-06-01',
  });
  const other = await openCouncil(sello);
  await other.member({ member_number: 'ELSEWHERE' });
  const inTest = await openCouncil(sello, await council.testKey());
  await inTest.member({ member_number: 'IN-TEST' });
  const known = await council.enrol({ fields: { member_number: 'KNOWN' } });
  const kept = ['NOBODY', 'NO-PROGRAM', 'ERASED', 'ENDED', 'ELSEWHERE', 'IN-TEST'];
  const rows = [
    ...kept.map((member_number) => ({ member_number, attendance_percent: 100 })),
    // Two members have this address. An organiser must not learn the ids of members or awards.
    { email: shared, attendance_percent: 100 },
  ];
  const { roster } = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const told = (await desk.ask('GET', `/rosters/${roster.id}/rows?limit=100`, 200)).rows;
  expect(told).toHaveLength(rows.length);
  const answers = new Set(
    told.map(({ state, error, message }: Record<string, string>) => `${state} ${error} ${message}`),
  );
  expect([...answers]).toEqual([expect.stringMatching(/^refused member_not_found /)]);
  // The council reads the true reasons.
  const whole = (await council.ask('GET', `/rosters/${roster.id}/rows?limit=100`, 200)).rows;
  const codes = new Set(whole.map(({ error }: { error: string }) => error));
  expect([...codes].sort()).toEqual([
    'member_ambiguous',
    'member_anonymised',
    'member_not_found',
    'no_membership',
  ]);
  // A second fault in a row tells nothing either: only the row of a member who can be matched gets an answer about that
  // fault.
  const faulty = [...kept, 'KNOWN'].map((member_number) => ({ member_number, attendance_percent: 10 }));
  const second = (await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows: faulty })).roster;
  const judged = (await desk.ask('GET', `/rosters/${second.id}/rows?limit=100`, 200)).rows;
  const errors = judged.map(({ error }: { error: string }) => error);
  expect(errors).toEqual([...kept.map(() => 'member_not_found'), 'requirements_not_met']);
  // At the desk, an id does not identify a member.
  const byId = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows: [{ member_id: known }] });
  expect(byId.roster.states).toMatchObject({ waiting: 0, refused: 1 });
});

test('suspended and current members, and two identifiers of one person, are answered alike', async ({
  world,
}) => {
  const { council } = world;
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id);
  const email = newEmail();
  await council.enrol({ fields: { member_number: 'TWICE', email } });
  const suspended = await council.enrol({ fields: { member_number: 'SUSPENDED' } });
  await council.ask('POST', `/members/${suspended}/suspend`, 200, { reason: 'Adeudo.' });
  const rows = [{ member_number: 'TWICE' }, { email }, { member_number: 'SUSPENDED' }];
  const { roster } = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const told = (await desk.ask('GET', `/rosters/${roster.id}/rows`, 200)).rows;
  expect(told.map(({ row, values, ...rest }: Record<string, unknown>) => rest)).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'waiting', error: null, message: null })),
  );
  expect(roster.states.waiting).toBe(3);
});

test('a desk opens nothing else: the cookie of an organiser is refused by every other door', async ({
  world,
}) => {
  const desk = await world.openDesk();
  for (const url of [`${API}/members`, `${API}/courses`, `${API}/organizers`, '/api/operator/accounts'])
    expect((await world.sello.call('GET', url, { headers: { cookie: desk.cookie } })).status).toBe(401);
});

test('under four eyes somebody of the council does not decide what they posted at a desk', async ({
  world,
}) => {
  const { council, sello } = world;
  const person = await world.join('approver');
  const desk = await world.openDesk({ emails: [person.email] });
  const course = await world.courseOf(desk.id);
  await council.enrol({ fields: { member_number: 'EYES' } });
  await sello.database.query('update accounts set four_eyes = true where id = $1', [council.accountId]);
  const { roster } = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, {
    rows: [{ member_number: 'EYES' }],
  });
  const { awards } = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  const refused = await person.call('POST', `/awards/${awards[0].id}/approve`, {});
  expectRefusal(refused, 403, 'four_eyes');
  await sello.database.query('update accounts set four_eyes = false where id = $1', [council.accountId]);
});
