/**
 * Deletes old segments of the journal. The operator's settings say up to which age a database can be completed from the
 * journal; older segments are not needed.
 */

import type { Database } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import type { PastGuard } from '../../transparency/rollback/past-guard.ts';
import { listSegments } from './journal-segment.ts';
import { noteJournalStart, readJournalStart } from './journal-start.ts';

export type ForgetJournalPorts = {
  database: Pick<Database, 'query'>;
  kept: Pick<KeptObjects, 'list' | 'remove'>;
  merkleLog: Pick<MerkleLogStore, 'checkpointUntil'>;
  pastGuard: Pick<PastGuard, 'check'>;
  now: Clock;
};

const DAY_MS = 86_400_000;

/**
 * Deletes old segments, and resolves with their number. Nothing is deleted while the database counts as rolled back.
 */
export async function forgetOldJournal(ports: ForgetJournalPorts, days: number): Promise<number> {
  if ((await ports.pastGuard.check()) !== undefined) return 0;
  const old = await ports.merkleLog.checkpointUntil(new Date(ports.now().getTime() - days * DAY_MS));
  if (old === undefined) return 0;
  const known = await readJournalStart(ports.database);
  const past = (await listSegments(ports.kept)).filter(({ to }) => to <= old.size);
  // The new start is noted first. A kill in between then leaves no gap that looks like a loss.
  if (past.length > 0 && known !== 'off' && (known ?? 0) < old.size)
    await noteJournalStart(ports.database, old.size, ports.now());
  for (const { name } of past) await ports.kept.remove(name);
  return past.length;
}
