/** Which files of a batch will be certified, before anything is sent. */

import type { Certificate, Fingerprint } from '../../api.ts';

/** `twin`: an earlier file of the batch has the same bytes. */
type Standing = 'new' | 'known' | 'twin';

export type Row = {
  place: number;
  item: Fingerprint;
  standing: Standing;
  /** The newest certificate over the same bytes. */
  known: Certificate | undefined;
};

type Known = ReadonlyMap<string, Certificate>;

export function rowsOf(items: readonly Fingerprint[], known: Known): Row[] {
  const seen = new Set<string>();
  return items.map((item, place) => {
    const before = known.get(item.sha256);
    const standing = seen.has(item.sha256) ? 'twin' : before ? 'known' : 'new';
    seen.add(item.sha256);
    return { place, item, standing, known: before };
  });
}

/** What is sent: files without a certificate, and the others if they are to be certified once more. */
export function sentOf(
  rows: readonly Row[],
  again: boolean,
  titles: ReadonlyMap<number, string>,
): Fingerprint[] {
  return rows
    .filter(({ standing }) => again || standing === 'new')
    .map(({ place, item }) => {
      const title = titles.get(place)?.trim();
      return title ? { ...item, title } : item;
    });
}

/** The server looks up at most a thousand hashes at once; fewer keep the answer small. */
const HASHES_AT_ONCE = 500;

type LookUp = (
  hashes: readonly string[],
) => Promise<readonly { hash: string; certificates: readonly Certificate[] }[]>;

/** The newest certificate of each fingerprint that has one. */
export async function findKnown(items: readonly Fingerprint[], lookUp: LookUp): Promise<Known> {
  const known = new Map<string, Certificate>();
  const hashes = [...new Set(items.map(({ sha256 }) => sha256))];
  for (let from = 0; from < hashes.length; from += HASHES_AT_ONCE) {
    for (const { hash, certificates } of await lookUp(hashes.slice(from, from + HASHES_AT_ONCE))) {
      const [newest] = certificates;
      if (newest !== undefined) known.set(hash, newest);
    }
  }
  return known;
}
