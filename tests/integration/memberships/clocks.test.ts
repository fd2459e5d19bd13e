/** M22: under a test clock, the same things happen as would happen to a council on those days. */

import { afterAll, expect, test } from 'vitest';
import { moveClocks } from '../../../server/src/memberships/clocks/move-clocks.ts';
import { makeDayTeller } from '../../../server/src/memberships/membership/tell-days.ts';
import { addDays } from '../../../server/src/memberships/standing/days.ts';
import { type SpawnedSello, spawnSello } from '../../harness/child-sello.ts';
import { moveAll, newClock, openTestCouncil, takeTo } from '../../harness/clocks.ts';
import { forFile } from '../../harness/for-file.ts';
import { type Council, expectRefusal, openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const children: SpawnedSello[] = [];
afterAll(async () => {
  for (const child of children) if (!child.hasEnded) await child.kill('SIGKILL');
});

const DAY_EVENTS = ['term.ending', 'term.unmet_at_end', 'membership.grace', 'membership.lapsed'];

type Told = { type: string; data: Record<string, unknown> & { clock?: { id: string; day: string } } };

/** The account's events in the order in which they were written. */
async function eventsOf({ accountId, sello: of }: Council, livemode = false): Promise<Told[]> {
  const rows = await of.database.query(
    'select type, data from events where account_id = $1 and livemode = $2 order by number',
    [accountId, livemode],
  );
  return rows.map((row) => ({ type: String(row.type), data: row.data as Told['data'] }));
}

async function dayEvents(council: Council): Promise<Told[]> {
  return (await eventsOf(council)).filter(({ type }) => DAY_EVENTS.includes(type));
}

/**
 * Three members whose terms end on different days: one meets all requirements, one meets none, one requests a renewal.
 */
async function openYear(council: Council, start: string, clockId?: string) {
  const free = await council.program({ rules: { ...RULES, term_months: 12, requirements: [] } });
  const asks = await council.program({ rules: { ...RULES, term_months: 12 } });
  const join = async (program: { id: string }, days: number) => {
    const member = await council.member(clockId === undefined ? {} : { clock_id: clockId });
    return council.membership({ member, program, starts_on: addDays(start, days) });
  };
  return [await join(free, 0), await join(asks, -10), await join(free, -20)];
}

test('M22 the events of two years are those that a council would get on those days, in the same order', async () => {
  const council = await openTestCouncil(sello);
  const start = '2028-01-01';
  const clockId = await newClock(council, start);
  const under = await openYear(council, start, clockId);
  await takeTo(council, clockId, '2028-12-31');
  await takeTo(council, clockId, '2029-06-30');
  const told = await dayEvents(council);

  // The same memberships without a clock, checked on each day as the background work checks live councils.
  const other = await openTestCouncil(sello);
  const plain = await openYear(other, start);
  const expected: [string, string, number, unknown][] = [];
  let seen = 0;
  for (let day = addDays(start, 1); day <= '2029-06-30'; day = addDays(day, 1)) {
    await makeDayTeller(sello.ports.records).tell(new Date(`${day}T18:00:00Z`));
    const events = await dayEvents(other);
    for (const { type, data } of events.slice(seen))
      expected.push([day, type, plain.findIndex(({ id }) => id === data.membership_id), data.mark]);
    seen = events.length;
  }
  const shown = told.map(({ type, data }) => [
    data.clock?.day,
    type,
    under.findIndex(({ id }) => id === data.membership_id),
    data.mark,
  ]);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown).toEqual(expected);
  expect(told.every(({ data }) => data.clock?.id === clockId)).toBe(true);
  const ready = (await eventsOf(council)).filter(({ type }) => type === 'clock.ready');
  expect(ready.map(({ data }) => data.clock?.day)).toEqual(['2028-12-31', '2029-06-30']);
});

test('M22 a term ends, is in grace, is renewed, and lapses on the days of its clock', async () => {
  const council = await openTestCouncil(sello);
  const clockId = await newClock(council, '2028-01-01');
  const program = await council.program({ rules: { ...RULES, term_months: 12, requirements: [] } });
  const member = await council.member({ clock_id: clockId });
  const { id } = await council.membership({ member, program });
  const standing = async () => (await council.must('GET', `/memberships/${id}`)).membership.standing;
  const eligibility = async () => (await council.must('GET', `/memberships/${id}/eligibility`)).eligibility;
  expect(await eligibility()).toMatchObject({ can_renew: false, opens_on: '2028-09-02' });
  await takeTo(council, clockId, '2028-12-31');
  expect([await standing(), (await eligibility()).can_renew]).toEqual(['current', true]);
  await takeTo(council, clockId, '2029-01-01');
  expect(await standing()).toBe('grace');
  await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const { renewals } = await council.must('GET', `/renewals?membership_id=${id}`);
  expect(renewals[0]).toMatchObject({ requested_on: '2029-01-01', status: 'approved' });
  expect(renewals[0].decision.at).toBe('2029-01-01T18:00:00.000Z');
  expect(await standing()).toBe('current');
  await takeTo(council, clockId, '2030-01-31');
  expect(await standing()).toBe('lapsed');
  const lapsed = (await dayEvents(council)).filter(({ type }) => type === 'membership.lapsed');
  expect(lapsed.map(({ data }) => data.clock?.day)).toEqual(['2030-01-31']);
});

test('M22 points are judged, entered and found again by the clock’s day', async () => {
  const council = await openTestCouncil(sello);
  const clockId = await newClock(council, '2028-01-01');
  const program = await council.program();
  const member = await council.member({ clock_id: clockId });
  const { current_term } = await council.membership({ member, program });
  const activity = { title: 'Libro', provider: null, kind: 'libro' };
  const award = (completed_on: string, member_id = member.id) => ({
    member_id,
    activity,
    completed_on,
    points: [{ program_id: program.id, category: 'emc', points: 5 }],
  });
  expectRefusal(
    await council.call('POST', '/awards', award('2028-01-02')),
    422,
    'completed_on_out_of_range',
    /today is 2028-01-01/,
  );
  await takeTo(council, clockId, '2028-06-01');
  const made = await council.must('POST', '/awards', award('2028-01-02'));
  await council.must('POST', `/awards/${made.award.id}/approve`, {});
  const ledger = await council.must('GET', `/members/${member.id}/ledger`);
  expect(ledger.entries.map(({ at }: { at: string }) => at)).toEqual(['2028-06-01T18:00:00.000Z']);
  const counted = async (on: string) =>
    (await council.must('GET', `/terms/${current_term.id}?on=${on}`)).term.evaluation.counted;
  expect([await counted('2028-05-31'), await counted('2028-06-01')]).toEqual([0, 5]);
  const { transcript } = await council.must('GET', `/members/${member.id}/transcript`);
  expect(transcript).toMatchObject({ as_of: '2028-06-01', ledger: { head: { seq: 1 } } });
  expect(transcript.awards).toHaveLength(1);
});

test('M22 a roster may have members with different days, and each row is judged on its own day', async () => {
  const council = await openTestCouncil(sello);
  const [early, late] = [await newClock(council, '2028-03-10'), await newClock(council, '2028-06-10')];
  const program = await council.program();
  const numbers: string[] = [];
  for (const clock_id of [early, late, undefined]) {
    const member = await council.member(clock_id === undefined ? {} : { clock_id });
    await council.membership({ member, program, starts_on: '2026-01-01' });
    numbers.push(member.member_number);
  }
  const { course } = await council.must('POST', '/courses', {
    title: 'Congreso',
    starts_on: '2028-03-01',
    ends_on: '2028-03-05',
    claim_until: '2028-04-30',
    points: [{ program_id: program.id, category: 'emc', points: 5 }],
  });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  const rows = numbers.map((member_number) => ({ member_number }));
  const posted = await council.must('POST', `/courses/${course.id}/rosters`, { rows });
  const answers = await council.must('GET', `/rosters/${posted.roster.id}/rows`);
  const outcome = answers.rows.map(({ status, error }: { status: string; error: string | null }) => [
    status,
    error,
  ]);
  expect(outcome).toEqual([
    ['created', null],
    ['rejected', 'claim_closed'],
    ['rejected', 'completed_on_out_of_range'],
  ]);
  const [, second] = rows;
  expectRefusal(
    await council.call('POST', `/courses/${course.id}/rosters`, { rows: [second] }),
    422,
    'claim_closed',
  );
});

test('M22 lists, figures and renewals of many members use one day: that of one clock, or of none', async () => {
  const council = await openTestCouncil(sello);
  const clockId = await newClock(council, '2031-01-01');
  const program = await council.program({ rules: { ...RULES, requirements: [] } });
  const plain = await council.membership({ program });
  const member = await council.member({ clock_id: clockId });
  const under = await council.membership({ member, program, starts_on: '2028-01-10' });
  const ids = async (path: string, name: string) =>
    (await council.must('GET', path))[name].map(({ id }: { id: string }) => id);
  for (const query of ['', 'standing=current&', 'met=true&', `program_id=${program.id}&`]) {
    expect(await ids(`/memberships?${query}`, 'memberships')).toEqual([plain.id]);
    expect(await ids(`/memberships?${query}clock_id=${clockId}`, 'memberships')).toEqual([under.id]);
    expect(await ids(`/members?${query}`, 'members')).toEqual([plain.member_id]);
    expect(await ids(`/members?${query}clock_id=${clockId}`, 'members')).toEqual([member.id]);
  }
  expect(await ids(`/memberships?member_id=${member.id}`, 'memberships')).toEqual([under.id]);
  await takeTo(council, clockId, '2031-01-09');
  expect(await ids(`/memberships?clock_id=${clockId}&standing=grace`, 'memberships')).toEqual([]);
  await takeTo(council, clockId, '2031-01-10');
  expect(await ids(`/memberships?clock_id=${clockId}&standing=grace`, 'memberships')).toEqual([under.id]);
  const renew = (more: object) => council.must('POST', '/renewals/batch', { approve: true, ...more });
  expect((await renew({})).rows).toEqual([]);
  const { rows } = await renew({ clock_id: clockId });
  expect(rows).toMatchObject([{ membership_id: under.id, outcome: 'renewed' }]);
});

test('M22 members with different days cannot be merged', async () => {
  const council = await openTestCouncil(sello);
  const member = await council.member({ clock_id: await newClock(council) });
  const { id } = await council.member();
  for (const [from, into] of [
    [id, member.id],
    [member.id, id],
  ])
    expectRefusal(
      await council.call('POST', `/members/${from}/merge`, { into, reason: 'x' }),
      422,
      'validation_failed',
      /test clock/,
    );
});

test('M22 live mode never shows a clock, its members or their events', async () => {
  const { account, key } = await sello.newAccount({ key: { mode: 'test' } });
  const council = await openCouncil(sello, key);
  const live = await openCouncil(sello, (await sello.newKey(account)).key);
  const clockId = await newClock(council);
  const member = await council.member({ clock_id: clockId });
  const membership = await council.membership({ member });
  await takeTo(council, clockId, '2029-12-31');
  await takeTo(council, clockId, '2031-01-31');
  for (const [method, path, body] of [
    ['GET', `/members/${member.id}`],
    ['PATCH', `/members/${member.id}`, { specialty: 'x' }],
    ['DELETE', `/members/${member.id}`],
    ['GET', `/members/${member.id}/ledger`],
    ['GET', `/members/${member.id}/transcript`],
    ['GET', `/memberships/${membership.id}`],
    ['GET', `/memberships/${membership.id}/terms`],
    ['GET', `/memberships/${membership.id}/eligibility`],
    ['POST', `/memberships/${membership.id}/renewals`, {}],
    ['GET', `/terms/${membership.current_term.id}`],
  ] as const)
    expectRefusal(await live.call(method, path, body), 404, 'not_found');
  expect((await live.must('GET', '/members')).members).toEqual([]);
  expect((await live.must('GET', '/memberships')).memberships).toEqual([]);
  const types = async (of: Council) =>
    (await of.must('GET', '/events?limit=100')).events.map(({ type }: { type: string }) => type);
  expect(await types(live)).not.toContain('membership.lapsed');
  expect(await types(council)).toEqual(expect.arrayContaining(['membership.lapsed', 'clock.ready']));
  await expect(
    sello.database.query('update members set livemode = true where id = $1', [member.id]),
  ).rejects.toThrow(/members_clock_in_test_mode/);
});

test('M22 several processes move a clock together, and each event is written once', async () => {
  const council = await openTestCouncil(sello);
  const clockId = await newClock(council, '2028-01-01');
  await openYear(council, '2028-01-01', clockId);
  await council.must('POST', `/clocks/${clockId}/advance`, { day: '2029-12-31' });
  const other = await sello.another();
  const never = () => false;
  const move = ({ ports }: TestSello) => moveClocks({ records: ports.records, now: ports.now }, never);
  while ((await Promise.all([move(sello), move(other), move(sello)])).some((days) => days > 0));
  const told = await dayEvents(council);
  const days = told.map(({ data }) => data.clock?.day ?? '');
  expect(days).toEqual(days.toSorted());
  const names = told.map(({ type, data }) => [type, data.term_id, data.valid_until, data.mark].join(' '));
  expect(new Set(names).size).toBe(names.length);
  expect((await council.must('GET', `/clocks/${clockId}`)).clock).toMatchObject({
    day: '2029-12-31',
    status: 'ready',
  });
});

test('M22 after a kill a clock continues where it was, and writes the same events as without the kill', async () => {
  const start = '2028-01-01';
  const worlds = await Promise.all(
    [0, 1].map(async () => {
      const council = await openTestCouncil(sello);
      const clockId = await newClock(council, start);
      await openYear(council, start, clockId);
      return { council, clockId };
    }),
  );
  const [killed, whole] = worlds as [(typeof worlds)[0], (typeof worlds)[0]];
  await killed.council.must('POST', `/clocks/${killed.clockId}/advance`, { day: '2029-12-31' });
  const dayOf = async () => {
    const [row] = await sello.database.query('select day, target from clocks where id = $1', [
      killed.clockId,
    ]);
    return { day: String(row?.day), target: row?.target };
  };
  // Killed repeatedly, each time on another day.
  const stops: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { day: before } = await dayOf();
    const child = spawnWorker();
    for (let now = await dayOf(); now.day === before && now.target !== null; ) now = await dayOf();
    await child.kill('SIGKILL');
    stops.push((await dayOf()).day);
  }
  expect(stops[0]! < '2029-12-31').toBe(true);
  await moveAll(sello);
  expect(await dayOf()).toEqual({ day: '2029-12-31', target: null });
  await takeTo(whole.council, whole.clockId, '2029-12-31');
  const shown = async (council: Council) =>
    (await dayEvents(council)).map(({ type, data }) => [data.clock?.day, type, data.mark]);
  expect(await shown(killed.council)).toEqual(await shown(whole.council));
});

function spawnWorker(): SpawnedSello {
  const child = spawnSello('worker', {
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: sello.dataDir,
    SELLO_BASE_URL: 'https://sello.example',
  });
  children.push(child);
  return child;
}
