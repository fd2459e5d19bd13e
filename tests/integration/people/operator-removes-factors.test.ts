import { expect, test } from 'vitest';
import { accountCommand } from '../../../server/src/cli/account.ts';
import { turnOn } from '../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { addPasskey, logInWith, proofBy } from '../../harness/software-passkey.ts';
import { openTestSello } from '../../harness/test-sello.ts';

test('a person who lost every second factor gets in with the password once the operator has removed them', async () => {
  const sello = await openTestSello();
  const person = await signUp(sello);
  const { email, password } = person;
  const app = await turnOn(sello, person);
  const { passkey } = await addPasskey(person, { code: app.code() });
  await addPasskey(person, await proofBy(person, passkey));
  await accountCommand(['remove-second-factor', email], {
    env: { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir },
    write: () => {},
    out: () => {},
    error: () => {},
    status: undefined,
  });
  expect((await logInWith(sello, passkey)).status).toBe(401);
  const login = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  expect([login.status, login.body.account]).toMatchObject([200, { second_factor: false, passkeys: 0 }]);
  const { events } = (await person.call('GET', '/me/audit')).body;
  const byOperator = events.filter(({ actor }: { actor: { type: string } }) => actor.type === 'operator');
  expect(byOperator.map(({ action }: { action: string }) => action)).toEqual([
    'second_factor.disable',
    'passkey.remove',
    'passkey.remove',
  ]);
  const codes = await sello.database.query(
    'select from recovery_codes where account_id = $1',
    [person.account.id],
    'codes',
  );
  expect(codes).toEqual([]);
  await sello.close();
});
