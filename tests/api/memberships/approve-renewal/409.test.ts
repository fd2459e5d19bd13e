import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a renewal is decided once: invalid_transition names both states', async ({ council }) => {
  const open = async () => {
    const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
    return (await council.must('POST', `/memberships/${id}/renewals`, {})).renewal.id;
  };
  const bodies = { approve: {}, reject: { reason: 'x' }, withdraw: {}, annul: { reason: 'x' } };
  const words = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn', annul: 'annulled' };
  const verbs = ['approve', 'reject', 'withdraw', 'annul'] as const;
  for (const first of ['approve', 'reject', 'withdraw'] as const) {
    const id = await open();
    expectRefusal(
      await council.call('POST', `/renewals/${id}/annul`, bodies.annul),
      409,
      'invalid_transition',
      /`requested`.*`annulled`/,
    );
    await council.must('POST', `/renewals/${id}/${first}`, bodies[first]);
    for (const verb of verbs.filter((one) => !(first === 'approve' && one === 'annul'))) {
      const answer = await council.call('POST', `/renewals/${id}/${verb}`, bodies[verb]);
      expectRefusal(answer, 409, 'invalid_transition', new RegExp(`\`${words[first]}\`.*\`${words[verb]}\``));
    }
  }
});

test('a membership that ended meanwhile is not renewed', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  await council.must('POST', `/memberships/${id}/end`, {});
  expectRefusal(
    await council.call('POST', `/renewals/${renewal.id}/approve`, {}),
    409,
    'invalid_transition',
    /ended/,
  );
});
