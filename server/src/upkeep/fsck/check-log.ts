/**
 * The append-only log, derived again from the certificates' leaves: every place is taken once, every stored hash
 * follows from those below it, and every signed checkpoint has the root of the tree at its size.
 */

import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  appendLeaves,
  decodeCheckpoint,
  decodeNoteKey,
  EMPTY_FRONTIER,
  encodeNoteKey,
  equalBytes,
  type Frontier,
  foldNodes,
  type NodeRun,
  type NoteKey,
  ProofError,
  TILE_WIDTH,
  verifyNote,
} from '@sello/proof';
import type { CheckpointRow } from '../../transparency/ports.ts';
import { hashChildren } from '../../transparency/sequence-log.ts';
import { tileName, wholeRows } from '../../transparency/tiles/full-tiles.ts';
import type { TileMarks } from '../../transparency/tiles/pg-tile-marks.ts';
import type { PastReads } from './past/ports.ts';
import type { Finding, FsckReads, LogStateRow, PlacedLeaf } from './ports.ts';
import { problem } from './problem.ts';
import { makeTileCheck, missingTile } from './tiles/check-tiles.ts';

type LogCheck = { crypto: CryptoEngine; past: Pick<PastReads, 'kept'> } & {
  reads: FsckReads;
  advance: (leaves: number) => Promise<void>;
};

/** With how much of the log is in the file store. */
type TreeCheck = LogCheck & { marks: TileMarks };

/** Hashes per stored row. */
const CHUNK = 32;
/** How many leaves are derived before stored hashes are compared with them. */
const COMPARE_EVERY = 4_096;

export async function* checkLog(check: LogCheck): AsyncGenerator<Finding> {
  const state = await check.reads.logState();
  if (state === undefined) {
    const [some] = await firstOf(check.reads.placedLeaves());
    if (some !== undefined)
      yield problem('log_missing', 'log', 'Certificates have places in a log that does not exist.');
    return;
  }
  const marks = await check.reads.tileMarks();
  const tree = yield* deriveTree({ ...check, marks }, state);
  yield* checkState(tree, state);
  yield* checkShapes(check, state);
}

async function* checkShapes({ reads }: LogCheck, { size }: LogStateRow): AsyncGenerator<Finding> {
  const message = (what: string) => `A row of ${what} has the wrong length, or should not exist.`;
  for await (const { level, chunk } of flatten(reads.misshapenNodes(size)))
    yield problem('node_row', `level ${level} row ${chunk}`, message('hashes'), 'log');
  // Whether they are those of the certificates is checked with each time stamp.
  for await (const { chunk } of flatten(reads.misshapenEntries(size)))
    yield problem('entry_row', `entries row ${chunk}`, message('entries'), 'log');
}

async function* checkState(tree: DerivedTree, { size, frontier }: LogStateRow): AsyncGenerator<Finding> {
  // The signed size is stronger evidence than the counter.
  if (tree.lastCheckpoint !== size) {
    const message = `The log states ${size} leaves, but its newest checkpoint states ${tree.lastCheckpoint}.`;
    yield problem('log_size', 'log', message, tree.frontier.size === tree.lastCheckpoint ? 'log' : undefined);
  }
  const derived = tree.frontier.nodes;
  const isSame =
    derived.length === frontier.length &&
    derived.every((node, i) => equalBytes(node, frontier[i] ?? new Uint8Array(0)));
  if (!isSame)
    yield problem('frontier', 'log', 'The right edge of the log does not follow from its leaves.', 'log');
}

type DerivedTree = { frontier: Frontier; lastCheckpoint: number };

/** Adds the leaves in order, up to each checkpoint in turn. */
async function* deriveTree(check: TreeCheck, state: LogStateRow): AsyncGenerator<Finding, DerivedTree> {
  const keys = await readKeys(check, state);
  if (keys.length < state.signingKeys.length)
    yield problem('log_key', 'log', 'A signing key of the log cannot be read.');
  const leaves = inOrder(flatten(check.reads.placedLeaves()));
  const runs = makeRuns();
  const tiles = makeTileCheck(check.past.kept, check.marks);
  let frontier: Frontier = EMPTY_FRONTIER;
  let lastCheckpoint = 0;
  const append = async function* (size: number): AsyncGenerator<Finding> {
    while (frontier.size < size) {
      const { hashes, faults } = await takeLeaves(
        check,
        leaves,
        frontier.size,
        Math.min(size - frontier.size, COMPARE_EVERY),
      );
      yield* faults;
      if (hashes.length === 0) return;
      const next = appendLeaves(frontier, hashes, hashChildren);
      frontier = next.frontier;
      runs.add(next.runs);
      yield* tiles.compare(next.runs);
      await check.advance(hashes.length);
      if (runs.leaves() >= COMPARE_EVERY) yield* compareNodes(check, runs.take());
    }
  };
  for await (const checkpoint of flatten(check.reads.checkpoints())) {
    yield* append(checkpoint.size);
    lastCheckpoint = checkpoint.size;
    yield* checkCheckpoint(check, checkpoint, state.origin, keys, frontier);
  }
  yield* compareNodes(check, runs.take());
  const { faults } = await takeLeaves(check, leaves, frontier.size, Number.POSITIVE_INFINITY);
  yield* faults;
  return { frontier, lastCheckpoint };
}

type Leaves = { next(): Promise<PlacedLeaf | undefined>; putBack(leaf: PlacedLeaf): void };

/** An iterator over leaves that can put one back. */
function inOrder(source: AsyncGenerator<PlacedLeaf>): Leaves {
  let waiting: PlacedLeaf | undefined;
  return {
    async next() {
      const leaf = waiting ?? (await source.next()).value;
      waiting = undefined;
      return leaf ?? undefined;
    },
    putBack(leaf) {
      waiting = leaf;
    },
  };
}

/**
 * The hashes of the next places. Where no certificate has the place, the stored hash is used, so that one fault does
 * not spoil all that follow. An infinite `count` reports all remaining leaves as past the end.
 */
async function takeLeaves(
  check: TreeCheck,
  leaves: Leaves,
  from: number,
  count: number,
): Promise<{ hashes: Uint8Array[]; faults: Finding[] }> {
  const hashes: Uint8Array[] = [];
  const faults: Finding[] = [];
  const isPastTheEnd = count === Number.POSITIVE_INFINITY;
  while (hashes.length < count) {
    const place = from + hashes.length;
    const leaf = await leaves.next();
    if (leaf === undefined && isPastTheEnd) break;
    if (leaf !== undefined && (leaf.place < place || isPastTheEnd)) {
      const message = isPastTheEnd
        ? `It has place ${leaf.place} in the log, which no checkpoint covers.`
        : `It has place ${leaf.place} in the log, and so does another certificate.`;
      faults.push(problem('place_taken', leaf.where, message));
      continue;
    }
    if (leaf !== undefined && leaf.place > place) leaves.putBack(leaf);
    const own = leaf?.place === place ? leaf : undefined;
    if (own === undefined)
      faults.push(problem('place_empty', `place ${place}`, 'No certificate has this place in the log.'));
    const hash = own?.leafHash ?? (await storedLeaf(check, place));
    if (hash === undefined) {
      const tile = { level: 0, index: Math.floor(place / TILE_WIDTH) };
      if (place < check.marks.dropped) faults.push(missingTile(tile, check.marks));
      break;
    }
    hashes.push(hash);
  }
  return { hashes, faults };
}

async function storedLeaf({ reads, past }: TreeCheck, place: number): Promise<Uint8Array | undefined> {
  const chunk = Math.floor(place / CHUNK);
  const [row] = await reads.nodes([{ level: 0, firstChunk: chunk, lastChunk: chunk }]);
  const hashes = row?.hashes ?? (await past.kept.read(tileName({ level: 0, index: Math.floor(chunk / 8) })));
  const from = (row === undefined ? place % TILE_WIDTH : place % CHUNK) * 32;
  const hash = hashes?.subarray(from, from + 32);
  return hash?.length === 32 ? hash : undefined;
}

/** Collects derived hashes by level until they are compared. */
function makeRuns() {
  let levels: { firstIndex: number; hashes: Uint8Array[] }[] = [];
  return {
    leaves: () => levels[0]?.hashes.length ?? 0,
    add(runs: readonly NodeRun[]) {
      for (const { level, firstIndex, hashes } of runs) {
        const known = levels[level];
        if (known === undefined) levels[level] = { firstIndex, hashes: [...hashes] };
        else known.hashes.push(...hashes);
      }
    },
    take(): NodeRun[] {
      const taken = levels.map(({ firstIndex, hashes }, level) => ({ level, firstIndex, hashes }));
      levels = [];
      return taken;
    },
  };
}

async function* compareNodes({ reads, marks }: TreeCheck, runs: readonly NodeRun[]): AsyncGenerator<Finding> {
  if (runs.length === 0) return;
  const stored = new Map<string, Uint8Array>();
  const ranges = runs.map(({ level, firstIndex, hashes }) => ({
    level,
    firstChunk: Math.floor(firstIndex / CHUNK),
    lastChunk: Math.floor((firstIndex + hashes.length - 1) / CHUNK),
  }));
  for (const { level, chunk, hashes } of await reads.nodes(ranges)) stored.set(`${level}/${chunk}`, hashes);
  for (const { level, firstIndex, hashes } of runs) {
    for (const [i, hash] of hashes.entries()) {
      const index = firstIndex + i;
      const from = (index % CHUNK) * 32;
      const kept = stored.get(`${level}/${Math.floor(index / CHUNK)}`)?.subarray(from, from + 32);
      if (kept !== undefined && equalBytes(kept, hash)) continue;
      // In the file store, where its tile was compared.
      if (kept === undefined && Math.floor(index / CHUNK) < wholeRows(level, marks.dropped)) continue;
      const what =
        level === 0
          ? 'a leaf differs from that of its certificate'
          : 'a node does not follow from those below it';
      const message = `In the stored tree ${kept === undefined ? 'a hash is missing' : what}.`;
      yield problem('node_differs', `level ${level} index ${index}`, message, 'log');
    }
  }
}

async function* checkCheckpoint(
  { crypto }: LogCheck,
  { size, root, note }: CheckpointRow,
  origin: string,
  keys: readonly NoteKey[],
  frontier: Frontier,
): AsyncGenerator<Finding> {
  const where = `checkpoint ${size}`;
  if (frontier.size !== size || !equalBytes(foldNodes(frontier.nodes, hashChildren), root)) {
    yield problem(
      'checkpoint_root',
      where,
      'The signed root is not that of the certificates up to this size.',
    );
  }
  try {
    const stated = decodeCheckpoint(note);
    if (stated.origin !== origin || stated.size !== size || !equalBytes(stated.root, root)) {
      yield problem('checkpoint_note', where, 'The signed note states a different log, size or root.');
    }
    // The stored note has no lines but the log's own.
    const signers = await verifyNote(crypto, stated.note, keys);
    if (signers === 'forged' || signers.length === 0 || signers.length !== stated.note.signatures.length)
      yield problem(
        'checkpoint_signature',
        where,
        'The log did not sign this note, or with a key that is gone.',
      );
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    yield problem('checkpoint_note', where, `The signed note cannot be read: ${error.message}.`);
  }
}

/** The public halves of the stored signing keys, as the log publishes them; those that can be read. */
async function readKeys(check: LogCheck, { origin, signingKeys }: LogStateRow): Promise<NoteKey[]> {
  const read = await Promise.all(signingKeys.map((signingKey) => readKey(check, origin, signingKey)));
  return read.filter((key) => key !== undefined);
}

async function readKey({ crypto }: LogCheck, origin: string, signingKey: Uint8Array) {
  try {
    const key = createPrivateKey({ key: Buffer.from(signingKey), format: 'der', type: 'pkcs8' });
    const isCanonical = key.export({ type: 'pkcs8', format: 'der' }).equals(signingKey);
    if (key.asymmetricKeyType !== 'ed25519' || !isCanonical) return undefined;
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
    return await decodeNoteKey(crypto, await encodeNoteKey(crypto, origin, publicKey));
  } catch {
    // A key that cannot be read can verify nothing.
    return undefined;
  }
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

async function firstOf<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  for await (const batch of batches) return batch;
  return [];
}
