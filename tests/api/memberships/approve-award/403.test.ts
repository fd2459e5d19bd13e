import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import {
  accreditedCourse,
  newAward,
  newCourse,
  openProgramCouncil,
} from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an organiser reports, changes and withdraws, and can approve nothing', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const course = await accreditedCourse(own);
  const { id } = await newAward(own, await own.enrol(), course.id);
  const { key } = await sello.newKey(account.account, { scopes: ['courses:write', 'awards:write'] });
  const call = (path: string, payload: object) => sello.call('POST', `${API}${path}`, { key, payload });
  for (const verb of ['approve', 'reject', 'revoke']) {
    const answer = await call(`/awards/${id}/${verb}`, { reason: 'x' });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('`awards:approve`');
  }
  const many = await call('/awards/decide', { ids: [id], decision: 'approve' });
  expect(expectRefusal(many, 403, 'insufficient_scope')).toContain('`awards:approve`');
  const read = await sello.call('GET', `${API}/awards/${id}`, { key });
  expect(expectRefusal(read, 403, 'insufficient_scope')).toContain('`awards:read`');
  expect((await call(`/awards/${id}/withdraw`, {})).body.award.status).toBe('withdrawn');
});

test('under four eyes, nobody can approve an award that they reported, and it stays pending', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const course = await newCourse(council);
  await approver.call('POST', `/courses/${course.id}/accredit`, {});
  const { id } = await newAward(council, await council.enrol(), course.id);
  const approve = (key: string) => sello.call('POST', `${API}/awards/${id}/approve`, { key, payload: {} });
  expect(expectRefusal(await approve(council.key), 403, 'four_eyes')).toContain('somebody else');
  expect(outcomeOf(await owner.call('POST', `/awards/${id}/approve`, {}))).toEqual(REFUSED);
  expect((await owner.call('GET', `/awards/${id}`)).body.award).toMatchObject({
    status: 'pending',
    decision: null,
  });
  expect(outcomeOf(await approver.call('POST', `/awards/${id}/approve`, {}))).toEqual([200, null]);
  // Revoking what somebody else granted needs no second person.
  expect(outcomeOf(await owner.call('POST', `/awards/${id}/revoke`, { reason: 'x' }))).toEqual([200, null]);
});
