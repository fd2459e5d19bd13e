/** What `sello fsck` reads, all of it from one snapshot. */

import type { Snapshot } from '../../database/snapshot.ts';
import { makeAnchorReads } from './pg-read-anchors.ts';
import { type BlobKeyProbe, makeFileReads } from './pg-read-files.ts';
import { readStoredKeys } from './pg-read-keys.ts';
import { makeLedgerReads } from './pg-read-ledgers.ts';
import { makeLogReads } from './pg-read-log.ts';
import type { FsckReads } from './ports.ts';

/**
 * Its readers take the content of every column as it stands: what somebody changed is a finding, and no reason to
 * stop looking.
 */
export function makeFsckReads(
  snapshot: Snapshot,
  now: Date,
  probe: BlobKeyProbe,
  masters: readonly Uint8Array[],
): FsckReads {
  return {
    takenAt: now,
    ...makeFileReads(snapshot, probe),
    ...makeLogReads(snapshot, masters),
    storedKeys: () => readStoredKeys(snapshot),
    ...makeAnchorReads(snapshot),
    ...makeLedgerReads(snapshot, now),
  };
}
