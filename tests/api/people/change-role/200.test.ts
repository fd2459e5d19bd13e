import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('a new role takes effect with the next call', async ({ sello }) => {
  const owner = await signUp(sello);
  const person = await joinAs(sello, owner, 'viewer');
  const changed = await owner.call('PATCH', `/people/${person.id}`, { role: 'developer' });
  expect([changed.status, changed.body.seat]).toMatchObject([
    200,
    { person: { id: person.id }, role: 'developer' },
  ]);
  expect((await person.call('GET', '/keys')).status).toBe(200);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events[0]).toMatchObject({
    action: 'person.change_role',
    target: person.id,
    details: { seat: 'developer', before: 'viewer', role: 'owner' },
  });
  await owner.call('PATCH', `/people/${person.id}`, { role: 'developer' });
  expect((await owner.call('GET', '/audit')).body.events[0].id).toBe(events[0].id);
});

test('only owners can make or remove owners, with the password; an owner may step down if one stays', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const [person, admin] = [await joinAs(sello, owner, 'viewer'), await joinAs(sello, owner, 'admin')];
  const { password } = owner;
  const give = (by: typeof owner, to: typeof owner, body: object) =>
    by.call('PATCH', `/people/${to.id}`, body);
  expect((await give(admin, person, { role: 'owner' })).body.error).toBe('insufficient_role');
  expect((await give(admin, admin, { role: 'owner' })).body.error).toBe('insufficient_role');
  expect((await give(admin, owner, { role: 'viewer' })).body.error).toBe('insufficient_role');
  expect((await give(person, person, { role: 'admin' })).body.error).toBe('insufficient_role');
  expect((await give(owner, person, { role: 'owner' })).status).toBe(422);
  expect((await give(owner, person, { role: 'owner', password: 'wrong' })).body.error).toBe('wrong_password');
  expect((await give(owner, person, { role: 'owner', password })).status).toBe(200);
  expect((await give(owner, owner, { role: 'admin', password })).status).toBe(200);
  expect((await give(owner, person, { role: 'viewer', password })).body.error).toBe('insufficient_role');
});
