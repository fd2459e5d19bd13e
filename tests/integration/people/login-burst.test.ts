import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makePasswordHasher } from '../../../server/src/people/passwords/argon2.ts';
import { DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

let other: TestSello;
const sello = forFile(openTestSello);
beforeAll(async () => {
  other = await sello.another();
  // Each of these logins waits for a password hash.
  for (const { ports } of [sello, other]) Object.assign(ports.passwords, makePasswordHasher(randomBytes));
});

const login = (email: string, password: string, one = sello) =>
  one.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });

/** Records the passwords that either of the two processes really checked. */
function watchPasswords(): { checked: string[]; stop(): void } {
  const checked: string[] = [];
  const stops = [sello, other].map(({ ports }) => {
    const { verify } = ports.passwords;
    ports.passwords.verify = async (password, ...rest) => {
      checked.push(password);
      return verify(password, ...rest);
    };
    return () => {
      ports.passwords.verify = verify;
    };
  });
  return {
    checked,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

test('P25 of a hundred wrong passwords sent at once to two processes, ten are checked, for known and unknown addresses', async () => {
  const { email, password } = await signUp(sello);
  for (const address of [email, 'nobody@example.com']) {
    const { checked, stop } = watchPasswords();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => login(address, `guess ${i}`, i % 2 ? sello : other)),
    );
    stop();
    expect(checked).toHaveLength(10);
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(401)?.length, counts.get(429)?.length]).toEqual([10, 90]);
  }
  expect((await login(email, password)).status).toBe(429);
  sello.advance(15 * 60_000);
  expect((await login(email, password)).status).toBe(200);
});

test('P25 simultaneous logins with the right password all succeed', async () => {
  const { email, password } = await signUp(sello);
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(email, password)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (let i = 0; i < 9; i++) expect((await login(email, 'wrong')).status).toBe(401);
  expect((await login(email, password)).status).toBe(200);
});

test('P25 one network may fail a hundred times in a quarter of an hour, over all addresses', async () => {
  sello.advance(15 * 60_000);
  const { email, password } = await signUp(sello);
  const { verify } = sello.ports.passwords;
  // Hashing is not under test here.
  sello.ports.passwords.verify = async () => false;
  const statuses = [];
  for (let i = 0; i < 103; i++) statuses.push((await login(`spray${i}@example.com`, 'Password1!')).status);
  sello.ports.passwords.verify = verify;
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(3).fill(429)]);
  expect((await login(email, password)).status).toBe(429);
  sello.advance(15 * 60_000);
});

test('P25 a successful login does not reset guesses for other addresses from the same network', async () => {
  const own = await signUp(sello);
  const { verify } = sello.ports.passwords;
  const statuses = [];
  for (let i = 0; i < 110; i++) {
    sello.ports.passwords.verify = async () => false;
    statuses.push((await login(`again${i}@example.com`, 'Password1!')).status);
    sello.ports.passwords.verify = async () => true;
    if (i % 10 === 0) await login(own.email, own.password);
  }
  sello.ports.passwords.verify = verify;
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  sello.advance(15 * 60_000);
});

test('P25 a server error does not count as a failed login', async () => {
  const { email, password } = await signUp(sello);
  const { findByEmail } = sello.ports.people;
  sello.ports.people.findByEmail = async () => {
    throw new Error('the database hiccups');
  };
  for (let i = 0; i < 12; i++) expect((await login(email, password)).status).toBe(500);
  sello.ports.people.findByEmail = findByEmail;
  expect((await login(email, password)).status).toBe(200);
});

test('P25 two passwords are hashed at a time, a few wait, and the rest get Retry-After', async () => {
  const { verify } = makePasswordHasher(randomBytes);
  const results = await Promise.allSettled(
    Array.from({ length: 72 }, (_, i) => verify('x', undefined, { lane: 'strangers', holder: `${i}` })),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(6);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
});

test('P105: a known device that logs in without pause does not block other known devices', async () => {
  const { verify } = makePasswordHasher(randomBytes);
  const greedy = Array.from({ length: 80 }, () =>
    verify('x', undefined, { lane: 'known', holder: 'greedy' }),
  );
  const settled = Promise.allSettled(greedy);
  let served = 0;
  for (const one of greedy) one.then(() => (served += 1)).catch(() => {});
  expect(await verify('x', undefined, { lane: 'known', holder: 'honest' })).toBe(false);
  expect(served).toBeLessThan(5);
  const refused = (await settled).filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(40);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'rate_limit_exceeded' });
});

test('P25 hashing never blocks the API: a call is answered while logins wait', async () => {
  const { key } = await sello.newAccount();
  let waiting = 30;
  const logins = Array.from({ length: waiting }, async (_, i) => {
    const { status } = await login(`queue${i}@example.com`, 'x');
    waiting -= 1;
    return status;
  });
  for (let i = 0; i < 5; i++)
    expect((await sello.call('GET', `${API}/certificates`, { key })).status).toBe(200);
  expect(waiting).toBeGreaterThan(0);
  expect(await Promise.all(logins)).toEqual(Array(30).fill(401));
});
