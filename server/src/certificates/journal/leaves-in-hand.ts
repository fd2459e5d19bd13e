/**
 * Keeps the leaves that this process wrote in the last second or two, so that the journal need not read them from the
 * database. They are outside V8's heap: objects that live half a second leave the young generation, and V8 then scans
 * its whole heap to free them.
 */

import type { EncodedLeaf, LeafText } from './journal-leaf.ts';

export type LeavesInHand = {
  /** Whether leaves are needed: only the process with that duty keeps a journal. */
  isWanted(): boolean;
  /** Keeps a leaf under its hash. The hash is salted, so no two leaves have the same one. */
  keep(leafHash: string, leaf: LeafText): void;
  /**
   * Returns a copy of the leaf in memory of its own, which can be released. Undefined if another process wrote the
   * leaf, or if it was overwritten.
   */
  find(leafHash: string): EncodedLeaf | undefined;
};

type Page = { bytes: Buffer; used: number; leaves: Map<string, Place> };
type Place = Omit<EncodedLeaf, 'json'> & { start: number; end: number };

/** The size of a page: what one process writes in about a second at its fastest. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** The most bytes of UTF-8 that one unit of a JavaScript string can need. */
const MOST_BYTES_PER_UNIT = 3;
/** If this many leaves were kept and none was asked for, no more are kept. */
const MOST_UNASKED = 5_000;

export function makeLeavesInHand(pageBytes = PAGE_BYTES): LeavesInHand {
  // One page is being filled; the other holds earlier leaves and is overwritten when the first is full.
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
