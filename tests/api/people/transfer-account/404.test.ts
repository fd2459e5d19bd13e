import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('an account can be handed over only to somebody with a seat in it', async ({ sello }) => {
  const [owner, stranger] = [await signUp(sello), await signUp(sello)];
  const { password } = owner;
  for (const person of [stranger.id, sello.ports.newId('per'), 'x'])
    expectRefusal(await owner.call('POST', '/account/transfer', { person, password }), 404, 'not_found');
  expect((await owner.call('GET', '/people')).body.people[0].role).toBe('owner');
});
