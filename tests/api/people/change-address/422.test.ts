import { expect, test } from '../../../harness/world.ts';

test.for([
  ['email', undefined],
  ['email', ''],
  ['email', 'a'],
  ['email', '@example.com'],
  ['email', 'a b@example.com'],
  ['email', 'a@example.com\n'],
  ['email', 'a\0@example.com'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['email', ['a@example.com']],
  ['email', null],
  ['password', undefined],
  ['password', 'x'.repeat(201)],
  ['password', 7],
] as const)('%s: %j', async ([field, value], { person }) => {
  const good = { email: 'new@example.com', password: person.password };
  const answer = await person.call('POST', '/email', { ...good, [field]: value });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect((await person.call('GET', '/me')).body.account.email).toBe(person.email);
});
