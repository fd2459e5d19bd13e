/**
 * Deletes journal segments that are older than any database which may still be restored, as the operator's settings
 * say.
 */

import type { Clock } from '../../kernel/clock.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import type { PastGuard } from '../../transparency/rollback/past-guard.ts';
import { JOURNAL, rangeOf } from './journal-segment.ts';

export type ForgetJournalPorts = {
  kept: Pick<KeptObjects, 'list' | 'remove'>;
  merkleLog: Pick<MerkleLogStore, 'checkpointUntil'>;
  pastGuard: Pick<PastGuard, 'check'>;
  now: Clock;
};

const DAY_MS = 86_400_000;

/** Resolves with the number of deleted segments; none while the database counts as rolled back. */
export async function forgetOldJournal(ports: ForgetJournalPorts, days: number): Promise<number> {
  if ((await ports.pastGuard.check()) !== undefined) return 0;
  const old = await ports.merkleLog.checkpointUntil(new Date(ports.now().getTime() - days * DAY_MS));
  if (old === undefined) return 0;
  let deleted = 0;
  for (const name of await ports.kept.list(JOURNAL)) {
    const range = rangeOf(name);
    if (range === undefined || range.to > old.size) continue;
    await ports.kept.remove(name);
    deleted += 1;
  }
  return deleted;
}
