import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeResetLink } from '../../../server/src/people/passwords/reset-password.ts';
import { fromBase32, turnOn } from '../../harness/authenticator.ts';
import { cookieOf, DASHBOARD } from '../../harness/dashboard-person.ts';
import { lastToken, type MailingSello, openMailingSello } from '../../harness/mailing-sello.ts';
import type { TestSello } from '../../harness/test-sello.ts';

let world: MailingSello;
let sello: TestSello;
/** Secrets that must not be found anywhere, by kind. */
const secrets = new Map<string, string>();
beforeAll(async () => {
  world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  sello = world.sello;
  await useEverything();
});
afterAll(() => world.close());

/** Uses everything that issues or takes a secret, and leaves secrets valid, used and refused. */
async function useEverything(): Promise<void> {
  const person = await world.signUp();
  secrets.set('used sign-up token', lastToken(world.mails));
  const { email, password } = person;
  secrets.set('password', password);
  secrets.set('session', person.cookie.slice('session='.length));
  const app = await turnOn(sello, person);
  secrets.set('second factor', app.secret);
  secrets.set('second factor, raw', fromBase32(app.secret).toString('latin1'));
  const renewal = { password, code: app.recoveryCodes[1] };
  const { recovery_codes } = (await person.call('POST', '/second-factor/recovery-codes', renewal)).body;
  for (const [i, code] of [...app.recoveryCodes, ...recovery_codes].entries()) {
    secrets.set(`recovery code ${i}`, code);
    secrets.set(`recovery code ${i}, without dashes`, code.replaceAll('-', ''));
  }
  const post = (path: string, payload: object) => sello.call('POST', DASHBOARD + path, { payload });
  await post('/login', { email, password, code: app.recoveryCodes[0] });
  await post('/login', { email, password, code: recovery_codes[0] });
  await post('/signup', { email: 'waiting@example.com', name: 'W' });
  await sello.ports.aside.settled();
  secrets.set('waiting sign-up token', lastToken(world.mails));
  const used = await world.mailedToken(email);
  const waiting = (await makeResetLink(sello.ports, sello.config, person)).split('token=')[1]!;
  secrets.set('used token', used);
  secrets.set('waiting token', waiting);
  await sello.call('GET', `/dashboard/reset-password?token=${waiting}`);
  await post('/reset-password', { token: used, new_password: 'the new password 1' });
  secrets.set('new password', 'the new password 1');
  const fresh = await post('/login', { email, password: 'the new password 1', code: app.code() });
  expect(fresh.status).toBe(200);
  secrets.set('fresh session', cookieOf(fresh).slice('session='.length));
  // A pending secret too.
  const headers = { cookie: cookieOf(fresh) };
  const payload = { password: 'the new password 1', code: recovery_codes[1] };
  const pending = await sello.call('POST', `${DASHBOARD}/second-factor`, { headers, payload });
  secrets.set('pending second factor', pending.body.secret);
  secrets.set('waiting token', (await makeResetLink(sello.ports, sello.config, person)).split('token=')[1]!);
}

function findSecrets(text: string): string[] {
  const lower = text.toLowerCase();
  return [...secrets].flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret, name.endsWith('raw') ? 'latin1' : 'utf8');
    const shapes = [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
    const isFound = shapes.some((shape) => text.includes(shape)) || lower.includes(bytes.toString('hex'));
    return isFound ? [name] : [];
  });
}

test('P22 no table holds a second factor, a recovery code, a reset token, a session or a password', async () => {
  const tables = await sello.database.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [],
    'tables',
  );
  let dump = '';
  for (const { name } of tables) {
    const rows = await sello.database.query(`select t::text as row from "${name}" t`, [], `dump ${name}`);
    dump += rows.map(({ row }) => `${row}\n`).join('');
  }
  expect(secrets.size).toBeGreaterThan(45);
  expect(findSecrets(dump)).toEqual([]);
  // Proof that the tables were read: the hash of a token is found.
  expect(dump).toContain(createHash('sha256').update(secrets.get('waiting token')!).digest('hex'));
  expect(dump).toContain('recovery_codes.renew');
});

test('P22 no line of the log contains one either', () => {
  const log = sello.logLines.join('');
  expect(log).toContain('/dashboard/reset-password');
  expect(findSecrets(log)).toEqual([]);
});

test('P22 the search itself works', () => {
  for (const name of ['second factor', 'recovery code 3', 'waiting token']) {
    expect(findSecrets(`x${secrets.get(name)}x`)).toContain(name);
  }
});
