/** The client for Python as a stranger meets it: installed from the server itself, with the lines of its README. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEB_FOLDER } from '../../../server/src/http/pages/web-assets.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../../python', import.meta.url));

let url: string;
let project: string;
let wheel: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
  project = await mkdtemp(path.join(tmpdir(), 'sello-python-'));
  wheel = (await readdir(path.join(WEB_FOLDER, 'clients'))).find((name) => name.endsWith('.whl')) ?? '';
  await pip(`${url}/sdk/${wheel}`, 'installed');
});
afterAll(() => rm(project, { recursive: true, force: true }));

function pip(what: string, target: string, ...more: string[]) {
  const flags = ['--no-input', '--disable-pip-version-check', '--no-cache-dir', '--target', target, ...more];
  return run('python3', ['-m', 'pip', 'install', ...flags, what], { cwd: project });
}

const inProject = (env: Record<string, string> = {}) => ({
  cwd: project,
  env: {
    PATH: process.env.PATH,
    PYTHONPATH: path.join(project, 'installed'),
    PYTHONWARNINGS: 'error',
    ...env,
  },
});

test('it has its code, its types and nothing else', async () => {
  const files = await readdir(path.join(project, 'installed'));
  expect(files.sort()).toEqual(['sello', wheel.replace('-py3-none-any.whl', '.dist-info')]);
  expect(await readdir(path.join(project, 'installed/sello'))).toEqual(
    expect.arrayContaining(['__init__.py', '_operations.py', 'py.typed']),
  );
});

test('pip finds it on the page of the clients too', async () => {
  await pip('sello', 'found', '--no-index', '--find-links', `${url}/sdk`);
  expect(await readdir(path.join(project, 'found'))).toContain('sello');
});

test('every block of its README runs', async () => {
  const { key } = await sello.newAccount();
  const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8');
  expect(readme).toContain(`pip install http://localhost:3000/sdk/${wheel}`);
  const blocks = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(3);
  // The embedded chain of this server takes no blocks, so waiting would not end.
  const lines = blocks.filter((block) => !block.includes('wait_until_certified')).join('\n');
  await writeFile(path.join(project, 'readme.py'), lines);
  const { stdout, stderr } = await run(
    'python3',
    ['readme.py'],
    inProject({ SELLO_URL: url, SELLO_API_KEY: key }),
  );
  expect(stdout).toMatch(/^cert_\w+ 20\d\d-.*\nTrue\nContract stamped\n$/);
  expect(stderr).toBe('');
  expect((await readFile(path.join(project, 'contract.zip'))).subarray(0, 2).toString()).toBe('PK');
  expect((await sello.call('GET', `${API}/certificates`, { key })).body.pagination.total).toBe(2);
});

test('its types pass the check, and find mistakes', async () => {
  const use = (body: string) =>
    `from sello import Certificate, Member, Sello, verify_webhook\n\nsello = Sello("x", "http://x")\n${body}\n`;
  await writeFile(
    path.join(project, 'good.py'),
    use(`
made: Certificate = sello.certificates.create(path="x", title="X")
size: int | None = made["file"]["size"]
for member in sello.members.list(limit=5, status="active"):
    name: str | None = member["given_name"]
tsr: bytes = sello.proofs.bytes(made["id"], "nom151")
new: Member = sello.members.create({"given_name": "Ana", "first_surname": "Paz"})
sello.members.import_({"csv": "a,b"}, dry_run="true")
kind: str = verify_webhook({}, b"", "whsec_x")["type"]
`),
  );
  const check = (file: string) =>
    run('mypy', ['--strict', file], inProject({ MYPYPATH: path.join(project, 'installed') })).catch(
      (error: { stdout: string }) => error,
    );
  expect((await check('good.py')).stdout).toContain('no issues found');
  await writeFile(
    path.join(project, 'bad.py'),
    use(`
sello.proofs.bytes("cert_1", "poem")
sello.members.create({"given_nam": "Ana"})
sello.certificates.get("x")["titel"]
sello.members.list(limit="5")
`),
  );
  expect((await check('bad.py')).stdout).toContain('Found 4 errors');
});
