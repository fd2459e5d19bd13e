import { expect, test } from 'vitest';
import { addMonthsTo } from '../../../server/src/memberships/standing/days.ts';
import { forFile } from '../../harness/for-file.ts';
import { expectRefusal, openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

const yearly = {
  ...RULES,
  grace_days: 0,
  requirements: [{ code: 'each_year', period: 'year' as const, min_points: 10, keeps_standing: true }],
};

test('a whole year that was missed makes a membership delinquent until it is made up', async () => {
  const { today } = council;
  const starts_on = addMonthsTo(today(), -14);
  const membership = await council.membership({ rules: yearly, starts_on });
  const path = `/memberships/${membership.id}`;
  const lost_on = addMonthsTo(starts_on, 12);
  expect(membership).toMatchObject({ standing: 'delinquent', valid: false, lost_on });

  const listed = async (standing: string) => {
    const filter = `program_id=${membership.program_id}&standing=${standing}`;
    const { memberships } = await council.must('GET', `/memberships?${filter}`);
    const { members } = await council.must('GET', `/members?${filter}`);
    return [memberships.length, members.length];
  };
  expect(await listed('delinquent')).toEqual([1, 1]);
  expect(await listed('current')).toEqual([0, 0]);

  const line = { program_id: membership.program_id, category: 'emc', points: 10 };
  await council.points(membership.member_id, [{ ...line, completed_on: starts_on }]);
  const { membership: madeUp } = await council.must('GET', path);
  // The second whole year is not over.
  expect(madeUp).toMatchObject({ standing: 'current', valid: true });
  expect(madeUp.lost_on > today()).toBe(true);
  expect(await listed('delinquent')).toEqual([0, 0]);
  expect(await listed('current')).toEqual([1, 1]);
});

test('a waiver for the year restores the standing too', async () => {
  const starts_on = addMonthsTo(council.today(), -14);
  const membership = await council.membership({ rules: yearly, starts_on });
  const waiver = { min_points: 0, reason: 'Licencia' };
  await council.must('PUT', `/terms/${membership.current_term.id}/waivers/each_year`, waiver);
  const { membership: waived } = await council.must('GET', `/memberships/${membership.id}`);
  expect(waived).toMatchObject({ standing: 'current', lost_on: null });
});

test('yearly dues need one entry a year: without it the standing is lost, and a renewal needs all entries', async () => {
  const starts_on = addMonthsTo(council.today(), -35);
  const membership = await council.membership({
    rules: { ...RULES, requirements: [], grace_days: 0 },
    checklist: [{ code: 'dues', name: 'Cuota', period: 'year', keeps_standing: true }],
    starts_on,
  });
  expect(membership).toMatchObject({ standing: 'delinquent', lost_on: addMonthsTo(starts_on, 12) });
  const { current_term: term } = membership;
  expect(
    term.checklist.map(({ code, year, done }: { code: string; year: number; done: boolean }) => [
      code,
      year,
      done,
    ]),
  ).toEqual([
    ['dues', 1, false],
    ['dues', 2, false],
    ['dues', 3, false],
  ]);
  const path = `/terms/${term.id}/checklist/dues`;
  expectRefusal(await council.call('PUT', path, { done: true }), 422, 'validation_failed', /`year`/);
  expectRefusal(await council.call('PUT', path, { done: true, year: 4 }), 422, 'validation_failed', /`year`/);
  await council.must('PUT', path, { done: true, year: 1 });
  await council.must('PUT', path, { done: true, year: 2 });
  const { membership: paid } = await council.must('GET', `/memberships/${membership.id}`);
  expect(paid).toMatchObject({ standing: 'current' });
  const { evaluation } = (await council.must('GET', `/terms/${term.id}`)).term;
  expect(evaluation.checklist.map(({ lost_on }: { lost_on: string | null }) => lost_on)).toEqual([
    null,
    null,
    addMonthsTo(starts_on, 36),
  ]);

  const renew = () => council.call('POST', `/memberships/${membership.id}/renewals`, { approve: true });
  expectRefusal(await renew(), 422, 'renewal_not_eligible', /Cuota 3/);
  await council.must('PUT', path, { done: true, year: 3 });
  expect((await renew()).status).toBe(201);
});

const lapsing = {
  ...RULES,
  grace_days: 0,
  reinstatement: {
    within_months: 24,
    old_term_met: false,
    requirements: [{ code: 'recent', min_points: 20, months: 12 }],
  },
};

test('a lapsed membership is renewed in time with recent points, and otherwise only by exception', async () => {
  const ended = addMonthsTo(council.today(), -6);
  const membership = await council.endingOn(ended, { rules: lapsing });
  const renew = (asked: object) =>
    council.call('POST', `/memberships/${membership.id}/renewals`, { approve: true, ...asked });
  expectRefusal(await renew({}), 422, 'renewal_not_eligible', /recent.*20/);
  const { eligibility } = await council.must('GET', `/memberships/${membership.id}/eligibility`);
  expect(eligibility).toMatchObject({
    can_renew: false,
    reasons: [{ code: 'reinstatement_not_met', requirement: 'recent', missing: 20 }],
    evaluation: { reinstatement: { in_time: true, met: false } },
  });

  // An award in the gap counts in no term, not even in the new one.
  const line = { program_id: membership.program_id, category: 'emc', points: 20 };
  await council.points(membership.member_id, [{ ...line, completed_on: addMonthsTo(council.today(), -2) }]);
  const { renewal } = (await renew({})).body;
  expect(renewal).toMatchObject({ status: 'approved', basis: 'requirements' });
  expect(renewal.snapshot.evaluation.reinstatement).toMatchObject({ met: true, in_time: true });
  const { membership: renewed } = await council.must('GET', `/memberships/${membership.id}`);
  expect(renewed).toMatchObject({ standing: 'current', current_term: { number: 2 } });
  expect(renewed.current_term.starts_on).toBe(council.today());
  expect(renewed.current_term.evaluation).toMatchObject({ counted: 0 });
});

test('after the time for a reinstatement, recent points no longer help', async () => {
  const membership = await council.endingOn(addMonthsTo(council.today(), -30), { rules: lapsing });
  const line = { program_id: membership.program_id, category: 'emc', points: 50 };
  await council.points(membership.member_id, [{ ...line, completed_on: addMonthsTo(council.today(), -2) }]);
  const path = `/memberships/${membership.id}/renewals`;
  expectRefusal(await council.call('POST', path, { approve: true }), 422, 'renewal_not_eligible', /until/);
  const exception = { approve: true, basis: 'exception', reason: 'Acuerdo del consejo' };
  expect((await council.call('POST', path, exception)).status).toBe(201);
});

test("terms are counted from the membership's own day, and without that day it is refused", async () => {
  const rules = { ...RULES, term_months: 24, anchor: 'membership', first_term_min_months: 6 };
  const program = await council.program({ rules });
  const { id } = await council.member();
  const path = `/members/${id}/memberships`;
  const asked = { program_id: program.id, starts_on: '2023-03-01' };
  expectRefusal(await council.call('POST', path, asked), 422, 'anchor_missing');
  const { membership } = await council.must('POST', path, { ...asked, anchor: '2021-07-01' });
  expect(membership).toMatchObject({ anchor: '2021-07-01', current_term: { ends_on: '2025-06-30' } });
  const { membership: moved } = await council.must('PATCH', `/memberships/${membership.id}`, {
    anchor: '2021-12-01',
  });
  expect(moved).toMatchObject({ anchor: '2021-12-01', current_term: { ends_on: '2023-11-30' } });
  expectRefusal(
    await council.call('PATCH', `/memberships/${membership.id}`, { anchor: null }),
    422,
    'anchor_missing',
  );
});

test('a waiver uses the measure of its requirement: whole numbers for counts, only 0 for alternatives', async () => {
  const membership = await council.membership({
    rules: {
      ...RULES,
      requirements: [
        { code: 'talks', period: 'term', min_awards: 3 },
        {
          code: 'way',
          any_of: [
            { code: 'points', min_points: 20 },
            { code: 'awards', min_awards: 2 },
          ],
        },
      ],
    },
  });
  const waive = (code: string, min_points: number) =>
    council.call('PUT', `/terms/${membership.current_term.id}/waivers/${code}`, { min_points, reason: 'x' });
  expectRefusal(await waive('talks', 1.5), 422, 'validation_failed', /whole/);
  expectRefusal(await waive('way', 5), 422, 'validation_failed', /must be 0/);
  expect((await waive('talks', 1)).body.term.evaluation.requirements[0]).toMatchObject({
    min: 1,
    missing: 1,
  });
  const { requirements } = (await waive('way', 0)).body.term.evaluation;
  expect(requirements[1]).toMatchObject({ min: 0, met: true, chosen: null });
});

test('the minimum length of the first term cannot change for open terms', async () => {
  const rules = { ...RULES, anchor: '2020-01-01', first_term_min_months: 6 };
  const program = await council.program({ rules });
  await council.membership({ program });
  const change = { rules: { ...rules, first_term_min_months: 7 }, version: 1, applies_to: 'open_terms' };
  expectRefusal(
    await council.call('PATCH', `/programs/${program.id}`, change),
    422,
    'invalid_rules',
    /rules\.first_term_min_months/,
  );
});
