import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cookieOf, DASHBOARD, type Person, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API, openTestSello, type TestAnswer, type TestSello } from '../../harness/test-sello.ts';

let other: TestSello;
/** Secrets that must not be found anywhere, by kind. */
const secrets = new Map<string, string>();
const refusals: TestAnswer[] = [];
const sello = forFile(openTestSello);
beforeAll(async () => {
  other = await sello.another();
  for (let i = 0; i < 2; i++) await useEverything(await signUp(sello), i);
});

/** Uses keys, sessions and passwords, correctly and incorrectly, and makes the server fail. */
async function useEverything(person: Person, round: number): Promise<void> {
  secrets.set(`password ${round}`, person.password);
  rememberSession(`first session ${round}`, person.cookie);
  const wrongPassword = `wrong-${person.password}-wrong`;
  secrets.set(`wrong password ${round}`, wrongPassword);
  const { email, password } = person;
  rememberSession(`second session ${round}`, cookieOf(await login({ email, password })));
  await refused(login({ email, password: wrongPassword }));
  await refused(login({ email: password, password: email }));
  await refused(post('/login', `{"email":"${email}","password":"${password}"`));
  await refused(post('/signup', JSON.stringify({ email, password, name: 7 })));

  const live = await person.newKey({ name: 'live' });
  const trial = await person.newKey({ name: 'trial', mode: 'test' });
  const narrow = await person.newKey({ name: 'narrow', scopes: ['verify:read'], rate_per_minute: 1 });
  const rotated = (await person.call('POST', `/keys/${trial.id}/rotate`)).body.key;
  const revoked = await person.newKey({ name: 'revoked' });
  for (const [name, key] of Object.entries({ live, trial, narrow, rotated, revoked })) {
    secrets.set(`${name} key ${round}`, key.secret);
  }
  await person.call('DELETE', `/keys/${revoked.id}?reason=leaked`);

  const headers = { 'idempotency-key': `round ${round}`.replace(' ', '-') };
  for (const key of [live.secret, trial.secret, rotated.secret]) {
    const form = fileForm('busy', { title: `Round ${round}` });
    const made = await sello.call('POST', `${API}/certificates`, {
      key,
      ...form,
      headers: { ...form.headers, ...headers },
    });
    expect(made.status).toBe(201);
    await other.call('GET', `${API}/certificates/${made.body.certificate.id}/proof?type=nom151`, { key });
    await other.call('GET', `${API}/certificates?q=round`, { key });
  }
  for (const key of [revoked.secret, narrow.secret, `${live.secret}0`])
    await refused(get('/certificates', key));
  await refused(get(`/certificates/${live.secret}`, live.secret));
  await refused(get(`/verify/${live.secret}`, live.secret));
  await refused(get(`/certificates?limit=${live.secret}`, live.secret));
  await refused(get(`/${live.secret}?key=${live.secret}`, live.secret));
  await refused(
    sello.call('GET', `${API}/certificates`, {
      headers: { authorization: live.secret, cookie: person.cookie },
    }),
  );
  await refused(
    sello.call('POST', `${API}/certificates`, {
      key: live.secret,
      payload: '{"title":',
      headers: { 'content-type': 'application/json' },
    }),
  );
  await failOnOurSide(live.secret);
  await person.call('POST', '/logout');
}

async function failOnOurSide(key: string): Promise<void> {
  const { one } = sello.ports.certificates;
  sello.ports.certificates.one = (id) => ({ ...one(id), name: 'broken', sql: 'select nothing from nowhere' });
  await refused(get(`/certificates/${sello.ports.newId('cert')}`, key), 500);
  sello.ports.certificates.one = one;
}

const login = (payload: object) => sello.call('POST', `${DASHBOARD}/login`, { payload });
const post = (path: string, payload: string) =>
  sello.call('POST', DASHBOARD + path, { payload, headers: { 'content-type': 'application/json' } });
const get = (path: string, key: string) => sello.call('GET', API + path, { key });

async function refused(call: Promise<TestAnswer>, status?: number): Promise<void> {
  const answer = await call;
  expect(answer.status).toBeGreaterThanOrEqual(400);
  if (status !== undefined) expect(answer.status).toBe(status);
  refusals.push(answer);
}

function rememberSession(name: string, cookie: string): void {
  secrets.set(name, cookie.slice('session='.length));
}

/** The secrets themselves, without their prefix, and in common encodings. */
function findSecrets(text: string): string[] {
  const lower = text.toLowerCase();
  return [...secrets].flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret);
    const shapes = [
      secret,
      secret.replace(/^sello_(live|test)_/, ''),
      bytes.toString('base64').replace(/=+$/, ''),
      encodeURIComponent(secret),
    ];
    const isFound = shapes.some((shape) => text.includes(shape)) || lower.includes(bytes.toString('hex'));
    return isFound ? [name] : [];
  });
}

async function dumpDatabase(): Promise<string> {
  const tables = await sello.database.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [],
    'tables',
  );
  expect(tables.length).toBeGreaterThan(10);
  const dumps = [];
  for (const { name } of tables) {
    const rows = await sello.database.query(`select t::text as row from "${name}" t`, [], `dump ${name}`);
    dumps.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`);
  }
  return dumps.join('\n');
}

test('P22 the search itself works', () => {
  const [first] = secrets.values();
  expect(secrets.size).toBe(2 * 9);
  expect(findSecrets(`xx${first}xx`)).toEqual(['password 0']);
  expect(findSecrets(Buffer.from(first!).toString('hex'))).toEqual(['password 0']);
});

test('P22 no table holds a key, a session or a password', async () => {
  const dump = await dumpDatabase();
  expect(findSecrets(dump)).toEqual([]);
  // Proof that the tables were read: the hash of a key is found.
  for (const [name, secret] of secrets) {
    if (!name.includes('key')) continue;
    expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
  }
});

test('P22 no line of the log holds a key, a session or a password', () => {
  const log = [...sello.logLines, ...other.logLines].join('');
  expect(log).toContain('"event":"request.failed"');
  expect(log).toContain('"event":"request"');
  expect(findSecrets(log)).toEqual([]);
});

test('P22 every event is one line', () => {
  for (const line of sello.logLines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({
      time: expect.any(String),
      level: expect.any(String),
      event: expect.any(String),
    });
  }
});

test('P22 no refusal repeats a key, a session or a password, nor any internals', () => {
  expect(refusals.length).toBeGreaterThan(20);
  const bodies = refusals.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
  expect(findSecrets(bodies)).toEqual([]);
  expect(bodies).not.toMatch(/nowhere|relation|syntax error|node_modules|\.ts:|postgres|at Object/i);
});
