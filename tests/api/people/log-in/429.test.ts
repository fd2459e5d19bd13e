import { loginSubject } from '../../../../server/src/people/login/attempt.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'login',
    ({ sello }) =>
      (email: string, password: string, one = sello) =>
        one.call('POST', `${DASHBOARD}/login`, { payload: { email, password } }),
  )
  /** Sets the state after this many wrong passwords, without hashing them. */
  .extend('failed', ({ sello }) => async (email: string, times: number): Promise<void> => {
    const now = sello.ports.now();
    const subject = loginSubject(await sello.ports.people.fold(email), { ip: '127.0.0.1' });
    for (let i = 0; i < times; i++) {
      await sello.ports.throttle.claim([{ subject, ceiling: times, windowMs: 15 * 60_000 }], now);
    }
  });

test('P25 after ten wrong passwords an address is blocked in every process, even for the right password', async ({
  sello,
  login,
}) => {
  const other = await sello.another();
  const { email, password } = await signUp(sello);
  for (let i = 0; i < 10; i++) expect((await login(email, 'wrong', i % 2 ? sello : other)).status).toBe(401);
  for (const one of [sello, other]) {
    const answer = await login(email.toUpperCase(), password, one);
    expect([answer.status, answer.body.error]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
  }
  sello.advance(15 * 60_000);
  expect((await login(email, password)).status).toBe(200);
});

test('P25 an unknown address is throttled like a known one, with the same message', async ({
  sello,
  login,
  failed,
}) => {
  const { email } = await signUp(sello);
  const answers = [];
  for (const address of [email, 'nobody@example.com']) {
    await failed(address, 9);
    expect((await login(address, 'wrong')).status).toBe(401);
    answers.push(await login(address, 'wrong'));
  }
  expect(answers[0]!.status).toBe(429);
  expect(answers[1]!.text).toBe(answers[0]!.text);
});

test('a successful login resets the count of wrong ones', async ({ sello, login, failed }) => {
  const { email, password } = await signUp(sello);
  for (let round = 0; round < 2; round++) {
    await failed(email, 9);
    expect((await login(email, password)).status).toBe(200);
  }
});

test('blocking one address does not block another', async ({ sello, login, failed }) => {
  await failed('victim@example.com', 10);
  const { email, password } = await signUp(sello);
  expect((await login('victim@example.com', 'wrong')).status).toBe(429);
  expect((await login(email, password)).status).toBe(200);
});
