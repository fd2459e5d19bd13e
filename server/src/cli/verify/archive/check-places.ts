/**
 * Checks that an archive contains only files that belong in one. The list in the archive proves nothing here, because
 * whoever adds a file adds its line. An added page, program or letter would pass for evidence.
 */

import { ARCHIVE_PATHS } from '@sello/proof';
import type { ArchiveReader } from './archive-reader.ts';

/** Files that every archive may have, although nothing here reads some of them. */
const FIXED: ReadonlySet<string> = new Set(Object.values(ARCHIVE_PATHS));

/** Wraps an archive, to note the name of every file that is opened. */
export function notingOpened(archive: ArchiveReader): { reader: ArchiveReader; opened: ReadonlySet<string> } {
  const opened = new Set<string>();
  const open: ArchiveReader['open'] = (name) => {
    opened.add(name);
    return archive.open(name);
  };
  return { reader: { ...archive, open }, opened };
}

type Known = {
  /** The files in `SHA256SUMS`. If a file has no line there, `checkSums` reports it. */
  listed: ReadonlySet<string>;
  /** The files that were opened because the frame, the index or a manifest names them. */
  opened: ReadonlySet<string>;
  /** Whether every certificate could be judged to its end, so that all its files were opened. */
  isComplete: boolean;
};

/** Gives each problem, with the name of the file. */
export async function* checkPlaces(archive: ArchiveReader, known: Known): AsyncGenerator<string> {
  for await (const name of archive.paths()) {
    if (FIXED.has(name) || known.opened.has(name) || !known.listed.has(name)) continue;
    // `checkFrame` reports these.
    if (/^verifiers\//i.test(name)) continue;
    if (!known.isComplete && /^(?:certificates|shared|originals)\//.test(name)) continue;
    yield `${name} is no file of an archive, and nothing in this one names it: do not open it`;
  }
}
