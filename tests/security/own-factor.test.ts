/** What a stolen session with the password cannot do, and which passwords nobody can choose. */

import { expect, test } from 'vitest';
import { turnOn } from '../harness/authenticator.ts';
import { cookieOf, DASHBOARD, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import { lastToken, type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import { openTestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);

test('P50 a second factor is removed, replaced or renewed only by who has it', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  const { password } = owner;
  for (const path of ['/second-factor/remove', '/second-factor', '/second-factor/recovery-codes']) {
    const without = await owner.call('POST', path, { password });
    expect([path, without.status, without.body.error]).toEqual([path, 401, 'second_factor_required']);
    const wrong = await owner.call('POST', path, { password, code: '000000' });
    expect([path, wrong.status, wrong.body.error]).toEqual([path, 401, 'invalid_second_factor']);
  }
  const { body: me } = await owner.call('GET', '/me');
  expect(me.account.second_factor).toBe(true);
  const [recovery] = app.recoveryCodes;
  expect((await owner.call('POST', '/second-factor', { password, code: recovery })).status).toBe(200);
  const code = app.code();
  expect((await owner.call('POST', '/second-factor/remove', { password, code })).status).toBe(200);
});

test('P50 wrong codes inside are counted: ten for a session', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  const remove = (code: string) =>
    owner.call('POST', '/second-factor/remove', { password: owner.password, code });
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await remove('000000')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  sello.advance(900_000);
  expect((await remove(app.code())).status).toBe(200);
});

test('P50 common passwords and own words are refused wherever a password is chosen, and nothing changes', async () => {
  const world: MailingSello = await openMailingSello();
  const on = world.sello;
  const post = (path: string, payload: object, one = on) => one.call('POST', DASHBOARD + path, { payload });
  const owner = await world.signUp();
  await post('/signup', { email: 'sofia.ramirez@example.com', name: 'Sofía Ramírez' });
  await on.ports.aside.settled();
  const confirm = lastToken(world.mails);
  const token = await world.mailedToken(owner.email);
  for (const bad of ['Password123', 'qwertyuiop', 'ana nunez 1', owner.email, 'sello-sello-1']) {
    const answers = [
      await owner.call('POST', '/password', { current_password: owner.password, new_password: bad }),
      await post('/reset-password', { token, new_password: bad }),
      await post('/signup', { email: owner.email, name: 'Ana Ñúñez', password: bad }, sello),
    ];
    for (const { status, body } of answers)
      expect([bad, status, body.error]).toEqual([bad, 422, 'validation_failed']);
  }
  expect((await post('/signup/confirm', { token: confirm, password: 'SofiaRamirez1990' })).status).toBe(422);
  expect((await post('/signup/confirm', { token: confirm, password: 'lluvia en la azotea' })).status).toBe(
    201,
  );
  expect((await post('/reset-password', { token, new_password: 'lluvia en la azotea' })).status).toBe(200);
  await world.close();
});

test('a session ends after a week without use, and after thirty days of use', async () => {
  const idle = await signUp(sello);
  const busy = await signUp(sello);
  const DAY = 86_400_000;
  for (let day = 0; day < 29; day++) {
    sello.advance(DAY);
    expect((await busy.call('GET', '/me')).status).toBe(200);
    await sello.ports.aside.settled();
    if (day === 5) expect((await idle.call('GET', '/sessions')).body.sessions).toHaveLength(1);
    if (day === 5) await sello.ports.aside.settled();
    if (day === 13) expect((await idle.call('GET', '/me')).status).toBe(401);
  }
  sello.advance(DAY + 1);
  expect((await busy.call('GET', '/me')).status).toBe(401);
  expect(cookieOf(await busy.call('POST', '/login', busy))).toMatch(/^session=/);
});
