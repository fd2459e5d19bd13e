import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('once the new term is decided, annulling is refused (term_decided); an open renewal of it must be decided first', async ({
  council,
}) => {
  const rules = { ...RULES, requirements: [], renewal_opens_days: 3_000 };
  const { id } = await council.endingOn(council.today(-5), { rules });
  const first = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const second = await council.must('POST', `/memberships/${id}/renewals`, {});
  const annul = () => council.call('POST', `/renewals/${first.renewal.id}/annul`, { reason: 'x' });
  expectRefusal(await annul(), 409, 'renewal_open', new RegExp(second.renewal.id));
  await council.must('POST', `/renewals/${second.renewal.id}/approve`, {});
  expectRefusal(await annul(), 409, 'term_decided');
  await council.must('POST', `/renewals/${second.renewal.id}/annul`, { reason: 'x' });
  await council.must('POST', `/renewals/${first.renewal.id}/annul`, { reason: 'x' });
});

test('a void term does not change', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'x' });
  const until = council.today(1_500);
  const answer = await council.call('POST', `/terms/${renewal.new_term_id}/extend`, { until, reason: 'x' });
  expectRefusal(answer, 409, 'term_decided');
});
