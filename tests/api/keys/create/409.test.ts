import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_KEYS: '1' });

test('one key more than the limit is refused, in either language, and not made', async ({ sello }) => {
  const person = await signUp(sello);
  await person.newKey();
  const make = (language: string) =>
    person.call('POST', '/keys', { name: 'two' }, { 'accept-language': language });
  expect(expectRefusal(await make('en'), 409, 'too_many_keys')).toContain('Revoke one');
  expect(expectRefusal(await make('es'), 409, 'too_many_keys')).toContain('Revoque una');
  expect((await person.call('GET', '/keys')).body.keys).toHaveLength(1);
});
