import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can approve a renewal that they requested', async ({ sello }) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.ask('POST', `/memberships/${id}/renewals`, 201, {});
  const path = `/renewals/${renewal.id}/approve`;
  expect(outcomeOf(await council.call('POST', path, {}))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', path, {}))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', path, {}))).toEqual([200, null]);
  expect(outcomeOf(await owner.call('POST', `/renewals/${renewal.id}/annul`, { reason: 'x' }))).toEqual([
    200,
    null,
  ]);
});
