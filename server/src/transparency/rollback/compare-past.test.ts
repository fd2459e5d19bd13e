import { expect, test } from 'vitest';
import type { CheckpointRow } from '../ports.ts';
import { comparePast, describeLostPast } from './compare-past.ts';
import { decodeKept, encodeKept, type KeptCheckpoint } from './kept-checkpoint.ts';

const ORIGIN = 'example.com/log';
const at = new Date('2026-11-16T13:00:00Z');

function checkpoint(size: number, byte = size): CheckpointRow {
  const root = new Uint8Array(32).fill(byte);
  const text = `${ORIGIN}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return { size, root, note: `${text}\n— ${ORIGIN} ${Buffer.alloc(68).toString('base64')}\n`, createdAt: at };
}

const kept = (size: number, byte?: number) =>
  decodeKept(encodeKept(checkpoint(size, byte))) as KeptCheckpoint;

/** A database that has signed these sizes. */
function database(...sizes: number[]) {
  const rows = sizes.map((size) => checkpoint(size));
  return {
    origin: async () => ORIGIN,
    latestCheckpoint: async () => rows.at(-1),
    checkpointAt: async (size: number) => rows.find((row) => row.size === size),
  };
}

test('a kept checkpoint is read as it was written', () => {
  expect(kept(5)).toEqual({
    origin: ORIGIN,
    size: 5,
    root: checkpoint(5).root,
    note: checkpoint(5).note,
    signedAt: at,
  });
});

test.for([
  '',
  'no JSON',
  '{}',
  'null',
  '{"signed_at":"2026-11-16T13:00:00Z"}',
  '{"signed_at":"yesterday","note":"x"}',
  JSON.stringify({ signed_at: at, note: 'no checkpoint' }),
])('bytes that no version writes are told apart from none: %s', (text) => {
  expect(decodeKept(Buffer.from(text))).toBeUndefined();
});

test('a database that is as far, or further, has lost nothing', async () => {
  expect(await comparePast(database(3, 5), kept(5))).toBeUndefined();
  expect(await comparePast(database(3, 5, 9), kept(5))).toBeUndefined();
});

test('what is missing is named from the first leaf to the last', async () => {
  const lost = await comparePast(database(4_120), kept(4_494, 1));
  expect(lost).toEqual({ kind: 'behind', from: 4_120, to: 4_494, signedAt: at });
  expect(describeLostPast(lost!)).toBe(
    'leaves 4,120 to 4,493 were signed until 2026-11-16T13:00:00.000Z and are not in this database; the newest checkpoint was found beside the files',
  );
  expect(await comparePast(database(), kept(1))).toMatchObject({ from: 0, to: 1 });
  expect(describeLostPast((await comparePast(database(), kept(1)))!)).toMatch(/^leaf 0 was signed/);
});

test('another history is reported, as long or longer', async () => {
  expect(await comparePast(database(3, 5), kept(5, 77))).toEqual({ kind: 'fork', size: 5, signedAt: at });
  expect(await comparePast(database(3, 9), kept(5))).toEqual({ kind: 'fork', size: 5, signedAt: at });
});

test('files of another log are reported', async () => {
  const other = { ...kept(5), origin: 'other/log' };
  expect(await comparePast(database(9), other)).toEqual({
    kind: 'other_log',
    origin: 'other/log',
    ours: ORIGIN,
  });
  expect(await comparePast(database(9), 'unreadable')).toEqual({ kind: 'unreadable' });
});
