/** `sello` on any Node of the machine: the one that runs npm may be years older than the pinned one. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectPlainWords } from '../../harness/plain-words.ts';

const run = promisify(execFile);
const SELLO = fileURLToPath(new URL('../../../server/bin/sello.mjs', import.meta.url));
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

test('a reader who has enough of the output ends nothing with an error, as in `sello help | head`', async () => {
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
