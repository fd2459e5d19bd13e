import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person of another account is treated as unknown', async ({ sello }) => {
  const [owner, stranger] = [await signUp(sello), await signUp(sello)];
  const remove = (id: string) => owner.call('DELETE', `/people/${id}`);
  const messages = [];
  for (const id of [stranger.id, sello.ports.newId('per'), 'per_', 'x'])
    messages.push(expectRefusal(await remove(id), 404, 'not_found'));
  expect(new Set(messages).size).toBe(1);
  expect((await stranger.call('GET', '/people')).body.people).toHaveLength(1);
});
