import { expect, test } from 'vitest';
import { dayIn } from '../../../server/src/memberships/calendar.ts';
import { addDays } from '../../../server/src/memberships/standing/days.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { shareSello } from '../../harness/shared-sello.ts';

const sello = forFile(shareSello);
const registrar = forFile(() => signUp(sello));

async function must(method: string, path: string, payload?: object) {
  const answer = await registrar.call(method, path, payload);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const read = (path: string) => must('GET', path);

/** The day that is this many days from today. */
const day = (days: number) => addDays(dayIn('America/Mexico_City', sello.ports.now()), days);

const rules = (endsOn: string) => ({
  term_months: 12,
  anchor: endsOn,
  grace_days: 30,
  renewal_opens_days: 60,
  categories: [{ code: 'emc', name: 'EMC' }],
  requirements: [{ code: 'total', min_points: 10, period: 'term' as const }],
});

/** A program with members, whose terms end this many days from today. */
async function programEnding(inDays: number, members: number) {
  const made = await must('POST', '/programs', {
    name: `P${inDays}`,
    rules: rules(day(inDays + 1)),
  });
  const { program } = await must('POST', `/programs/${made.program.id}/activate`);
  const memberships = [];
  for (let n = 0; n < members; n += 1) {
    const { member } = await must('POST', '/members', {
      given_name: 'Ana',
      first_surname: 'Luna',
      second_surname: `Sol${n}`,
    });
    const opened = { program_id: program.id, starts_on: day(inDays - 200) };
    memberships.push((await must('POST', `/members/${member.id}/memberships`, opened)).membership);
  }
  return { program, memberships };
}

async function award(membership: { member_id: string; program_id: string }, points: number) {
  const { award } = await must('POST', '/awards', {
    member_id: membership.member_id,
    activity: { title: 'Congreso Nacional' },
    completed_on: day(-40),
    points: [{ program_id: membership.program_id, category: 'emc', points }],
  });
  return award;
}

test('the overview counts standings, ends of terms and waiting decisions; its lists have names', async () => {
  const soon = await programEnding(20, 3);
  const grace = await programEnding(-10, 1);
  const lapsed = await programEnding(-35, 2);
  const [first, second] = soon.memberships;
  const approved = await award(first, 12.5);
  await must('POST', `/awards/${approved.id}/approve`, {});
  await award(second, 3);
  await must('POST', '/courses', {
    title: 'Curso',
    starts_on: day(-3),
    ends_on: day(-2),
    points: [{ program_id: soon.program.id, category: 'emc', points: 5 }],
  });

  const { overview } = await read('/memberships-overview');
  const of = (id: string) => overview.programs.find((program: { id: string }) => program.id === id);
  expect(of(soon.program.id)).toMatchObject({
    standings: { scheduled: 0, current: 3, grace: 0, lapsed: 0, suspended: 0, ended: 0 },
    ending: [
      { within_days: 30, count: 3, met: 1 },
      { within_days: 60, count: 3, met: 1 },
      { within_days: 90, count: 3, met: 1 },
    ],
  });
  expect(of(grace.program.id).standings).toMatchObject({ grace: 1, current: 0 });
  expect(of(lapsed.program.id).standings).toMatchObject({ lapsed: 2 });
  const month = day(20).slice(0, 7);
  expect(overview.months).toHaveLength(12);
  expect(overview.months).toContainEqual({ month, ends: 3, met: 1 });
  expect(overview).toMatchObject({
    awards_pending: { count: 1, more: false },
    courses_proposed: { count: 1, more: false },
    renewals_requested: { count: 0, more: false },
  });

  const { years } = await read('/memberships-overview/points');
  const year = Number(day(-40).slice(0, 4));
  expect(years).toEqual([{ year, program_id: soon.program.id, points: 12.5, awards: 1 }]);

  const queue = await read('/award-queue?status=pending');
  expect(queue.awards).toHaveLength(1);
  expect(queue.awards[0]).toMatchObject({
    title: 'Congreso Nacional',
    member: { id: second.member_id, name: 'Ana Luna Sol1', member_number: expect.any(String) },
    award: { status: 'pending', points: [{ points: 3 }] },
  });

  const eligible = await read('/eligible-memberships');
  expect(eligible.memberships).toMatchObject([
    { membership_id: first.id, member: { name: 'Ana Luna Sol0' }, term: { met: true, counted: 12.5 } },
  ]);
  await must('POST', `/memberships/${first.id}/renewals`, {});
  expect((await read('/eligible-memberships')).memberships).toEqual([]);
  const { renewals } = await read('/renewal-queue?status=requested');
  expect(renewals).toMatchObject([
    {
      member: { name: 'Ana Luna Sol0' },
      term: { met: true, counted: 12.5 },
      renewal: { status: 'requested' },
    },
  ]);
  expect((await read('/memberships-overview')).overview.renewals_requested.count).toBe(1);
});

test('the other mode and other accounts do not see it', async () => {
  expect((await read('/memberships-overview?mode=test')).overview.programs).toEqual([]);
  const stranger = await signUp(sello);
  const { body } = await stranger.call('GET', '/memberships-overview');
  expect(body.overview).toMatchObject({ programs: [], awards_pending: { count: 0 } });
  expect((await stranger.call('GET', '/award-queue')).body.awards).toEqual([]);
  expect((await stranger.call('GET', '/eligible-memberships')).body.memberships).toEqual([]);
  expect((await stranger.call('GET', '/renewal-queue')).body.renewals).toEqual([]);
});
