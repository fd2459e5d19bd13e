/** `sello` on any Node of the machine: the one that runs npm may be years older than the pinned one. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeSources, isBuilt, writeSources } from '../../../server/bin/built-server.mjs';
import { expectPlainWords } from '../../harness/plain-words.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SELLO = path.join(ROOT, 'server/bin/sello.mjs');
/** npm tells its scripts which Node runs it; a test started without npm has only its own. */
const OWN_NODE = process.env.npm_node_execpath ?? process.execPath;

test('the program switches to the pinned Node by itself', async () => {
  const { stdout } = await run(OWN_NODE, [SELLO, 'help']);
  expect(stdout).toContain('sello serve');
});

test('it passes on the command’s exit status and message', async () => {
  const failed = await run(OWN_NODE, [SELLO, 'account', 'grant']).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('is missing') });
});

test('a reader who closes the output early causes no error, as in `sello help | head`', async () => {
  const child = spawn(OWN_NODE, [SELLO, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [status]] = await Promise.all([child.stderr.toArray(), once(child, 'close')]);
  expect([status, Buffer.concat(said).toString()]).toEqual([0, '']);
});

test('an error that the operator can fix is printed once, in plain words', async () => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://sello:pw@127.0.0.1:9/sello' };
  const failed = await run(OWN_NODE, [SELLO, 'account', 'list'], { env }).catch((error) => error);
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expectPlainWords(failed.stderr, 'check DATABASE_URL');
});

describe('the built server runs only while its sources are unchanged', () => {
  async function built() {
    const root = await mkdtemp(path.join(tmpdir(), 'sello-built-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const [source, folder] = [path.join(root, 'src/a b.ts'), path.join(root, 'dist')];
    await mkdir(path.dirname(source));
    await mkdir(folder);
    await writeFile(source, 'export {};');
    writeSources(folder, describeSources(root, ['src/a b.ts']));
    expect(isBuilt(root, folder)).toBe(true);
    return { root, source, folder };
  }

  test('it does not run once a source is edited', async () => {
    const { root, source, folder } = await built();
    await appendFile(source, '\n');
    expect(isBuilt(root, folder)).toBe(false);
  });

  test('it does not run once an older file replaces a source', async () => {
    const { root, source, folder } = await built();
    await utimes(source, 1_000_000_000, 1_000_000_000);
    expect(isBuilt(root, folder)).toBe(false);
  });

  test('it does not run once a source is missing, or before there is a build', async () => {
    const { root, source, folder } = await built();
    await rm(source);
    expect(isBuilt(root, folder)).toBe(false);
    expect(isBuilt(root, path.join(root, 'elsewhere'))).toBe(false);
  });
});

test('this checkout has a built server, which the tests start', () => {
  expect(isBuilt(ROOT, path.join(ROOT, 'server/dist')), 'run: npm run build').toBe(true);
});
