import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('what is missing, when it opens and closes, and the days of the next term', async ({ council }) => {
  const end = council.today(200);
  const { id, member_id, program_id, current_term } = await council.endingOn(end, {
    checklist: [{ code: 'dues', name: 'Cuota' }],
  });
  const read = async () => (await council.must('GET', `/memberships/${id}/eligibility`)).eligibility;
  expect(await read()).toMatchObject({
    can_renew: false,
    opens_on: council.today(80),
    closes_on: council.today(230),
    reasons: [
      { code: 'renewal_not_open', opens_on: council.today(80) },
      { code: 'requirement_not_met', requirement: 'total', name: 'Total', missing: 60 },
      { code: 'checklist_not_done', item: 'dues', name: 'Cuota' },
    ],
    evaluation: { met: false, requirements: [{ code: 'total', missing: 60 }] },
    checklist: [{ code: 'dues', done: false }],
    next_term: { starts_on: council.today(201) },
    renewal_id: null,
  });
  await council.points(member_id, [
    { program_id, category: 'emc', points: 60, completed_on: council.today(-1) },
  ]);
  await council.must('PUT', `/terms/${current_term.id}/checklist/dues`, { done: true });
  expect((await read()).reasons).toEqual([{ code: 'renewal_not_open', opens_on: council.today(80) }]);
});

test('a term that is met can be renewed within its window, and a renewal can be requested only once', async ({
  council,
}) => {
  const { id } = await council.endingOn(council.today(120), { rules: { ...RULES, requirements: [] } });
  const read = async () => (await council.must('GET', `/memberships/${id}/eligibility`)).eligibility;
  expect(await read()).toMatchObject({ can_renew: true, reasons: [] });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  expect(await read()).toMatchObject({
    can_renew: false,
    reasons: [{ code: 'renewal_open', renewal_id: renewal.id }],
    renewal_id: renewal.id,
  });
});

test('a lapsed membership could begin again today; an ended one could not', async ({ council }) => {
  const { id } = await council.endingOn(council.today(-31), { rules: { ...RULES, requirements: [] } });
  const read = async () => (await council.must('GET', `/memberships/${id}/eligibility`)).eligibility;
  expect(await read()).toMatchObject({ can_renew: true, next_term: { starts_on: council.today() } });
  await council.must('POST', `/memberships/${id}/end`, {});
  expect((await read()).reasons).toEqual([{ code: 'membership_ended' }]);
});
