import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward, openProgramCouncil } from '../../../harness/program-council.ts';
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
