import { forgetWhatEnded } from '../../../../server/src/people/login/pg-sessions.ts';
import { mailedAddressToken } from '../../../harness/address-change.ts';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'confirm',
  ({ sello }) =>
    (token: unknown) =>
      sello.call('POST', `${DASHBOARD}/email/confirm`, { payload: { token } }),
);

test('a token that was never mailed, or is older than an hour, changes nothing; old ones are swept out', async ({
  world,
  sello,
  confirm,
}) => {
  const person = await world.signUp();
  expect((await confirm('x'.repeat(43))).body.error).toBe('invalid_token');
  const token = await mailedAddressToken(world, person, 'old@example.com');
  sello.advance(3_600_000);
  const answer = await confirm(token);
  expect([answer.status, answer.body.error]).toEqual([422, 'invalid_token']);
  expect((await person.call('GET', '/me')).body.account.email).toBe(person.email);
  const count = async () => (await sello.database.query('select from address_changes', [], 'changes')).length;
  expect(await count()).toBe(1);
  await forgetWhatEnded(sello.database, sello.ports.now());
  expect(await count()).toBe(0);
});

test('anything but a text is refused', async ({ confirm }) => {
  for (const token of [undefined, 7, 'x'.repeat(201)]) {
    const answer = await confirm(token);
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.message).toContain('token');
  }
});
