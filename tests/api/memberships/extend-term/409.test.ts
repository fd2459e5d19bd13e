import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a decided term is refused with term_decided, for extension, waiver and checklist', async ({
  council,
}) => {
  const { id, current_term } = await council.endingOn(council.today(10), {
    rules: { ...RULES, requirements: [{ code: 'total', min_points: 1, period: 'term' }] },
    checklist: [{ code: 'dues', name: 'Cuota' }],
  });
  await council.must('POST', `/memberships/${id}/renewals`, {
    basis: 'exception',
    reason: 'x',
    approve: true,
  });
  const at = `/terms/${current_term.id}`;
  const refused = [
    await council.call('POST', `${at}/extend`, { until: council.today(30), reason: 'x' }),
    await council.call('PUT', `${at}/waivers/total`, { min_points: 0, reason: 'x' }),
    await council.call('DELETE', `${at}/waivers/total`),
    await council.call('PUT', `${at}/checklist/dues`, { done: true }),
  ];
  for (const answer of refused) expectRefusal(answer, 409, 'term_decided');
});

test('the term of an ended membership, and of an anonymised member, does not change', async ({
  sello,
  council,
}) => {
  const { id, member_id, current_term } = await council.membership();
  await council.must('POST', `/memberships/${id}/end`, {});
  const waive = () =>
    council.call('PUT', `/terms/${current_term.id}/waivers/total`, { min_points: 0, reason: 'x' });
  expectRefusal(await waive(), 409, 'invalid_transition');
  await sello.database.query("update members set status = 'anonymised' where id = $1", [member_id]);
  expectRefusal(await waive(), 409, 'member_anonymised');
});
