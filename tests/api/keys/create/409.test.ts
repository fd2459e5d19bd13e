import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello({ SELLO_MAX_KEYS: '1' });
});
afterAll(() => sello.close());

test('one key more than the account may have is refused, in either language, and not made', async () => {
  const person = await signUp(sello);
  await person.newKey();
  const make = (language: string) =>
    person.call('POST', '/keys', { name: 'two' }, { 'accept-language': language });
  expect(expectRefusal(await make('en'), 409, 'too_many_keys')).toContain('Revoke one');
  expect(expectRefusal(await make('es'), 409, 'too_many_keys')).toContain('Revoque una');
  expect((await person.call('GET', '/keys')).body.keys).toHaveLength(1);
});
