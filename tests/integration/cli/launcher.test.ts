/** `sello` on whichever Node the machine has: the one that runs npm, which may be years older than the pinned one. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const SELLO = fileURLToPath(new URL('../../../server/bin/sello.mjs', import.meta.url));
/** npm tells its scripts which Node runs it; a test that was started without npm has only its own. */
const OWN_NODE = process.env.npm_node_execpath ?? process.execPath;

test('the program moves over to the pinned Node by itself', async () => {
  const { stdout } = await run(OWN_NODE, [SELLO, 'help']);
  expect(stdout).toContain('sello serve');
});

test('it ends as the command ended, and says why', async () => {
  const failed = await run(OWN_NODE, [SELLO, 'account', 'grant']).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('is missing') });
});
