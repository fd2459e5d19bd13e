/** The commands of the README, in order and as they are written, by a newcomer on a fresh instance: twice. */

import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { blockOf, blocksOf } from '../../harness/page-blocks.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ACCOUNT = 'npx sello account create';

let database: TestDatabase;
let folder: string;
let checkout: string;
let sello: ChildSello;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-readme-'));
  checkout = path.join(folder, 'checkout');
  await mkdir(checkout);
  for (const name of ['README.md', 'docs'])
    await cp(path.join(ROOT, name), path.join(checkout, name), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
  env = { SELLO_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url, PORT: '0' };
  sello = await startChildSello(env);
});
afterAll(async () => {
  await sello.kill('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The README's blocks with these beginnings, with the address of this server instead of the usual one. */
function blocksWith(...beginnings: string[]): string[] {
  const blocks = blocksOf('README.md').map((block) =>
    block.replaceAll('http://localhost:3000', sello.baseUrl),
  );
  return beginnings.map((beginning) => {
    const [block, ...others] = blocks.filter((one) => one.startsWith(beginning));
    if (block === undefined || others.length > 0) throw new Error(`not one block begins with ${beginning}`);
    return block;
  });
}

const run = (script: string, cwd: string, more: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['-c', `set -euo pipefail\n${script}`], {
    cwd,
    env: { ...process.env, ...env, ...more },
  });

test('every command works on a fresh instance, also a second time', async () => {
  const script = blocksWith(ACCOUNT, 'B=http', 'get "$B/certificates/$ID?wait', 'export SELLO_URL').join(
    '\n',
  );
  const first = await run(script, checkout);
  expect(first.stdout).toContain('Verification: OK');
  expect(await readdir(path.join(checkout, 'proofs'))).toContain('webhooks.md.xml');
  // The account exists already: only the command that makes it fails, and the shell goes on.
  const again = await run(script.replace(/^npx sello account create .*$/m, '$& || true'), checkout);
  expect(again.stderr).toContain('There is already an account');
  expect(again.stdout).toContain('(already done)');
  // Test-mode keys use nothing of the allowance.
  const [account] = await database.query('select certificates_left from accounts', [], 'left');
  expect(Number(account?.certificates_left)).toBe(5);
});

test('an answer that is an error fails the script instead of being saved as a proof', () => {
  const [block = ''] = blocksWith('B=http');
  const script = block.replace(/^ID=.*$/m, 'ID=cert_0000000000000000000000');
  const ended = spawnSync('bash', ['-c', `set -e\nKEY=x\n${script}`], { cwd: checkout, encoding: 'utf8' });
  expect(ended.status).not.toBe(0);
});

test('the page’s command fills an account with the demo council, and is refused the second time', async () => {
  const [demo = ''] = blocksWith('TEST=$(npx sello key create');
  // Otherwise the demo's requests would take ten minutes at the page's rate limit.
  const script = demo.replace('--rate 600', '--rate 60000');
  expect((await run(script, checkout)).stdout).toContain('500 members, 40 courses');
  await expect(run(script, checkout)).rejects.toThrow('has the demo council already');
});

let project: string;

test('both clients are installed with the given lines, also a second time', async () => {
  project = path.join(folder, 'project');
  await mkdir(project);
  const [install = ''] = blocksWith('npm install http');
  // Packages are installed here, and not into the machine's own Python.
  const PIP = { PIP_TARGET: path.join(project, 'python'), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  for (let round = 1; round <= 2; round += 1) await run(install, project, PIP);
  expect(await readdir(path.join(project, 'node_modules/@sello'))).toEqual(['sdk']);
  expect(await readdir(path.join(project, 'python'))).toContain('sello');
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The things that the blocks of the clients' page assume: a page in a browser, and a delivered event. */
function givenToBlocks(): string {
  const body = '{"type":"certificate.certified","timestamp":"2026-03-09T16:20:11.000Z","data":{}}';
  const [id, now] = ['evt_1', new Date()];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': new Webhook(SECRET).sign(id, now, body),
  };
  return `
    const input = { files: [new File(['order 17'], 'order.txt')] };
    const [headers, rawBody] = ${JSON.stringify([headers, body])};
    const request = new Request('http://localhost', { method: 'POST', headers, body: rawBody });
    process.env.WEBHOOK_SECRET = process.env.SELLO_WEBHOOK_SECRET = '${SECRET}';`;
}

test('every block of the pages about clients and webhooks works, in order, also a second time', async () => {
  const { stdout } = await run(
    'npx sello key create --account you@example.com --name pages --mode test',
    checkout,
  );
  const given = { SELLO_URL: sello.baseUrl, SELLO_API_KEY: stdout.trim() };
  await symlink(
    path.join(ROOT, 'node_modules/standardwebhooks'),
    path.join(project, 'node_modules/standardwebhooks'),
  );
  const js = blocksOf('sdk/README.md').filter((block) => !block.startsWith('npm install'));
  const python = blocksOf('python/README.md').filter((block) => !block.startsWith('pip install'));
  expect([js.length, python.length]).toEqual([4, 3]);
  const webhook = blockOf('docs/webhooks.md', 'import { Webhook }');
  await writeFile(path.join(project, 'page.mjs'), [givenToBlocks(), ...js].join('\n'));
  await writeFile(path.join(project, 'webhook.mjs'), [givenToBlocks(), webhook].join('\n'));
  await writeFile(path.join(project, 'page.py'), python.join('\n'));
  const script = 'node page.mjs\nnode webhook.mjs\nPYTHONPATH=python python3 page.py';
  for (let round = 1; round <= 2; round += 1)
    expect((await run(script, project, given)).stdout).toMatch(/^Contract \w+ true$/m);
  expect((await readFile(path.join(project, 'constancia.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});
