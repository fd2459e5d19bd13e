import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('the account is handed over with the password, and the former owner becomes admin', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const person = await joinAs(sello, owner, 'viewer');
  const transfer = (body: object) => owner.call('POST', '/account/transfer', body);
  const { password } = owner;
  expect((await person.call('POST', '/account/transfer', {})).body.error).toBe('insufficient_role');
  expect((await transfer({ person: person.id })).status).toBe(422);
  expect((await transfer({ person: owner.id, password })).status).toBe(422);
  expect((await transfer({ person: sello.ports.newId('per'), password })).status).toBe(404);
  expect((await transfer({ person: person.id, password: 'wrong' })).body.error).toBe('wrong_password');
  expect((await transfer({ person: person.id, password })).status).toBe(200);
  const { people } = (await person.call('GET', '/people')).body;
  expect(people.map(({ role }: { role: string }) => role)).toEqual(['admin', 'owner']);
  expect((await transfer({ person: person.id, password })).body.error).toBe('insufficient_role');
});
