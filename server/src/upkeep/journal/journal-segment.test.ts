import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeLeaf } from '../../certificates/journal/journal-leaf.ts';
import { makeKeyWrapping } from '../../kernel/wrapping/key-wrapping.ts';
import {
  type JournalSegment,
  listSegments,
  openSegment,
  sealSegment,
  segmentName,
} from './journal-segment.ts';

const wrapping = () => makeKeyWrapping([randomBytes(32)], randomBytes, true);
const segment: JournalSegment = {
  version: 1,
  origin: 'a/log',
  from: 4_120,
  writtenAt: '2026-11-16T13:00:00.000Z',
  leaves: [
    { ticket: '7', leafHash: 'AA==', certificate: '{"title":"Contrato secreto de Ñuñoa"}', token: '{}' },
    { ticket: '8', leafHash: 'AQ==' },
  ],
  checkpoints: ['{}'],
  chains: [],
  accounts: [],
  blobKeys: [],
};
const toSeal = { ...segment, leaves: segment.leaves.map(encodeLeaf) };
const name = segmentName({ from: 4_120, to: 4_122 });

test('names sort by place and give it back', async () => {
  const ranges = [0, 9, 10, 99_999, 100_000, 12_345_678].map((from) => ({ from, to: from + 500 }));
  const names = ranges.map(segmentName);
  expect([...names].sort()).toEqual(names);
  const kept = { list: async () => [...names, 'journal/x'] };
  expect(await listSegments(kept)).toEqual(ranges.map((range, i) => ({ name: names[i], ...range })));
});

test('what was sealed opens with the master key, and shows nothing without', async () => {
  const keyWrapping = wrapping();
  const sealed = await sealSegment({ keyWrapping, randomBytes }, name, toSeal);
  expect(await openSegment({ keyWrapping }, name, sealed)).toEqual(segment);
  expect(Buffer.from(sealed).includes('secreto')).toBe(false);
  await expect(openSegment({ keyWrapping: wrapping() }, name, sealed)).rejects.toThrow('master key');
});

test('a piece that was changed, or stands under another name, does not open', async () => {
  const keyWrapping = wrapping();
  const sealed = Buffer.from(await sealSegment({ keyWrapping, randomBytes }, name, toSeal));
  const other = segmentName({ from: 5_000, to: 5_001 });
  await expect(openSegment({ keyWrapping }, other, sealed)).rejects.toThrow();
  for (const at of [0, 30, 90, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(openSegment({ keyWrapping }, name, changed)).rejects.toThrow();
  }
});
