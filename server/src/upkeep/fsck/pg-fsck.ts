/** Reads for `sello fsck`. */

import type { Snapshot } from '../../database/snapshot.ts';
import { makeLastingReads } from './lasting/pg-read-lasting.ts';
import { makeLogReads } from './log/pg-read-log.ts';
import { makeAnchorReads } from './pg-read-anchors.ts';
import { type BlobKeyProbe, makeFileReads } from './pg-read-files.ts';
import { readStoredKeys } from './pg-read-keys.ts';
import { makeLedgerReads } from './pg-read-ledgers.ts';
import { makeMembershipReads } from './pg-read-memberships.ts';
import type { FsckReads } from './ports.ts';
import { makeCosignatureReads } from './witnesses/pg-read-cosignatures.ts';

/**
 * The readers accept any column content: a changed value must become a finding, not an exception that stops the
 * check.
 */
export function makeFsckReads(
  snapshot: Snapshot,
  now: () => Date,
  probe: BlobKeyProbe,
  masters: readonly Uint8Array[],
): FsckReads {
  return {
    now,
    letGo: () => snapshot.letGo(),
    ...makeFileReads(snapshot, probe),
    ...makeLogReads(snapshot, masters),
    storedKeys: () => readStoredKeys(snapshot),
    ...makeAnchorReads(snapshot),
    ...makeCosignatureReads(snapshot),
    ...makeLastingReads(snapshot),
    ...makeLedgerReads(snapshot, now()),
    ...makeMembershipReads(snapshot),
  };
}
