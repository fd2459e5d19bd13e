import { expect, test } from 'vitest';
import type { AccountId, KeyId } from '../../kernel/ids.ts';
import { makeUsageCounter, type UsageRow } from './usage-counter.ts';

const account = (name: string) => `acct_${name}` as AccountId;
const source = (name: string, keyId?: string, livemode = true) => ({
  accountId: account(name),
  keyId: keyId as KeyId | undefined,
  livemode,
});

function openCounter(start = '2026-01-31T23:59:59Z') {
  const written: UsageRow[][] = [];
  let time = new Date(start);
  let failure: Error | undefined;
  const counter = makeUsageCounter(
    () => time,
    async (rows) => {
      await Promise.resolve();
      if (failure !== undefined) throw failure;
      // Copies the rows, because later counts must not change what was written.
      written.push(rows.map((row) => ({ ...row })));
    },
  );
  return {
    ...counter,
    written,
    at: (text: string) => {
      time = new Date(text);
    },
    failWith: (error: Error | undefined) => {
      failure = error;
    },
  };
}

test('counts of one key, day and mode are one row, and rows come sorted', async () => {
  const counter = openCounter();
  counter.count(source('b', 'key_2'), { requests: 1, ok: 1 });
  counter.count(source('b', 'key_2'), { requests: 1, clientErrors: 1, certificates: 1 });
  counter.count(source('b', 'key_1'), { requests: 1, serverErrors: 1 });
  counter.count(source('a'), { certificates: 1 });
  counter.count(source('a', undefined, false), { certificates: 1 });
  counter.at('2026-02-01T00:00:00Z');
  counter.count(source('b', 'key_1'), { requests: 1, ok: 1 });
  await counter.flush();
  const rows = counter.written[0]!.map(({ accountId, keyId, livemode, day, ...counts }) => [
    accountId,
    day,
    keyId,
    livemode,
    Object.values(counts).join(' '),
  ]);
  expect(counter.written).toHaveLength(1);
  expect(rows).toEqual([
    ['acct_a', '2026-01-31', undefined, false, '0 0 0 0 1'],
    ['acct_a', '2026-01-31', undefined, true, '0 0 0 0 1'],
    ['acct_b', '2026-01-31', 'key_1', true, '1 0 0 1 0'],
    ['acct_b', '2026-01-31', 'key_2', true, '2 1 1 0 1'],
    ['acct_b', '2026-02-01', 'key_1', true, '1 1 0 0 0'],
  ]);
});

test('nothing is written when nothing was counted', async () => {
  const counter = openCounter();
  await counter.flush();
  expect(counter.written).toEqual([]);
});

test('counts that could not be written are written with the next batch, once', async () => {
  const counter = openCounter();
  counter.failWith(new Error('away'));
  counter.count(source('a', 'key_1'), { requests: 1, ok: 1 });
  const failed = counter.flush();
  counter.count(source('a', 'key_1'), { requests: 1, ok: 1 });
  await expect(failed).rejects.toThrow('away');
  counter.failWith(undefined);
  await counter.flush();
  await counter.flush();
  expect(counter.written.flat().map(({ requests }) => requests)).toEqual([2]);
});

test('a flush waits for the flush before it', async () => {
  const counter = openCounter();
  counter.count(source('a', 'key_1'), { requests: 1, ok: 1 });
  void counter.flush();
  await counter.flush();
  expect(counter.written).toHaveLength(1);
});
