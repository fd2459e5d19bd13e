import { mailedAddressToken } from '../../../harness/address-change.ts';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'confirm',
  ({ sello }) =>
    (token: string) =>
      sello.call('POST', `${DASHBOARD}/email/confirm`, { payload: { token } }),
);

test('an address that another account got meanwhile is refused, and nothing changes for either account', async ({
  world,
  confirm,
}) => {
  const [slow, quick] = [await world.signUp(), await world.signUp()];
  const tokens = [
    await mailedAddressToken(world, slow, 'wanted@example.com'),
    await mailedAddressToken(world, quick, 'Wanted@example.com'),
  ];
  expect((await confirm(tokens[1]!)).status).toBe(200);
  const answer = await confirm(tokens[0]!);
  expect([answer.status, answer.body.error]).toEqual([409, 'email_taken']);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await slow.call('GET', '/me')).body.account).toEqual(slow.account);
  expect((await quick.call('GET', '/me')).body.account.email).toBe('Wanted@example.com');
});

test('if two accounts confirm the same address at once, one gets it', async ({ world, confirm }) => {
  const people = [await world.signUp(), await world.signUp()];
  const tokens = [];
  for (const person of people) tokens.push(await mailedAddressToken(world, person, 'both@example.com'));
  const answers = await Promise.all(tokens.map(confirm));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
