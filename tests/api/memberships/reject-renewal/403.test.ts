import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can reject a renewal that they requested, but they may withdraw it', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const ask = async () => (await council.ask('POST', `/memberships/${id}/renewals`, 201, {})).renewal.id;
  const first = await ask();
  expect(outcomeOf(await owner.call('POST', `/renewals/${first}/reject`, { reason: 'x' }))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', `/renewals/${first}/withdraw`, {}))).toEqual([200, null]);
  const second = await ask();
  expect(outcomeOf(await approver.call('POST', `/renewals/${second}/reject`, { reason: 'x' }))).toEqual([
    200,
    null,
  ]);
});
