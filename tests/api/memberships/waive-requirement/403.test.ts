import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can waive requirements of the term whose renewal they requested', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id, current_term } = await council.endingOn(council.today(10));
  const path = `/terms/${current_term.id}/waivers/total`;
  const body = { min_points: 10, reason: 'x' };
  // There is no open request for its renewal yet.
  expect(outcomeOf(await owner.call('PUT', path, body))).toEqual([200, null]);
  await council.ask('POST', `/memberships/${id}/renewals`, 201, {});
  expect(outcomeOf(await council.call('PUT', path, body))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('PUT', path, body))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('PUT', path, body))).toEqual([200, null]);
});
