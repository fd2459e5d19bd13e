import { expect, test } from '../../../harness/world.ts';

test.for([
  ['name', ''],
  ['name', null],
  ['name', 'a\nb'],
  ['name', 'x'.repeat(201)],
  ['language', 'fr'],
  ['language', ''],
  ['language', 7],
  ['time_zone', 'Mars/Olympus'],
  ['time_zone', ''],
  ['time_zone', '+06:00'],
  ['time_zone', 'x'.repeat(65)],
] as const)('%s: %j is refused and nothing is changed', async ([field, value], { person }) => {
  const answer = await person.call('PATCH', '/me', { language: 'es', name: 'New', [field]: value });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect((await person.call('GET', '/me')).body.account).toEqual(person.account);
});

test('a time zone that does not exist is refused at sign-up too', async ({ sello }) => {
  const payload = { email: 'z@example.com', password: 'correct horse', name: 'Z', time_zone: 'Nowhere' };
  expect((await sello.call('POST', '/api/dashboard/signup', { payload })).status).toBe(422);
});
