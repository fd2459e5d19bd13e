/** Reads what the journal has for a range of places, and reports where it has nothing. */

import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { KeyWrapping } from '../../kernel/wrapping/key-wrapping.ts';
import {
  type JournalSegment,
  listSegments,
  type NamedSegment,
  readSegment,
  type SegmentRange,
} from '../journal/journal-segment.ts';

export type JournalPorts = {
  kept: Pick<KeptObjects, 'list' | 'read'>;
  keyWrapping: Pick<KeyWrapping, 'unwrap'>;
};

/** Consecutive leaves, cut to the requested range. */
export type JournalPiece = Omit<JournalSegment, 'version' | 'origin' | 'writtenAt'>;

/** Leaves that are in no segment, or in none that can be opened. */
export type JournalGap = SegmentRange & { because: string };

/** Yields the journal in the order of places, and ends with the first gap. */
export async function* readJournal(
  ports: JournalPorts,
  origin: string,
  { from, to }: SegmentRange,
): AsyncGenerator<JournalPiece, JournalGap | undefined> {
  const names = (await listSegments(ports.kept)).filter((one) => one.to > from && one.from < to);
  for (let place = from; place < to; ) {
    const over = names.filter((one) => one.from <= place && place < one.to);
    if (over.length === 0) {
      const next = Math.min(to, ...names.filter((one) => one.from > place).map((one) => one.from));
      return { from: place, to: next, because: 'the journal has no leaves of these places' };
    }
    const opened = await openNewest(ports, origin, over);
    if ('because' in opened) return { from: place, to: opened.to, because: opened.because };
    const piece = cut(opened, { from: place, to });
    yield piece;
    place += piece.leaves.length;
  }
  return undefined;
}

/**
 * Opens these segments and returns the one that was written last: a crash may leave a segment that a later one
 * repeats.
 */
async function openNewest(
  ports: JournalPorts,
  origin: string,
  names: readonly NamedSegment[],
): Promise<JournalSegment | JournalGap> {
  const opened: JournalSegment[] = [];
  let because = '';
  for (const piece of names) {
    try {
      const segment = await readSegment(ports, origin, piece);
      if (segment === undefined) throw new Error('it is gone');
      opened.push(segment);
    } catch (error) {
      because = `${piece.name} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  const [newest] = opened.sort((a, b) => (a.writtenAt < b.writtenAt ? 1 : -1));
  const [first] = names;
  return newest ?? { from: first?.from ?? 0, to: first?.to ?? 0, because };
}

function cut(segment: JournalSegment, { from, to }: SegmentRange): JournalPiece {
  const leaves = segment.leaves.slice(from - segment.from, to - segment.from);
  return { ...segment, from, leaves };
}
