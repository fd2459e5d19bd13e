import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

const GOOD = { email: 'a@example.com', password: 'correct horse', name: 'A' };

test.for([
  ['email', undefined],
  ['email', ''],
  ['email', 'a'],
  ['email', 'a@'],
  ['email', '@example.com'],
  ['email', 'a b@example.com'],
  ['email', 'a@example.com\n'],
  ['email', 'a\0@example.com'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['email', ['a@example.com']],
  ['email', null],
  ['password', undefined],
  ['password', 'too short'],
  ['password', 'x'.repeat(201)],
  ['password', 1234567890],
  ['name', undefined],
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['name', 'A\0'],
  ['name', 'two\nlines'],
  ['name', '\ud800'],
  ['name', {}],
] as const)('%s: %j', async ([field, value], { sello }) => {
  const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload: { ...GOOD, [field]: value } });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a body that is not an object is refused', async ({ sello }) => {
  for (const payload of ['[]', '"x"', 'null', '7']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload, headers });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  }
});

test('none of the refused requests made an account', async ({ sello }) => {
  expect(await sello.ports.accounts.list()).toEqual([]);
});
