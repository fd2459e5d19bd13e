import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { membersCommand } from '../../../server/src/cli/members.ts';
import { CommandFailed, UsageError } from '../../../server/src/cli/shared/usage.ts';
import { curpNumber } from '../../harness/curps.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestAccount } from '../../harness/test-sello.ts';

let url: string;
let caller: TestAccount;
let folder: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
  caller = await sello.newAccount();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-members-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const states: string[] = [];
  const terminal = {
    env: { SELLO_URL: url },
    write: () => {},
    out: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
    status: (line: string) => states.push(line),
  };
  const failure = await membersCommand(args, terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  return { text: lines.join('\n'), states, failure };
}

const fileOf = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
const total = async () =>
  (await sello.call('GET', `${API}/members`, { key: caller.key })).body.pagination.total;

test('a table is tried, imported and imported again; problems are shown as a table, and a rejected row is a failure', async () => {
  const table = `given_name;first_surname;curp;notas\nJosé;Peña;${curpNumber(1)};x\nEva;Luna;bad;\n`;
  const file = await fileOf('padrón.csv', Buffer.from(table, 'latin1'));
  const tried = await run('import', file, '--dry-run', '--key', caller.key);
  expect(tried.text).toContain('Nothing was stored. 2 rows: 1 new, 0 changed, 0 known already, 1 rejected');
  expect(await total()).toBe(0);
  const done = await run('import', file, '--key', caller.key);
  expect(done.failure).toBeInstanceOf(CommandFailed);
  expect(done.text).toMatch(/1 new.*imp_/);
  expect(done.text).toContain('Read as Windows-1252');
  expect(done.text).toContain('Ignored columns: notas');
  expect(done.text).toMatch(
    /row {2}status {4}error {9}what to do\n2 {4}rejected {2}invalid_curp {2}`curp` must have 18/,
  );
  expect(done.states.join()).toContain('padrón.csv');
  expect(await total()).toBe(1);
  const good = await fileOf(
    'good.json',
    JSON.stringify([{ given_name: 'Ana', first_surname: 'Paz', curp: curpNumber(1) }]),
  );
  const again = await run('import', good, '--on-conflict', 'update', '--key', caller.key);
  expect([again.failure, again.text]).toEqual([undefined, expect.stringContaining('1 changed')]);
  expect(await total()).toBe(1);
});

test('missing and wrong arguments are reported', async () => {
  const file = await fileOf('a.csv', 'given_name\n');
  for (const [args, words] of [
    [['import', file], 'API key'],
    [['import', '--key', 'x'], 'file is missing'],
    [['import', path.join(folder, 'none.csv'), '--key', 'x'], 'There is no file'],
    [['import', file, '--on-conflict', 'x', '--key', 'x'], '--on-conflict must be one of'],
    [['export', file], 'sello members import FILE'],
  ] as const) {
    const { failure } = await run(...args);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure?.message).toContain(words);
  }
  const refused = await run('import', file, '--key', caller.key);
  expect(refused.failure?.message).toContain('There are no rows');
});
