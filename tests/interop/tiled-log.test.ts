/** Our log, read by a second implementation in Python that was written from the specifications of C2SP alone. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../harness/for-file.ts';
import { queueEntries, queueOldLeaves } from '../harness/log-leaves.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const PROGRAM = fileURLToPath(new URL('read_tiled_log.py', import.meta.url));

let prefix: string;
const sello = forFile(() => openTestSello({ SELLO_LOG_ORIGIN: 'log.example.com/sello' }));
beforeAll(async () => {
  prefix = `${await sello.listen()}/log`;
});

async function read(): Promise<string> {
  return (await promisify(execFile)('python3', [PROGRAM, prefix, sello.identity.vkey])).stdout.trim();
}

test('P97 checkpoint, tiles and entries give one root, at sizes of every shape', async () => {
  const caller = await sello.newAccount({ certificates: 5 });
  await sello.certify(caller.key, 'Un contrato.');
  await sello.sequence();
  expect(await read()).toBe('log.example.com/sello 1 1 0');
  let size = 1;
  for (const count of [1, 30, 223, 1, 1, 700]) {
    await queueEntries(sello, count);
    await sello.sequence();
    size += count;
    expect(await read()).toBe(`log.example.com/sello ${size} ${size} 0`);
  }
});

test('bundles that contain a leaf without an entry are not published, and all others are', async () => {
  // The log has 957 leaves so far: the fourth bundle gets the old leaves, and publishing goes on with the next one.
  await queueOldLeaves(sello, 3);
  await queueEntries(sello, 200);
  await sello.sequence();
  expect(await read()).toBe(`log.example.com/sello 1160 ${1160 - 256} 256`);
});

test('a reader that is given another key with the same name accepts nothing', async () => {
  const { vkey } = (await openedElsewhere()).identity;
  await expect(promisify(execFile)('python3', [PROGRAM, prefix, vkey])).rejects.toThrow(
    'not signed by the log',
  );
});

async function openedElsewhere(): Promise<TestSello> {
  const other = await openTestSello({ SELLO_LOG_ORIGIN: 'log.example.com/sello' });
  await other.close();
  return other;
}
