/**
 * Everything that a stolen session must not be able to do asks for the password, and for the second factor if there is
 * one.
 */

import { turnOn } from '../../../harness/authenticator.ts';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress } from '../../../harness/invitations.ts';
import { newOperator, OPERATOR_API } from '../../../harness/operator.ts';
import { giveSeat, joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

type Act = [method: string, path: string, body?: object];

/** `other` is another owner. */
const ACTS: readonly [operationId: string, act: (other: Person, self: Person) => Act][] = [
  ['eraseMe', () => ['DELETE', '/me']],
  ['setRetention', () => ['PUT', '/retention', { keep_files_days: 30 }]],
  ['updateAccount', () => ['PATCH', '/account', { four_eyes: 'off' }]],
  ['changeEmail', () => ['POST', '/email', { email: freshAddress() }]],
  ['beginSecondFactor', () => ['POST', '/second-factor']],
  ['renewRecoveryCodes', () => ['POST', '/second-factor/recovery-codes']],
  ['removeSecondFactor', () => ['POST', '/second-factor/remove']],
  ['invitePerson', () => ['POST', '/people/invitations', { email: freshAddress(), role: 'owner' }]],
  ['changePersonRole', ({ id }) => ['PATCH', `/people/${id}`, { role: 'admin' }]],
  ['removePerson', ({ id }) => ['DELETE', `/people/${id}`]],
  ['removePerson', (_, { id }) => ['DELETE', `/people/${id}`]],
  ['transferAccount', ({ id }) => ['POST', '/account/transfer', { person: id }]],
];

test.for(ACTS)('%s', async ([, actOf], { sello }) => {
  const owner = await signUp(sello);
  const other = await joinAs(sello, owner, 'owner');
  await owner.call('PATCH', '/account', { four_eyes: 'required' });
  const app = await turnOn(sello, owner);
  const [method, path, body = {}] = actOf(other, owner);
  const { password } = owner;
  const refused = [];
  for (const proof of [
    { password: 'not this one', code: app.code() },
    { password },
    { password, code: '000000' },
  ]) {
    const answer = await owner.call(method, path, { ...body, ...proof });
    refused.push([answer.status, answer.body?.error]);
  }
  expect(refused).toEqual([
    [403, 'wrong_password'],
    [401, 'second_factor_required'],
    [401, 'invalid_second_factor'],
  ]);
  const { person, account } = (await owner.call('GET', '/me')).body;
  expect([person.email, person.second_factor, account.four_eyes, account.keep_files_days]).toEqual([
    owner.email,
    true,
    'required',
    null,
  ]);
  const people = (await owner.call('GET', '/people')).body;
  expect([people.people.map(({ role }: { role: string }) => role), people.invitations]).toEqual([
    ['owner', 'owner'],
    [],
  ]);
});

test('the operator’s proof of identity', async ({ sello }) => {
  const operator = await newOperator(sello);
  await giveSeat(sello, (await signUp(sello)).account.id, operator, 'viewer');
  await turnOn(sello, operator);
  const { password } = operator;
  const prove = async (payload: object) => {
    const { status, body } = await sello.call('POST', `${OPERATOR_API}/proof`, {
      payload,
      headers: { cookie: operator.cookie },
    });
    return [status, body.error];
  };
  expect(await prove({ password: 'not this one' })).toEqual([403, 'wrong_password']);
  expect(await prove({ password })).toEqual([401, 'second_factor_required']);
  expect(await prove({ password, code: '000000' })).toEqual([401, 'invalid_second_factor']);
});
