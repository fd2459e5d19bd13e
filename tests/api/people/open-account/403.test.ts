import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a person may open one account, unless the operator allows more', async ({ sello }) => {
  const person = await signUp(sello);
  expectRefusal(await person.call('POST', '/accounts', { name: 'Otra' }), 403, 'too_many_accounts');
  const generous = await sello.another({ SELLO_ACCOUNTS_PER_PERSON: '2' });
  const open = () =>
    generous.call('POST', '/api/dashboard/accounts', {
      payload: { name: 'Otra' },
      headers: { cookie: person.cookie },
    });
  const answers = await Promise.all([open(), open(), open()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
  const closed = await sello.another({ SELLO_ACCOUNTS_PER_PERSON: '9', SELLO_SIGNUP: 'closed' });
  const refused = await closed.call('POST', '/api/dashboard/accounts', {
    payload: { name: 'Otra' },
    headers: { cookie: person.cookie },
  });
  expectRefusal(refused, 403, 'signup_closed');
});
