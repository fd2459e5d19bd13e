/**
 * Checks the append-only log by recomputing it from the certificates' leaves. Every place must be taken once, every
 * stored hash must follow from those below it, and every signed checkpoint must have the root of the tree at its
 * size.
 *
 * Signed data never changes. So the log is checked piece by piece up to the size that was signed at the start, without
 * a snapshot that is held between pieces. Data that may grow or move is read at the same moment as the data with which
 * it is compared.
 */

import type { CryptoEngine } from '@sello/proof';
import { appendLeaves, EMPTY_FRONTIER, equalBytes, type Frontier } from '@sello/proof';
import type { Check, Checking } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { hashChildren } from '../sequence-log.ts';
import { checkCheckpoint, readKeys } from './check-checkpoint.ts';
import { makeLogReads } from './pg-read-log.ts';
import type { LeafOwners, LogReads, LogStateRow } from './ports.ts';
import { makeStoredTree } from './stored-tree.ts';
import { checkPastTheEnd, takeLeaves } from './take-leaves.ts';

type Needs = {
  crypto: CryptoEngine;
  kept: Pick<KeptObjects, 'read'>;
  leaves: LeafOwners;
  /** The available master keys. */
  masters: readonly Uint8Array[];
};

type LogCheck = Checking & Needs & { reads: LogReads };

export const checkLog: Check<Needs, 'log' | 'tiles' | 'store_again'> = {
  name: 'transparency: log',
  find: (given) => deriveLog({ ...given, reads: makeLogReads(given.snapshot, given.masters) }),
};

type LogFinding = Finding<'log' | 'tiles' | 'store_again'>;

/** How many leaves are read and hashed at a time, before stored hashes are compared with them. */
const PIECE_LEAVES = 1_024;

async function* deriveLog(check: LogCheck): AsyncGenerator<LogFinding> {
  const state = await check.reads.logState();
  if (state === undefined) {
    if (await check.leaves.hasPlaces())
      yield problem('log_missing', 'log', 'Certificates have places in a log that does not exist.');
    return;
  }
  await check.snapshot.letGo();
  const frontier = yield* deriveTree(check, state);
  yield* checkState(frontier, state);
  yield* checkPastTheEnd(check);
  yield* checkShapes(check);
}

/** Checks the lengths of rows that grow with the log, against the size of the log at the same moment. */
async function* checkShapes({ reads, snapshot }: LogCheck): AsyncGenerator<LogFinding> {
  await snapshot.letGo();
  const message = (what: string) => `A row of ${what} has the wrong length, or should not exist.`;
  for await (const { level, chunk } of flatten(reads.misshapenNodes()))
    yield problem('node_row', `level ${level} row ${chunk}`, message('hashes'), 'log');
  // Only the length is checked here. The check of each time stamp compares the entries with the certificates.
  for await (const { chunk } of flatten(reads.misshapenEntries()))
    yield problem('entry_row', `entries row ${chunk}`, message('entries'), 'log');
}

async function* checkState(
  derived: Frontier,
  { size, signedSize, frontier }: LogStateRow,
): AsyncGenerator<LogFinding> {
  // The signed size is stronger evidence than the counter.
  if (signedSize !== size) {
    const message = `The log states ${size} leaves, but its newest checkpoint states ${signedSize}.`;
    yield problem('log_size', 'log', message, derived.size === signedSize ? 'log' : undefined);
  }
  const isSame =
    derived.nodes.length === frontier.length &&
    derived.nodes.every((node, i) => equalBytes(node, frontier[i] ?? new Uint8Array(0)));
  if (!isSame)
    yield problem('frontier', 'log', 'The right edge of the log does not follow from its leaves.', 'log');
}

/** Recomputes the tree: adds the leaves in order, and stops at each checkpoint to compare the root. */
async function* deriveTree(check: LogCheck, state: LogStateRow): AsyncGenerator<LogFinding, Frontier> {
  const keys = await readKeys(check, state);
  if (keys.length < state.signingKeys.length)
    yield problem('log_key', 'log', 'A signing key of the log cannot be read.');
  const stored = makeStoredTree(check);
  let frontier: Frontier = EMPTY_FRONTIER;
  let piece: Uint8Array[] = [];
  const append = async function* (size: number): AsyncGenerator<LogFinding> {
    while (frontier.size < size) {
      if (piece.length === 0) {
        const end = Math.min(frontier.size + PIECE_LEAVES, state.signedSize);
        const { hashes, faults } = await takeLeaves(check, frontier.size, end);
        yield* faults;
        if (hashes.length === 0) return;
        piece = hashes;
      }
      const hashes = piece.splice(0, size - frontier.size);
      const next = appendLeaves(frontier, hashes, hashChildren);
      frontier = next.frontier;
      stored.add(next.runs);
      if (stored.waiting() >= PIECE_LEAVES) yield* stored.compare();
      await check.advance(hashes.length);
    }
  };
  for await (const checkpoint of flatten(check.reads.checkpoints(state.signedSize))) {
    yield* append(checkpoint.size);
    yield* checkCheckpoint(check, checkpoint, state.origin, keys, frontier);
  }
  yield* stored.compare();
  return frontier;
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
