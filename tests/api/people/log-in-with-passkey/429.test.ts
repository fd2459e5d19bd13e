import { DASHBOARD, deviceCookieOf, signUp } from '../../../harness/dashboard-person.ts';
import { randomNetwork } from '../../../harness/random-network.ts';
import { addPasskey, logInWith, makeSoftwarePasskey } from '../../../harness/software-passkey.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'guess',
  ({ sello }) =>
    (from: string) =>
      sello.call('POST', `${DASHBOARD}/login/passkey`, {
        from,
        payload: { passkey: makeSoftwarePasskey().get({ challenge: 'A'.repeat(43) }) },
      }),
);

test('P25 wrong passkeys count per network together with wrong passwords, before they are checked', async ({
  sello,
  guess,
}) => {
  const from = randomNetwork();
  const guesses = await Promise.all(Array.from({ length: 110 }, () => guess(from)));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(guesses.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
  const payload = { email: 'nobody@example.com', password: 'x' };
  expect((await sello.call('POST', `${DASHBOARD}/login`, { from, payload })).status).toBe(429);
  expect((await guess(randomNetwork())).status).toBe(401);
});

test('P43 other people’s guesses in the same network lock nobody out on a known device', async ({
  sello,
  guess,
}) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  const device = deviceCookieOf(await logInWith(sello, passkey));
  await Promise.all(Array.from({ length: 101 }, () => guess('127.0.0.1')));
  expect((await logInWith(sello, passkey)).status).toBe(429);
  expect((await logInWith(sello, passkey, {}, device)).status).toBe(200);
});

test('challenges are counted per network, and separately for a known device', async ({ sello }) => {
  const person = await signUp(sello);
  const from = randomNetwork();
  const login = await sello.call('POST', `${DASHBOARD}/login`, { payload: person, from });
  const ask = (headers: Record<string, string> = {}) =>
    sello.call('POST', `${DASHBOARD}/login/passkey/options`, { from, headers });
  const answers = await Promise.all(Array.from({ length: 205 }, () => ask()));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await ask({ cookie: deviceCookieOf(login) })).status).toBe(200);
});
