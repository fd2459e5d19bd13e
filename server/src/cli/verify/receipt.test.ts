/** COSE receipts on the command line: `sello verify FILE --receipt RECEIPT --log-key KEY`. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LOG_KEY } from '../../../../scripts/vectors/vector.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { verifyCommand } from './verify.ts';

const vector = (name: string) => fileURLToPath(new URL(`../../../../docs/vectors/${name}`, import.meta.url));
const [RECEIPT, FILE] = [vector('receipt.receipt'), vector('hola.txt')];

async function verify(...args: string[]): Promise<{ status: number; out: string }> {
  let out = '';
  const terminal = {
    env: {},
    write: () => {},
    out: (line: string) => {
      out += `${line}\n`;
    },
    error: () => {},
    status: undefined,
  };
  const status = await verifyCommand(args, terminal).then(
    () => 0,
    (error) => {
      if (error instanceof CommandFailed) return error.status;
      if (error instanceof UsageError) return 2;
      throw error;
    },
  );
  return { status, out };
}

test('named, or found among files in any order, a receipt is valid under the key of its log', async () => {
  for (const args of [[FILE, '--receipt', RECEIPT], [FILE, RECEIPT], [RECEIPT, FILE], [RECEIPT]]) {
    const { status, out } = await verify(...args, '--log-key', LOG_KEY);
    expect([status, out]).toEqual([0, expect.stringContaining('VALID: in the log sello.example/log')]);
  }
});

test('P170 the verdict says on what it rests, and that it is no time', async () => {
  const { out } = await verify(FILE, RECEIPT, '--log-key', LOG_KEY);
  expect(out.split('\n').slice(0, 2)).toEqual([
    'VALID: in the log sello.example/log, by a receipt signed with the key 8c20f99a, which you gave.',
    'A receipt is no time stamp: it says nothing of when.',
  ]);
  expect(out).toContain('! receipt_without_time:');
  expect(out).toMatch(/\? log_place +2 of 7/);
});

test('without a key it is unconfirmed, and the command says which option is missing', async () => {
  const { status, out } = await verify(FILE, RECEIPT);
  expect([status, out]).toEqual([3, expect.stringContaining('no key of that log was given (--log-key)')]);
});

test('a receipt beside a bundle is wrong usage: each is checked alone', async () => {
  expect((await verify(vector('bundle.zip'), RECEIPT, FILE)).status).toBe(2);
  expect((await verify(FILE, '--bundle', vector('bundle.zip'), '--receipt', RECEIPT)).status).toBe(2);
});
