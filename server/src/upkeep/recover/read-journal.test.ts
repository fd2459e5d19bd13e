import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeLeaf } from '../../certificates/journal/journal-leaf.ts';
import { makeKeyWrapping } from '../../kernel/wrapping/key-wrapping.ts';
import { type SegmentToSeal, sealSegment, segmentName } from '../journal/journal-segment.ts';
import { type JournalGap, readJournal } from './read-journal.ts';

const keyWrapping = makeKeyWrapping([randomBytes(32)], randomBytes, true);

type Written = { from: number; to: number; at?: string; origin?: string; mark?: string };

/** A journal of these pieces. The hash of each leaf consists of its place and the mark of its piece. */
async function journalOf(...pieces: Written[]) {
  const objects = new Map<string, Uint8Array>();
  for (const { from, to, at = '2026-11-16T13:00:00.000Z', origin = 'a/log', mark = '' } of pieces) {
    const leaves = Array.from({ length: to - from }, (_, i) =>
      encodeLeaf({ ticket: '1', leafHash: `${from + i}${mark}` }),
    );
    const rest = { checkpoints: [], chains: [], accounts: [], blobKeys: [] };
    const segment: SegmentToSeal = { version: 1, origin, from, writtenAt: at, leaves, ...rest };
    const name = segmentName({ from, to });
    objects.set(name, await sealSegment({ keyWrapping, randomBytes }, name, segment));
  }
  const kept = {
    list: async () => [...objects.keys()].sort(),
    read: async (name: string) => objects.get(name),
  };
  return { objects, ports: { kept, keyWrapping } };
}

async function read(
  { ports }: Awaited<ReturnType<typeof journalOf>>,
  from: number,
  to: number,
): Promise<{ leaves: string[]; gap: JournalGap | undefined }> {
  const leaves: string[] = [];
  const pieces = readJournal(ports, 'a/log', { from, to });
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return { leaves, gap: value };
    leaves.push(...value.leaves.map(({ leafHash }) => leafHash));
  }
}

test('leaves come once and in order, from the first place asked for to the last', async () => {
  const journal = await journalOf({ from: 0, to: 4 }, { from: 4, to: 6 }, { from: 6, to: 9 });
  expect(await read(journal, 2, 8)).toEqual({ leaves: ['2', '3', '4', '5', '6', '7'], gap: undefined });
});

test('what a crash made twice counts as it was written last', async () => {
  const journal = await journalOf(
    { from: 0, to: 3, mark: 'old', at: '2026-11-16T12:00:00.000Z' },
    { from: 0, to: 5, mark: 'new' },
  );
  expect((await read(journal, 0, 5)).leaves).toEqual(['0new', '1new', '2new', '3new', '4new']);
});

test('a hole is named with its first and last place', async () => {
  const journal = await journalOf({ from: 0, to: 3 }, { from: 5, to: 9 });
  const { leaves, gap } = await read(journal, 1, 9);
  expect(leaves).toEqual(['1', '2']);
  expect(gap).toMatchObject({ from: 3, to: 5 });
  expect((await read(journal, 8, 12)).gap).toMatchObject({ from: 9, to: 12 });
});

test('a piece that was changed, or is of another log, is a hole', async () => {
  const journal = await journalOf({ from: 0, to: 3 });
  const [[name, sealed]] = [...journal.objects] as [[string, Uint8Array]];
  journal.objects.set(name, sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1));
  expect((await read(journal, 0, 3)).gap?.because).toContain('cannot be used');
  expect((await read(await journalOf({ from: 0, to: 3, origin: 'b/log' }), 0, 3)).gap?.because).toContain(
    'b/log',
  );
});
