import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a rejection and an annulment need a reason', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  const post = (verb: string, body: object) => council.call('POST', `/renewals/${renewal.id}/${verb}`, body);
  expectRefusal(await post('reject', {}), 422, 'validation_failed', /reason/);
  expectRefusal(await post('reject', { reason: 'x'.repeat(2001) }), 422, 'validation_failed', /reason/);
  await council.must('POST', `/renewals/${renewal.id}/approve`, {});
  expectRefusal(await post('annul', {}), 422, 'validation_failed', /reason/);
});
