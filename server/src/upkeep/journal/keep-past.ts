/**
 * Stores beside the files what the log has signed, once the database has it: first the journal of its new leaves,
 * then the checkpoint over them. Certifying does not wait for this.
 *
 * Crash points. After a kill before the journal is written, the next round writes it, starting from the stored
 * checkpoint. After a kill between journal and checkpoint, the next round repeats a piece of the journal. Leaves that
 * are lost with the database in the hundredths of a second before the journal is written are in no journal; `sello
 * recover` says so if a witness or a chain knows of them.
 */

import type { LeavesInHand } from '../../certificates/journal/leaves-in-hand.ts';
import type { Database } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { KeyWrapping } from '../../kernel/wrapping/key-wrapping.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { comparePast } from '../../transparency/rollback/compare-past.ts';
import {
  asKept,
  encodeKept,
  KEPT_CHECKPOINT,
  readKept,
} from '../../transparency/rollback/kept-checkpoint.ts';
import type { PastGuard } from '../../transparency/rollback/past-guard.ts';
import { listSegments, type SegmentRange, sealSegment, segmentName } from './journal-segment.ts';
import { noteJournalStart, readJournalStart } from './journal-start.ts';
import { readJournal, summariseTickets } from './pg-journal.ts';

export type KeepPastPorts = {
  database: Database;
  merkleLog: Pick<
    MerkleLogStore,
    'origin' | 'latestCheckpoint' | 'checkpointAt' | 'checkpointOver' | 'readNodes'
  >;
  leavesInHand: Pick<LeavesInHand, 'find'>;
  kept: KeptObjects;
  pastGuard: Pick<PastGuard, 'remember'>;
  keyWrapping: Pick<KeyWrapping, 'wrap'>;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

export type PastKeeper = {
  /**
   * Stores what is new. It is called after each round of the sequencer. Never rejects: what could not be stored is
   * stored in the next round.
   */
  keep(hasNews: boolean): Promise<void>;
};

/** How many leaves a segment has. They take some hundred kilobytes, and a few milliseconds of this process. */
const SEGMENT_LEAVES = 250;
/**
 * Roughly the most leaves of one round. Sequencing waits for every round, even for the first one after the store was
 * unreachable for hours.
 */
const ROUND_LEAVES = 5_000;
/**
 * The most leaves that a new journal begins with. If the log is larger, the journal begins with its next leaves; what
 * was signed before is in backups.
 */
const BEGIN_WITH_LEAVES = 10_000;
/**
 * After so many leaves the index is summarised. Until then every search scans the new pages, which is quick for about
 * this many leaves.
 */
const SUMMARISE_AFTER_LEAVES = 2_000;

export function makePastKeeper(ports: KeepPastPorts, hasJournal: boolean): PastKeeper {
  let isDue = true;
  let isFailing = false;
  let unsummarised = SUMMARISE_AFTER_LEAVES;
  let hasStart = false;
  const noteStart = async (from: number, isBegun: boolean) => {
    if (hasStart && isBegun) return;
    await settleStart(ports, hasJournal, from, isBegun);
    hasStart = true;
  };
  return {
    async keep(hasNews) {
      if (!hasNews && !isDue) return;
      isDue = true;
      try {
        const { leaves, isWhole } = await keepPast(ports, hasJournal, noteStart);
        unsummarised += leaves;
        if (unsummarised >= SUMMARISE_AFTER_LEAVES) {
          await summariseTickets(ports);
          unsummarised = 0;
        }
        isDue = !isWhole;
        isFailing = false;
      } catch (error) {
        if (!isFailing) ports.logger.warn('log.past_not_kept', { error });
        isFailing = true;
      }
    },
  };
}

/** How many leaves were added to the journal, and whether everything that was signed is stored now. */
type Kept = { leaves: number; isWhole: boolean };

/**
 * Stores what is new. `noteStart` receives the first leaf that this round writes, and whether an earlier checkpoint was
 * kept.
 */
async function keepPast(
  ports: KeepPastPorts,
  hasJournal: boolean,
  noteStart: (from: number, isBegun: boolean) => Promise<void>,
): Promise<Kept> {
  const kept = await readKept(ports.kept);
  // The journal of another log, or a later one of this log, is not overwritten. The guard reports it.
  if (kept !== undefined && (await comparePast(ports.merkleLog, kept)) !== undefined) return NOTHING;
  const latest = await ports.merkleLog.latestCheckpoint();
  if (latest === undefined) return NOTHING;
  ports.pastGuard.remember(asKept(latest));
  const known = kept === undefined || kept === 'unreadable' ? undefined : kept.size;
  if (known === latest.size) return NOTHING;
  const from = known ?? (latest.size > BEGIN_WITH_LEAVES ? latest.size : 0);
  await noteStart(from, known !== undefined);
  if (!hasJournal) {
    await ports.kept.write(KEPT_CHECKPOINT, encodeKept(latest));
    return NOTHING;
  }
  const upTo = (await ports.merkleLog.checkpointOver(from + ROUND_LEAVES)) ?? latest;
  await writeJournal(ports, { from, to: upTo.size });
  await ports.kept.write(KEPT_CHECKPOINT, encodeKept(upTo));
  return { leaves: upTo.size - from, isWhole: upTo.size === latest.size };
}

const NOTHING: Kept = { leaves: 0, isWhole: true };

/**
 * Notes where the journal starts. This is done in the first round of a process, and in every round that begins a new
 * journal.
 */
async function settleStart(
  { database, kept, now }: KeepPastPorts,
  hasJournal: boolean,
  from: number,
  isBegun: boolean,
): Promise<void> {
  if (!hasJournal) return noteJournalStart(database, 'off', now());
  const noted = await readJournalStart(database);
  if (isBegun && noted !== undefined && noted !== 'off') return;
  // An earlier version of the program did not note where the journal began. The first segment shows it.
  const [first] = isBegun && noted === undefined ? await listSegments(kept) : [];
  await noteJournalStart(database, first?.from ?? from, now());
}

/** Writes segments of the journal from the rows of the database. */
export async function writeJournal(
  ports: Omit<KeepPastPorts, 'pastGuard' | 'logger'>,
  { from, to: end }: SegmentRange,
): Promise<void> {
  const origin = await ports.merkleLog.origin();
  if (origin === undefined) throw new Error('The log has checkpoints and no name');
  for (let first = from; first < end; first += SEGMENT_LEAVES) {
    const range = { from: first, to: Math.min(first + SEGMENT_LEAVES, end) };
    const rows = await readJournal(ports, range);
    const name = segmentName(range);
    const written = { version: 1, origin, from: first, writtenAt: ports.now().toISOString() } as const;
    await ports.kept.write(name, await sealSegment(ports, name, { ...written, ...rows }));
  }
}
