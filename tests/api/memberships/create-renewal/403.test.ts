import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key that may not decide can neither approve nor ask for an exception', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const key = await council.keyWith('renewals:write');
  const post = (body: object) => council.call('POST', `/memberships/${id}/renewals`, body, { key });
  expectRefusal(await post({ approve: true }), 403, 'insufficient_scope', /renewals:decide/);
  expectRefusal(
    await post({ basis: 'exception', reason: 'x' }),
    403,
    'insufficient_scope',
    /renewals:decide/,
  );
  expect((await council.must('GET', `/renewals?membership_id=${id}`)).renewals).toEqual([]);
  expect((await post({})).status).toBe(201);
});
