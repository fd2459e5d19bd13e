import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { makeSoftwarePasskey } from '../../../harness/software-passkey.ts';
import { openTestSello } from '../../../harness/test-sello.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('adding a passkey requires the password', async ({ sello }) => {
  const { call } = await signUp(sello);
  const answer = await call('POST', '/passkeys/options', { password: 'wrong' });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
});

test.for([
  ['http://127.0.0.1:3000', 'IP address'],
  ['http://sello.example', 'https'],
] as const)('at %s there are no passkeys, and the answer says why', async ([address, why]) => {
  const there = await openTestSello({ SELLO_BASE_URL: address });
  const { call, password } = await signUp(there);
  const answer = makeSoftwarePasskey().get({ challenge: 'x' });
  for (const [path, payload] of [
    ['/passkeys/options', { password }],
    ['/passkeys/proof-options', undefined],
    ['/login/passkey/options', undefined],
    ['/login/passkey', { passkey: answer }],
  ] as const) {
    const { status, body } = await call('POST', path, payload);
    expect([path, status, body.error]).toEqual([path, 403, 'passkeys_unavailable']);
    expect(body.message).toContain(why);
  }
  await there.close();
});

test('P27 another site can neither add a passkey nor log in with one', async ({ sello }) => {
  const { call, password } = await signUp(sello);
  const foreign = { origin: 'https://evil.example' };
  expect((await call('POST', '/passkeys/options', { password }, foreign)).body.error).toBe(
    'forbidden_origin',
  );
  const login = await sello.call('POST', `${DASHBOARD}/login/passkey/options`, { headers: foreign });
  expect(login.body.error).toBe('forbidden_origin');
});
