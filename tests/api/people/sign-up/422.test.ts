import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

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
] as const)('%s: %j', async ([field, value]) => {
  const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload: { ...GOOD, [field]: value } });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a body that is not an object is refused', async () => {
  for (const payload of ['[]', '"x"', 'null', '7']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload, headers });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  }
});

test('400 and 415: what is not JSON is refused as such', async () => {
  const post = (payload: string, type: string) =>
    sello.call('POST', `${DASHBOARD}/signup`, { payload, headers: { 'content-type': type } });
  for (const broken of ['', '{', '{"email":}', '\ufeff{}x', "{'email':1}"]) {
    const answer = await post(broken, 'application/json');
    expect([answer.status, answer.body.error]).toEqual([400, 'malformed_json']);
  }
  const form = await post('email=a%40example.com', 'application/x-www-form-urlencoded');
  expect([form.status, form.body.error]).toEqual([415, 'unsupported_media_type']);
});

test('413: a body that is longer than any sign-up is not read', async () => {
  const payload = { ...GOOD, padding: 'x'.repeat(300_000) };
  expect((await sello.call('POST', `${DASHBOARD}/signup`, { payload })).status).toBe(413);
});

test('nobody was signed up by any of it', async () => {
  expect(await sello.ports.accounts.list()).toEqual([]);
});
