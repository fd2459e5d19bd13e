/** Checks the journal beside the files: whether `sello recover` could restore from it what a database loses. */

import type { Check, Checking } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import { type Repair, whole } from '../../database/check/repair.ts';
import type { Database } from '../../database/pool.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { makeMerkleLogStore } from '../../transparency/pg-log.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { namedLeaves } from '../../transparency/rollback/compare-past.ts';
import { KEPT_CHECKPOINT, readKept } from '../../transparency/rollback/kept-checkpoint.ts';
import {
  listSegments,
  type NamedSegment,
  readSegment,
  type SegmentRange,
} from '../journal/journal-segment.ts';
import { readJournalStart } from '../journal/journal-start.ts';

type JournalNeeds = {
  kept: Pick<KeptObjects, 'read' | 'list'>;
  masters: readonly Uint8Array[];
  /** The current database, not a snapshot, because servers write to the journal during the check. */
  database: Database;
  /** The log. Undefined if there is none yet, or if one of its keys cannot be read. */
  log: { origin: string } | undefined;
  /** For how many days pieces are kept; 0 means that there is no journal. */
  journalDays: number;
  isQuick: boolean;
};

const DAY_MS = 86_400_000;

export const checkJournal: Check<JournalNeeds, 'journal'> = {
  name: 'upkeep: journal',
  async *find(given) {
    try {
      yield* findFaults(given);
    } catch (error) {
      const { message } =
        error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
      yield problem('journal_unreadable', 'beside the files', `The journal cannot be read: ${message}.`);
    }
  },
};

async function* findFaults(given: Checking & JournalNeeds): AsyncGenerator<Finding<'journal'>> {
  const { kept, database, log, isQuick } = given;
  if (log === undefined) return;
  // The checkpoint is read before the list of pieces. If pieces are written in between, the list only has more of them.
  const signed = await readKept(kept);
  const pieces = await listSegments(kept);
  if (signed === undefined && pieces.length > 0) yield problem('journal_astray', KEPT_CHECKPOINT, ASTRAY);
  const end = signed === undefined || signed === 'unreadable' ? 0 : signed.size;
  for (const gap of gapsIn(pieces, { from: await startOf(given, pieces, end), to: end }))
    yield problem('journal_gap', namedLeaves(gap.from, gap.to), GAP, 'journal');
  if (isQuick) return;
  const merkleLog = makeMerkleLogStore(database, kept);
  for (const piece of pieces) {
    await given.takeBreak();
    yield* checkPiece(given, merkleLog, log.origin, piece);
  }
}

const ASTRAY =
  'There is a journal beside the files, but not the checkpoint that says how far it goes. A running server writes it again.';
const GAP =
  'They were signed and are in no piece of the journal: sello recover could not put them back. sello fsck --repair writes them again from the database.';

/**
 * The first leaf that must be in the journal; earlier ones may have been deleted. Older versions of the program do
 * not record what they delete. For these, the first piece and the number of days for which pieces are kept show where
 * the journal begins.
 */
async function startOf(
  { database, journalDays, now }: JournalNeeds & { now(): Date },
  pieces: readonly NamedSegment[],
  end: number,
): Promise<number> {
  const noted = await readJournalStart(database);
  if (noted === 'off' || journalDays === 0) return end;
  const old = await makeMerkleLogStore(database).checkpointUntil(
    new Date(now().getTime() - journalDays * DAY_MS),
  );
  return Math.max(noted ?? pieces[0]?.from ?? end, old?.size ?? 0);
}

/** Finds the gaps in a range. The pieces come in the order of their first place. */
function* gapsIn(pieces: readonly NamedSegment[], { from, to }: SegmentRange): Generator<SegmentRange> {
  let reached = from;
  for (const piece of [...pieces, { from: to, to }]) {
    if (piece.from > reached && reached < to) yield { from: reached, to: Math.min(piece.from, to) };
    reached = Math.max(reached, piece.to);
  }
}

async function* checkPiece(
  given: JournalNeeds,
  merkleLog: Pick<MerkleLogStore, 'readNodes' | 'latestCheckpoint'>,
  origin: string,
  piece: NamedSegment,
): AsyncGenerator<Finding<'journal'>> {
  const opened = await open(given, origin, piece);
  if (opened === undefined) return;
  if (typeof opened === 'string') {
    const message = `This piece of the journal cannot be used: ${opened}. sello fsck --repair writes it again from the database.`;
    yield problem('journal_broken', piece.name, message, 'journal');
    return;
  }
  const other = await firstOther(merkleLog, piece.from, opened.leaves);
  if (other === undefined) return;
  const message = `Leaf ${other} differs from the log's: this piece of the journal belongs to another history. See sello recover.`;
  yield problem('journal_differs', piece.name, message);
}

/** The first place whose leaf differs from that of the log. */
async function firstOther(
  merkleLog: Pick<MerkleLogStore, 'readNodes' | 'latestCheckpoint'>,
  from: number,
  leaves: readonly { leafHash: string }[],
): Promise<number | undefined> {
  const { size = 0 } = (await merkleLog.latestCheckpoint()) ?? {};
  const count = Math.min(leaves.length, Math.max(size - from, 0));
  const places = Array.from({ length: count }, (_, i) => ({ level: 0, index: from + i }));
  // Missing hashes are reported by the check of the log.
  const hashes = await merkleLog.readNodes(places).catch(() => []);
  const at = hashes.findIndex((hash, i) => Buffer.from(hash).toString('base64') !== leaves[i]?.leafHash);
  return at < 0 ? undefined : from + at;
}

/** Opens a piece, or returns why it cannot be used. Undefined if it was deleted since it was listed. */
async function open({ kept, masters }: JournalNeeds, origin: string, piece: NamedSegment) {
  const keyWrapping = { unwrap: (place: string, bytes: Uint8Array) => unwrapKey(masters, place, bytes) };
  try {
    return await readSegment({ kept, keyWrapping }, origin, piece);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export type JournalRepairs = {
  journal: JournalNeeds & {
    now(): Date;
    /** Writes pieces of the journal from the rows of the database. */
    write(range: SegmentRange): Promise<void>;
  };
};

/** Writes pieces that cannot be used again. A piece of another history of the log is left as it is. */
export const repairJournal: Repair<'journal', JournalRepairs> = {
  kind: 'journal',
  async run({ journal }) {
    const { kept, log, write } = journal;
    const signed = await readKept(kept);
    if (log === undefined || signed === undefined || signed === 'unreadable')
      return { told: 'the journal cannot be written again: nothing says how far it goes', isWhole: false };
    const pieces = await listSegments(kept);
    const lost = [...gapsIn(pieces, { from: await startOf(journal, pieces, signed.size), to: signed.size })];
    for (const piece of pieces)
      if (typeof (await open(journal, log.origin, piece)) === 'string') lost.push(piece);
    for (const range of lost) await write(range);
    return whole(`${lost.length} pieces of the journal were written again`);
  },
};
