import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person of another account is treated as unknown, and keeps the role', async ({ sello }) => {
  const [owner, stranger] = [await signUp(sello), await signUp(sello)];
  for (const id of [stranger.id, sello.ports.newId('per'), 'x'])
    expectRefusal(await owner.call('PATCH', `/people/${id}`, { role: 'viewer' }), 404, 'not_found');
  expect((await stranger.call('GET', '/people')).body.people[0].role).toBe('owner');
});
