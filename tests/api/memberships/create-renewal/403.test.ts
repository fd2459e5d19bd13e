import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key that may not decide can neither approve nor request an exception', async ({ council }) => {
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

test('under four eyes, nobody can request and approve in one call; nothing is stored', async ({ sello }) => {
  const { owner, council } = await openFourEyes(sello);
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const path = `/memberships/${id}/renewals`;
  expect(outcomeOf(await council.call('POST', path, { approve: true }))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', path, { approve: true }))).toEqual(REFUSED);
  expect((await owner.call('GET', `/renewals?membership_id=${id}`)).body.renewals).toEqual([]);
});
