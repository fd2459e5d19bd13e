/** The real program, run as an operator runs it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountCommand } from '../../../server/src/cli/account.ts';
import { keyCommand } from '../../../server/src/cli/key.ts';
import { migrateCommand } from '../../../server/src/cli/migrate.ts';
import { personCommand } from '../../../server/src/cli/person.ts';
import { serveCommand } from '../../../server/src/cli/serve/serve.ts';
import { HELP, helpOf } from '../../../server/src/cli/shared/help.ts';
import { UsageError } from '../../../server/src/cli/shared/usage.ts';
import { describeVersion } from '../../../server/src/cli/shared/version.ts';
import { AppError } from '../../../server/src/kernel/errors.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { type ChildSello, runSello, startChildSello } from '../../harness/child-sello.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { expectPlainWords } from '../../harness/plain-words.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';

let database: TestDatabase;
let dataDir: string;
let server: ChildSello;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sello-cli-'));
  server = await startChildSello({ DATABASE_URL: database.url, SELLO_DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  SELLO_DATA_DIR: dataDir,
  ...more,
});

/** Runs the command in a separate process. */
const program = (args: string[], more?: Record<string, string>) => runSello(args, settings(more));

/** Runs the command in this process; output and exit status are the same. */
const sello = (args: string[], more?: Record<string, string>) => runInside(args, settings(more));

const COMMANDS = {
  account: accountCommand,
  person: personCommand,
  key: keyCommand,
  serve: serveCommand,
  migrate: migrateCommand,
};

/** The same commands in this process: returns their output, or throws. */
async function run(line: string): Promise<string> {
  const [name, ...args] = line.split(' ');
  const said: string[] = [];
  await COMMANDS[name as keyof typeof COMMANDS](args, {
    env: { DATABASE_URL: database.url, SELLO_DATA_DIR: dataDir },
    write: (text) => said.push(text),
    out: (text) => said.push(text),
    error: () => {},
    status: undefined,
  });
  return said.join('\n');
}

const api = (url: string, key: string) =>
  fetch(`${server.baseUrl}/api/public/v1${url}`, { headers: { authorization: `Bearer ${key}` } });

test('an account is made, listed and given certificates, by id or by address', async () => {
  const made = await program(['account', 'create', '--email', 'Eva@example.com', '--name', 'Eva Ñ']);
  expect(made).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  const [, id] =
    /^(acct_\w{22}) {2}Eva@example.com {2}"Eva Ñ" {2}5 certificates left\n$/.exec(made.out) ?? [];
  expect(id).toBeDefined();
  expect((await sello(['account', 'grant', 'eva@example.com', '10'])).out).toContain('15 certificates left');
  expect(await run(`account grant ${id} 1`)).toContain('16 certificates left');
  await run(`account limits ${id} --rate 200000 --quota default`);
  expect(await run(`key create --account ${id} --name fast --rate 200000`)).toMatch(/^sello_live_/);
  await run(`account limits ${id} --rate default`);
  await expect(run(`key create --account ${id} --name fast --rate 200000`)).rejects.toThrow('at most 100000');
  expect((await sello(['account', 'list'])).out).toContain(
    `${id}  Eva@example.com  "Eva Ñ"  16 certificates left\n`,
  );
  await expect(run('account create --email eva@example.com')).rejects.toThrow('already an account');
});

test('only the link for choosing a password is printed on standard output, and it works once', async () => {
  await run('account create --email forgot@example.com --name Forgot');
  const { status, out, error } = await sello(['account', 'reset-password', 'Forgot@example.com']);
  expect([status, error]).toEqual([0, expect.stringContaining('It works once')]);
  const [, token] =
    /^http:\/\/localhost:3000\/dashboard\/reset-password#token=([\w-]{43})\n$/.exec(out) ?? [];
  const post = (path: string, body: object) =>
    fetch(`${server.baseUrl}/api/dashboard/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const wanted = { token, new_password: 'correct horse' };
  expect((await post('reset-password', wanted)).status).toBe(200);
  expect((await post('reset-password', wanted)).status).toBe(422);
  const login = await post('login', { email: 'forgot@example.com', password: 'correct horse' });
  expect(login.status).toBe(200);
});

test('an owner who lost an account to another address gets it back, and links mailed to that address stop working', async () => {
  const [id] = (await run('account create --email thief@example.com --name Owner')).split(' ');
  const stolen = (await run('account reset-password thief@example.com')).split('#token=')[1];
  expect(await run(`account change-email ${id} owner@example.com`)).toMatch(
    new RegExp(`^${id?.replace('acct', 'per')}  owner@example.com  "Owner"$`),
  );
  const answer = await fetch(`${server.baseUrl}/api/dashboard/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: stolen, new_password: 'correct horse' }),
  });
  expect(answer.status).toBe(422);
  expect(await run('account reset-password owner@example.com')).toContain('#token=');
  await run('account create --email another@example.com');
  await expect(run(`account change-email ${id} Another@example.com`)).rejects.toThrow('Another account has');
});

test('an address of several accounts, and an account of several owners, are refused with the list', async () => {
  const ids: string[] = [];
  for (const name of ['first', 'second'])
    ids.push(
      (await run(`account create --email ${name}@several.example --name ${name}`)).split(' ')[0] ?? '',
    );
  const [one, two] = ids as [string, string];
  await database.query(
    `insert into seats (account_id, person_id, role, created_at) values ($1, $2, 'owner', now())`,
    [two, one.replace('acct', 'per')],
    'second-owner',
  );
  await expect(run('account grant first@several.example 1')).rejects.toThrow(
    `"first@several.example" has several accounts. Name one by its id: ${one} "first", ${two} "second".`,
  );
  await expect(run(`person reset-password ${two}`)).rejects.toThrow(
    `The account ${two} has several owners. Name one of them: ${two.replace('acct', 'per')} second@several.example, ${one.replace('acct', 'per')} first@several.example.`,
  );
  expect(await run('account list')).toContain(
    `${two}  second@several.example, first@several.example  "second"`,
  );
  expect(await run('person reset-password first@several.example')).toContain('#token=');
});

test('requested deletions are shown; a closed account has no key, name or address, and stays closed', async () => {
  const made = await run('account create --email leaving@example.com --name Leaving');
  const [id] = made.split(' ');
  const secret = await run('key create --account leaving@example.com --name x');
  await database.query(
    `update accounts set deletion_requested_at = '2026-01-31T18:00:00Z' where id = $1`,
    [id],
    'ask',
  );
  expect(await run('account list')).toContain(
    'leaving@example.com  "Leaving"  5 certificates left  asked to be deleted 2026-01-31T18:00:00.000Z',
  );
  const closed = await run(`account close ${id}`);
  expect(closed).toMatch(new RegExp(`^${id}  —  ""  5 certificates left  closed \\S+$`));
  expect(await run(`account close ${id}`)).toBe(closed);
  expect(await run('account list')).not.toMatch(/leaving/i);
  expect(await (await api('/certificates', secret)).text()).toContain('"api_key_revoked"');
  // The person stays, and keeps the address.
  await expect(run('account create --email leaving@example.com --name Again')).rejects.toThrow(
    'There is already an account with this `email`',
  );
});

test('a key is made, works, is listed without its secret, and is refused once revoked', async () => {
  await run('account create --email key@example.com --certificates 2');
  const owner = ['--account', 'key@example.com'];
  const made = await sello([
    'key',
    'create',
    ...owner,
    '--name',
    'server',
    '--scopes',
    'certificates:read,verify:read',
    '--rate',
    '7',
    '--quota',
    '70',
  ]);
  expect(made.status).toBe(0);
  const secret = made.out.trim();
  // Only the secret is on standard output, for scripts.
  expect(secret).toMatch(/^sello_live_\w{36}$/);
  expect(made.error).not.toContain(secret);
  const answer = await api('/certificates', secret);
  expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([
    200,
    '"minute";q=7;w=60, "month";q=70',
  ]);
  expect((await api(`/certificates/x/proof?type=file`, secret)).status).toBe(403);

  const { out } = await sello(['key', 'list', ...owner]);
  expect(out).not.toContain(secret);
  const [, id] =
    /^(key_\w{22}) {2}sello_live_\w{3}…\w{4} {2}"server" {2}certificates:read,verify:read {2}7\/min 70\/month\n$/.exec(
      out,
    ) ?? [];
  expect(id).toBeDefined();
  const revoked = await sello(['key', 'revoke', id!, ...owner, '--reason', 'lost']);
  expect(revoked).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  expect(revoked.out).toContain('revoked');
  expect(await (await api('/certificates', secret)).text()).toContain('"api_key_revoked"');
});

test('a test key and a key with an expiry are made', async () => {
  await run('account create --email test@example.com');
  const create = 'key create --account test@example.com --name x';
  expect(await run(`${create} --mode test`)).toMatch(/^sello_test_/);
  expect(await run(`${create} --expires 2999-01-31`)).toMatch(/^sello_live_/);
});

test('a wrong command line exits with 2 and one line that says how to fix it', async () => {
  expect(await program(['toString'])).toMatchObject({ status: 2, out: '' });
  for (const [args, told] of [
    [['toString'], /^There is no command "toString"\. .*See: sello help\n$/],
    [['cretify', 'x'], /Did you mean "certify"\?/],
    [['account', 'create'], /^--email is missing\. See: sello account --help\n$/],
    [['account', 'craete'], /Did you mean "create"\?/],
    [
      ['certify', 'x', '--wiat'],
      /^There is no option --wiat\. Did you mean --wait\? See: sello certify --help\n$/,
    ],
  ] as const) {
    const { status, out, error } = await sello([...args]);
    expect([status, out]).toEqual([2, '']);
    expect(error).toMatch(told);
    expect(error.split('\n')).toHaveLength(2);
  }
});

test('every command accepts --help and --version, and then does nothing else', async () => {
  for (const [verb, lines] of Object.entries(HELP)) expect(lines[0]).toMatch(new RegExp(`^sello ${verb}\\b`));
  for (const verb of ['serve', 'certify'] as const)
    expect(await sello([verb, 'x', '--help'])).toEqual({ status: 0, out: `${helpOf(verb)}\n`, error: '' });
  for (const args of [['--version'], ['migrate', '--version']])
    expect(await sello(args)).toMatchObject({ status: 0, out: `${describeVersion()}\n`, error: '' });
  expect((await sello(['help', 'key'])).out).toMatch(/^sello key create/);
});

test.for([
  ['account', 'create, grant, limits, suspend, resume, list'],
  ['account delete', 'create, grant, limits, suspend, resume, list'],
  ['account create', '--email is missing'],
  ['account create --email a@example.com --certificates -1', '--certificates'],
  ['account create --email a@example.com --certificates x', 'must be a whole number; it is "x"'],
  ['account create --mail a@example.com', '--mail'],
  ['account grant a@example.com', 'number of certificates is missing'],
  ['account grant a@example.com many', 'must be a whole number; it is "many"'],
  ['account limits a@example.com', 'Say --rate N, --quota N or both'],
  ['account limits a@example.com --rate 0', '--rate must be at least 1'],
  ['account list --all', 'There is no option --all'],
  ['account reset-password', 'The person (id or e-mail)'],
  ['account change-email', 'The id of the person or account is missing'],
  ['account change-email a@example.com b@example.com', 'is not the id of a person or account'],
  ['account change-email acct_0123456789012345678901', 'The new e-mail address is missing'],
  ['account change-email acct_0123456789012345678901 b', '"b" is not an e-mail address'],
  ['account remove-second-factor', 'The person (id or e-mail)'],
  ['account close', 'The id of the account is missing'],
  ['account close a@example.com', 'is not the id of an account'],
  ['key', 'create, list, revoke'],
  ['key create --account a@example.com', '--name is missing'],
  ['key create --name x', '--account is missing'],
  ['key create --account a --name x --scopes admin', 'There is no scope "admin"'],
  ['key create --account a --name x --mode prod', 'live or test'],
  ['key create --account a --name x --rate 1.5', '--rate'],
  ['key revoke --account a', 'The key id is missing'],
  ['key revoke x --account a', 'not the id of a key'],
  ['serve --port 80', 'Unexpected argument "--port"'],
  ['migrate down', 'Unexpected argument "down"'],
] as const)('sello %s is refused with the reason', async ([line, told]) => {
  const refusal = await run(line).catch((error) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect(refusal.message).toContain(told);
});

describe('errors that a person can fix are shown as one sentence, with exit status 1', () => {
  beforeAll(() => run('account create --email mend@example.com'));

  test.for([
    ['account reset-password nobody@example.com', 'There is no person "nobody@example.com"', OperatorError],
    ['account remove-second-factor mend@example.com', 'no second factor'],
    ['account close acct_0123456789012345678901', 'There is no account', OperatorError],
    ['account grant nobody@example.com 5', 'sello account list shows all accounts', OperatorError],
    ['key list --account acct_0123456789012345678901', 'There is no account', OperatorError],
    ['key create --account mend@example.com --name x --rate 0', 'at least 1'],
    ['key create --account mend@example.com --name x --quota 99999999', 'at most 10000000'],
    ['key create --account mend@example.com --name x --expires someday', '2027-01-31', OperatorError],
    ['key create --account mend@example.com --name x --expires 2001-01-01', 'in the future'],
    ['key revoke key_0123456789012345678901 --account mend@example.com', 'There is no key'],
  ] as const)('sello %s', async ([line, told, kind = AppError]) => {
    const refusal = await run(line).catch((error) => error);
    expect(refusal).toBeInstanceOf(kind);
    expect(refusal.message).toContain(told);
  });

  test('an account that does not exist', async () => {
    const { status, out, error } = await program(['account', 'grant', 'nobody@example.com', '5']);
    expect([status, out]).toEqual([1, '']);
    expectPlainWords(error);
  });

  test('a port that is taken; an unknown setting is pointed out as well', async () => {
    const { port } = new URL(server.baseUrl);
    const { status, error } = await program(['serve'], { PORT: port, SELLO_SINGUP: 'closed' });
    expect(status).toBe(1);
    expect(error).toBe(
      `Note: SELLO_SINGUP is not a setting and is ignored.
Port ${port} is taken by another program. Stop that one, or choose another with PORT=….
`,
    );
  });

  test.for([
    [{ SELLO_PROCESSES: '3' }, 'PORT'],
    [{ PORT: '0' }, 'SELLO_METRICS_ADDRESS'],
  ] as const)('a port that is taken is reported once, and stops everything: %o', async ([env, setting]) => {
    const { port } = new URL(server.baseUrl);
    const taken = { PORT: port, SELLO_METRICS_ADDRESS: `127.0.0.1:${port}` }[setting];
    const { status, error } = await program(['serve'], { ...env, [setting]: taken });
    expect(status).toBe(1);
    expectPlainWords(error, `Stop that one, or choose another with ${setting}=….`);
  });

  test('a database of a newer version', async () => {
    const newer = await createTestDatabase();
    await newer.query(
      `insert into migrations (name, sha256) values ('9999_future.contract.sql', '')`,
      [],
      'newer',
    );
    const { status, error } = await sello(['migrate'], { DATABASE_URL: newer.url });
    expect(status).toBe(1);
    expectPlainWords(error, 'Start that version instead.');
    await newer.drop();
  });

  test('invalid settings, all at once, before anything starts', async () => {
    const { status, out, error } = await sello(['serve'], {
      PORT: 'eighty',
      SELLO_SIGNUP: 'maybe',
      SELLO_TSA_KEY: 'dsa',
    });
    expect([status, out]).toEqual([1, '']);
    for (const name of ['PORT', 'SELLO_SIGNUP', 'SELLO_TSA_KEY'])
      expect(error).toContain(`- ${name} must be`);
    expect(error).not.toMatch(/\.ts:\d/);
  });

  test('an unreachable database', async () => {
    const { status, error } = await sello(['account', 'list'], {
      DATABASE_URL: 'postgres://sello:pw@127.0.0.1:9/sello',
    });
    expect(status).toBe(1);
    expectPlainWords(error, 'ECONNREFUSED 127.0.0.1:9. Make sure that it is running, and check DATABASE_URL');
    expect(error).not.toContain('pw');
  });
});

test('help exits with 0', async () => {
  const { status, out, error } = await program(['--help']);
  expect([status, error]).toEqual([0, '']);
  expect(out).toContain('sello account create');
});

test('migrate updates the database', async () => {
  expect(await run('migrate')).toBe("The database has this version's schema.");
});
