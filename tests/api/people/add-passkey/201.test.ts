import { turnOn } from '../../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { addPasskey, proofBy } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('browsers are asked for a discoverable passkey of our host that verifies its user', async ({
  sello,
}) => {
  const { password, email, account, call } = await signUp(sello);
  const { status, body } = await call('POST', '/passkeys/options', { password });
  expect(status).toBe(200);
  expect(body.options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rp: { id: 'localhost', name: 'sello' },
    user: { id: Buffer.from(account.id).toString('base64url'), name: email, displayName: 'Ana Ñúñez' },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  });
});

test('the first second factor comes with recovery codes; from then on the password alone is not enough', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const login = (more: object) =>
    sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password, ...more } });
  const { answer, passkey } = await addPasskey(person);
  expect(answer.body.recovery_codes).toHaveLength(10);
  expect((await person.call('GET', '/me')).body.account).toMatchObject({
    second_factor: true,
    authenticator_app: false,
    passkeys: 1,
  });
  expect((await login({})).body.error).toBe('second_factor_required');
  expect((await login({ code: '123456' })).body.error).toBe('invalid_second_factor');
  expect((await login({ code: answer.body.recovery_codes[0] })).status).toBe(200);
  expect((await login({ code: answer.body.recovery_codes[0] })).status).toBe(401);
  const second = await addPasskey(person, await proofBy(person, passkey));
  expect(second.answer.body.recovery_codes).toBeNull();
  expect((await login({ code: answer.body.recovery_codes[1] })).status).toBe(200);
});

test('if there is an authenticator app, the recovery codes do not change', async ({ sello }) => {
  const person = await signUp(sello);
  const app = await turnOn(sello, person);
  const { answer } = await addPasskey(person, { code: app.code() });
  expect(answer.body.recovery_codes).toBeNull();
  const { email, password } = person;
  const payload = { email, password, code: app.recoveryCodes[0] };
  expect((await sello.call('POST', `${DASHBOARD}/login`, { payload })).status).toBe(200);
});

test('an authenticator is told which passkeys exist, so that it makes no second one', async ({ sello }) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  const asked = { password: person.password, ...(await proofBy(person, passkey)) };
  const { options } = (await person.call('POST', '/passkeys/options', asked)).body;
  expect(options.excludeCredentials).toEqual([
    { id: passkey.id, type: 'public-key', transports: ['internal'] },
  ]);
});

test('P40 the audit log names it, and the owner is told by mail', async () => {
  const world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  const person = await world.signUp();
  const { answer } = await addPasskey(person, {}, 'Work laptop');
  const [entry] = (await person.call('GET', '/me/audit')).body.events;
  expect(entry).toMatchObject({
    action: 'passkey.add',
    target: answer.body.passkey.id,
    details: { name: 'Work laptop' },
  });
  await world.sello.ports.aside.settled();
  expect(world.mails.at(-1)?.text).toMatch(/A passkey was added|Se agregó una llave de acceso/);
  expect(world.mails.at(-1)?.text).toContain('/dashboard/settings/security');
  await world.close();
});

test('names of one and of sixty characters are kept as they are', async ({ sello }) => {
  const person = await signUp(sello);
  const { passkey, answer } = await addPasskey(person, {}, 'x');
  const second = await addPasskey(person, await proofBy(person, passkey), '🔑'.repeat(60));
  expect(answer.body.passkey.name).toBe('x');
  expect(second.answer.body.passkey.name).toBe('🔑'.repeat(60));
});
