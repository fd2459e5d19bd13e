/**
 * Checks the entries that a log publishes (C2SP tlog-tiles). Each entry must hash to its leaf, and the leaves must
 * lead to the signed root. They are checked bundle by bundle, beginning with the first run of the monitor; older
 * entries are not checked.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  appendLeaves,
  decodeEntryBundle,
  type EntryBundle,
  entryHash,
  equalBytes,
  type Frontier,
  foldNodes,
  ProofError,
  planRoot,
  readTiledNodes,
  type SignedCheckpoint,
  TILE_WIDTH,
} from '@sello/proof';
import { hashChildren } from '../sequence-log.ts';
import { LogBreach } from './log-breach.ts';
import { type LogClient, unlessMisshapen } from './log-client.ts';

type WatchPorts = { log: Pick<LogClient, 'entries' | 'tile'>; crypto: CryptoEngine };

/** How many of the checked leaves have a published entry, and how many have none. */
export type EntriesSeen = { hashed: number; withheld: number };

const HASH_BYTES = 32;

export async function assertEntries(
  ports: WatchPorts,
  lastSize: number | undefined,
  { size, root }: SignedCheckpoint,
  notes: readonly string[],
): Promise<EntriesSeen> {
  // The bundle of the newest known leaf may have been partial, so the whole bundle is read again.
  const newestSeen = Math.max(0, (lastSize ?? size) - 1);
  const first = Math.floor(newestSeen / TILE_WIDTH);
  let frontier = await unlessMisshapen(() => frontierAt(ports, first * TILE_WIDTH, size));
  const seen = { hashed: 0, withheld: 0 };
  for (let index = first; index * TILE_WIDTH < size; index += 1) {
    const bundle = { index, width: Math.min(TILE_WIDTH, size - index * TILE_WIDTH) };
    const leaves = await unlessMisshapen(() => readLeaves(ports, bundle));
    if (await assertHashed(ports, bundle, leaves, notes)) seen.hashed += bundle.width;
    else seen.withheld += bundle.width;
    frontier = appendLeaves(frontier, leaves, hashChildren).frontier;
  }
  if (!equalBytes(foldNodes(frontier.nodes, hashChildren), root))
    throw new LogBreach(
      'wrong_tiles',
      `The leaves in the tiles lead to another root than the checkpoint of ${size} leaves.`,
      notes,
    );
  return seen;
}

/**
 * The right edge of the tree when it had `at` leaves. It is shown to be genuine when the signed root is reached from
 * it.
 */
async function frontierAt({ log }: WatchPorts, at: number, size: number): Promise<Frontier> {
  const nodes = planRoot(at);
  const found = await readTiledNodes(size, nodes, log.tile, hashChildren);
  return { size: at, nodes: nodes.map(found) };
}

async function readLeaves({ log }: WatchPorts, { index, width }: EntryBundle): Promise<Uint8Array[]> {
  const bytes = await log.tile({ level: 0, index, width });
  if (bytes.length !== width * HASH_BYTES)
    throw new ProofError('proof_malformed', `the tile of leaves ${index} has ${bytes.length} bytes`);
  return Array.from({ length: width }, (_, i) => bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES));
}

/** Checks that these entries hash to their leaves. False if the log does not publish them. */
async function assertHashed(
  { log, crypto }: WatchPorts,
  bundle: EntryBundle,
  leaves: readonly Uint8Array[],
  notes: readonly string[],
): Promise<boolean> {
  const bytes = await log.entries(bundle);
  if (bytes === undefined) return false;
  const entries = await unlessMisshapen(async () => decodeEntryBundle(bytes, bundle.width));
  for (const [i, entry] of entries.entries()) {
    const leaf = leaves[i];
    if (leaf !== undefined && equalBytes(await entryHash(crypto, entry), leaf)) continue;
    throw new LogBreach(
      'wrong_entries',
      `Entry ${bundle.index * TILE_WIDTH + i} that the log publishes is not the one behind its leaf.`,
      notes,
    );
  }
  return true;
}
