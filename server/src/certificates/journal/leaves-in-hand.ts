/**
 * The leaves that this process wrote in the last second or two, for its journal, which would have to read them from the
 * database again. Off the heap: what lives half a second outlives the young generation, and V8 then goes through all of its
 * heap to be rid of it.
 */

import type { EncodedLeaf, LeafText } from './journal-leaf.ts';

export type LeavesInHand = {
  /** Whether anybody looks for them: only the process that is on duty keeps a journal. */
  isWanted(): boolean;
  /** `leafHash` has a salt in it: no two leaves share one, and none can be taken for another. */
  keep(leafHash: string, leaf: LeafText): void;
  /** A copy in memory of its own, which can be released; undefined where another process wrote it, or too much was written since. */
  find(leafHash: string): EncodedLeaf | undefined;
};

type Page = { bytes: Buffer; used: number; leaves: Map<string, Place> };
type Place = Omit<EncodedLeaf, 'json'> & { start: number; end: number };

/** About a second of one process at its fastest. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Of UTF-8, for one unit of a JavaScript string. */
const MOST_BYTES_PER_UNIT = 3;
/** Kept while nobody asked: some seconds. */
const MOST_UNASKED = 5_000;

export function makeLeavesInHand(pageBytes = PAGE_BYTES): LeavesInHand {
  // One is filled; the other has what came before, and is written over when the first is full.
  let [filled, before]: (Page | undefined)[] = [];
  let unasked = MOST_UNASKED;

  const pageFor = (length: number): Page => {
    if (filled !== undefined && filled.used + length <= pageBytes) return filled;
    const bytes = before?.bytes ?? Buffer.allocUnsafeSlow(pageBytes);
    [filled, before] = [{ bytes, used: 0, leaves: new Map() }, filled];
    return filled;
  };

  return {
    isWanted: () => unasked < MOST_UNASKED,

    keep(leafHash, { text, ...rest }) {
      unasked += 1;
      const mostBytes = text.length * MOST_BYTES_PER_UNIT;
      if (mostBytes > pageBytes) return;
      const page = pageFor(mostBytes);
      const end = page.used + page.bytes.write(text, page.used, 'utf8');
      page.leaves.set(leafHash, { ...rest, start: page.used, end });
      page.used = end;
    },

    find(leafHash) {
      unasked = 0;
      for (const page of [filled, before]) {
        const place = page?.leaves.get(leafHash);
        if (page === undefined || place === undefined) continue;
        const { start, end, ...rest } = place;
        const json = Buffer.allocUnsafeSlow(end - start);
        page.bytes.copy(json, 0, start, end);
        return { json, ...rest };
      }
      return undefined;
    },
  };
}
