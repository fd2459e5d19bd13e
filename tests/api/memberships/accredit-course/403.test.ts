import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { newCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an organiser proposes and cannot accredit or refuse', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const { key } = await sello.newKey(account.account, { scopes: ['courses:write', 'awards:write'] });
  const { id } = await newCourse(own);
  for (const verb of ['accredit', 'refuse']) {
    const answer = await sello.call('POST', `${API}/courses/${id}/${verb}`, {
      key,
      payload: { reason: 'x' },
    });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('`courses:accredit`');
  }
  const closed = await sello.call('POST', `${API}/courses/${id}/cancel`, { key, payload: {} });
  expect(closed.body.course.status).toBe('cancelled');
});

test('under four eyes, nobody can accredit a course that they proposed', async ({ sello }) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id } = await newCourse(council);
  const path = `/courses/${id}/accredit`;
  expect(outcomeOf(await council.call('POST', path, {}))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', path, {}))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', path, {}))).toEqual([200, null]);
});
