import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from './command-line.ts';

/** Whether the command lowers its priority. Its arguments are wrong, so it opens nothing. */
async function standsBack(verb: string, env: Record<string, string>): Promise<boolean> {
  let isBack = false;
  const silent = () => {};
  const status = await runCommandLine([verb, 'one', 'too many'], {
    ...{ env, write: silent, out: silent, error: silent, status: undefined },
    standBack: () => {
      isBack = true;
    },
  });
  expect(status).toBe(2);
  return isBack;
}

const RUNS = { DATABASE_URL: 'postgres://127.0.0.1:9/nothing' };

test.for(['fsck', 'backup'])('sello %s stands back before it does anything else', async (verb) => {
  expect(await standsBack(verb, RUNS)).toBe(true);
});

test('a command whose database does not run yet starts it at the usual priority', async () => {
  expect(await standsBack('fsck', { SELLO_DATA_DIR: path.join(tmpdir(), 'not there') })).toBe(false);
});

test('other commands never lower their priority', async () => {
  expect(await standsBack('status', RUNS)).toBe(false);
});
