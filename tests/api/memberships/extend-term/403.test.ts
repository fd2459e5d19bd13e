import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can extend the term whose renewal they requested', async ({ sello }) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id, current_term } = await council.endingOn(council.today(10));
  const path = `/terms/${current_term.id}/extend`;
  const body = { until: council.today(40), reason: 'x' };
  // No renewal waits for a decision yet.
  expect(outcomeOf(await owner.call('POST', path, body))).toEqual([200, null]);
  await council.ask('POST', `/memberships/${id}/renewals`, 201, {});
  expect(outcomeOf(await council.call('POST', path, body))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', path, body))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', path, body))).toEqual([200, null]);
});
