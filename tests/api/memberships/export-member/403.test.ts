import { SCOPES } from '../../../../server/src/operations/scopes.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key needs members:access and members:identify', async ({ council }) => {
  const { id } = await council.member();
  for (const missing of ['members:access', 'members:identify'] as const) {
    const key = await council.keyWith(...SCOPES.filter((scope) => scope !== missing));
    const answer = await council.call('GET', `/members/${id}/export`, undefined, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain(missing);
  }
  const key = await council.keyWith('members:access', 'members:identify');
  expect((await council.call('GET', `/members/${id}/export`, undefined, { key })).status).toBe(200);
});
