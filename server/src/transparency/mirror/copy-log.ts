/**
 * Brings the copy of a log up to its newest checkpoint (C2SP tlog-mirror, by reading what the log publishes). Nothing is
 * stored unverified: the tiles of the right edge lead to the signed root, each tile below is compared with its hash in the
 * tile above, and each entry with its leaf. So a wrong tile is found when it is read, and at most one tile of each level
 * is in memory, however large the log is.
 *
 * Crash point: the checkpoint is stored and cosigned after all that it covers is on disk. After a kill, what was stored is
 * verified again and not fetched again.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  addSignatures,
  cosign,
  decodeCheckpoint,
  decodeEntryBundle,
  EMPTY_ROOT,
  entryHash,
  equalBytes,
  foldNodes,
  foldTile,
  planRoot,
  readTiledNodes,
  type SignedCheckpoint,
  TILE_WIDTH,
  type Tile,
} from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import { readNewest } from '../monitor/follow-log.ts';
import { LogBreach } from '../monitor/log-breach.ts';
import { type LogClient, unlessMisshapen } from '../monitor/log-client.ts';
import { hashChildren } from '../sequence-log.ts';
import type { WitnessMemory } from '../witness-server/state-folder.ts';
import type { WitnessKey } from '../witness-server/witness-key.ts';
import type { MirrorFiles } from './mirror-files.ts';

export type MirrorPorts = {
  log: LogClient;
  files: MirrorFiles;
  memory: WitnessMemory;
  crypto: CryptoEngine;
  now: Clock;
};

export type MirrorRules = {
  /** The log's verifier keys; one of them must have signed. */
  keys: readonly string[];
  origin: string;
  /** The mirror's key. With it, the mirror signs that it has everything that the checkpoint covers. */
  signer: WitnessKey;
};

/** What one round has copied. */
export type Copied = { size: number; tiles: number; entries: number; withheld: number };

/**
 * Copies what is new. Rejects with a `LogBreach` if the log broke a promise, and with `LogUnreadable` if it could not be
 * read; the copy then stays at its last checkpoint.
 */
export async function copyLog(ports: MirrorPorts, rules: MirrorRules): Promise<Copied> {
  const stored = await ports.memory.read(rules.origin);
  const { note, checkpoint, notes } = await readNewest(ports, rules, stored);
  if (checkpoint.origin !== rules.origin)
    throw new LogBreach('other_log', `This is the log ${checkpoint.origin}, not ${rules.origin}.`, notes);
  const last = stored === undefined ? undefined : decodeCheckpoint(stored);
  const copied: Copied = { size: checkpoint.size, tiles: 0, entries: 0, withheld: 0 };
  if (last?.size === checkpoint.size && !hasMoreLines(last, checkpoint)) return copied;
  if (last?.size !== checkpoint.size) await copyTiles(ports, last?.size ?? 0, checkpoint, { notes, copied });
  const timeSeconds = Math.floor(ports.now().getTime() / 1000);
  const { signer } = rules;
  const line = await cosign(ports.crypto, checkpoint.note.text, signer.vkey, timeSeconds, signer.sign);
  await ports.memory.write(rules.origin, addSignatures(note, [line]));
  for (const size of new Set([last?.size ?? 0, checkpoint.size]))
    await dropPartial(ports.files, size, checkpoint.size);
  return copied;
}

/**
 * Whether witnesses have cosigned since the last copy. The stored note has one line more than the log's: the mirror's
 * own.
 */
function hasMoreLines(last: SignedCheckpoint, next: SignedCheckpoint): boolean {
  return next.note.signatures.length >= last.note.signatures.length;
}

type Round = { notes: readonly string[]; copied: Copied };

async function copyTiles(
  ports: MirrorPorts,
  lastSize: number,
  { size, root }: SignedCheckpoint,
  round: Round,
): Promise<void> {
  const edge = await readEdge(ports, size, root, round);
  // From the top down: each new hash of an edge tile leads to a full tile of the level below.
  for (const { tile, bytes } of edge.toReversed()) {
    if (tile.level > 0) await copyBelow(ports, tile, bytes, lastSize, round);
    else await copyEntries(ports, tile, bytes, round);
    await ports.files.writeTile(tile, bytes);
    round.copied.tiles += 1;
  }
}

type StoredTile = { tile: Tile; bytes: Uint8Array };

/** The partial tiles at the right edge, lowest level first. They were verified: they give the signed root. */
async function readEdge(
  ports: MirrorPorts,
  size: number,
  root: Uint8Array,
  round: Round,
): Promise<StoredTile[]> {
  const read = new Map<number, StoredTile>();
  const nodes = planRoot(size);
  const found = await unlessMisshapen(() =>
    readTiledNodes(
      size,
      nodes,
      async (tile) => {
        const bytes = await ports.log.tile(tile);
        read.set(tile.level, { tile, bytes });
        return bytes;
      },
      hashChildren,
    ),
  );
  const reached = size === 0 ? EMPTY_ROOT : foldNodes(nodes.map(found), hashChildren);
  if (!equalBytes(reached, root))
    throw wrongTiles(`The tiles lead to another root than the checkpoint of ${size} leaves.`, round);
  return [...read.values()].toSorted((a, b) => a.tile.level - b.tile.level);
}

/** Copies the full tiles under the hashes of a verified tile, except those that an earlier checkpoint covered. */
async function copyBelow(
  ports: MirrorPorts,
  { level, index, width }: Tile,
  bytes: Uint8Array,
  lastSize: number,
  round: Round,
): Promise<void> {
  const leavesEach = TILE_WIDTH ** level;
  for (let i = 0; i < width; i += 1) {
    const tile = { level: level - 1, index: index * TILE_WIDTH + i, width: TILE_WIDTH };
    if ((tile.index + 1) * leavesEach <= lastSize) continue;
    const below = await readVerified(ports, tile, bytes.subarray(32 * i, 32 * (i + 1)), round);
    if (tile.level > 0) await copyBelow(ports, tile, below.bytes, lastSize, round);
    else await copyEntries(ports, tile, below.bytes, round);
    if (below.isStored) continue;
    await ports.files.writeTile(tile, below.bytes);
    round.copied.tiles += 1;
  }
}

/** Takes a tile from the disk if it was stored before a kill. If it is missing or damaged there, it is fetched. */
async function readVerified(
  ports: MirrorPorts,
  tile: Tile,
  hash: Uint8Array,
  round: Round,
): Promise<{ bytes: Uint8Array; isStored: boolean }> {
  const stored = await ports.files.readTile(tile);
  if (stored?.length === 32 * TILE_WIDTH && equalBytes(foldTile(stored, hashChildren), hash))
    return { bytes: stored, isStored: true };
  const bytes = await ports.log.tile(tile);
  const reached = await unlessMisshapen(async () => foldTile(bytes, hashChildren));
  if (!equalBytes(reached, hash))
    throw wrongTiles(
      `Tile ${tile.index} of level ${tile.level} is not the one under the signed root.`,
      round,
    );
  return { bytes, isStored: false };
}

/** Copies the entries behind the leaves of a verified tile. Those that the log does not publish are counted. */
async function copyEntries(
  ports: MirrorPorts,
  { index, width }: Tile,
  leaves: Uint8Array,
  round: Round,
): Promise<void> {
  const bundle = { index, width };
  const stored = await ports.files.readEntries(bundle);
  if (stored !== undefined && (await isBehind(ports, stored, width, leaves))) return;
  const bytes = await ports.log.entries(bundle);
  if (bytes === undefined) {
    round.copied.withheld += width;
    return;
  }
  const entries = await unlessMisshapen(async () => decodeEntryBundle(bytes, width));
  if (!(await hashTo(ports, entries, leaves)))
    throw new LogBreach(
      'wrong_entries',
      `Bundle ${index} that the log publishes does not hash to its leaves.`,
      round.notes,
    );
  // If the log has grown, it may answer with a wider bundle. Only the part that the checkpoint covers is stored.
  const length = entries.reduce((sum, entry) => sum + 2 + entry.length, 0);
  await ports.files.writeEntries(bundle, bytes.subarray(0, length));
  round.copied.entries += width;
}

async function isBehind(
  ports: MirrorPorts,
  stored: Uint8Array,
  width: number,
  leaves: Uint8Array,
): Promise<boolean> {
  try {
    return await hashTo(ports, decodeEntryBundle(stored, width), leaves);
  } catch {
    // A file that was damaged on the disk is fetched again.
    return false;
  }
}

async function hashTo(
  { crypto }: MirrorPorts,
  entries: readonly Uint8Array[],
  leaves: Uint8Array,
): Promise<boolean> {
  const hashes = await Promise.all(entries.map((entry) => entryHash(crypto, entry)));
  return equalBytes(Buffer.concat(hashes), leaves);
}

/** Deletes the partial tiles that were at the right edge at `edgeSize` leaves, because today's tiles contain them. */
async function dropPartial(files: MirrorFiles, edgeSize: number, size: number): Promise<void> {
  for (let level = 0; TILE_WIDTH ** level <= edgeSize; level += 1) {
    const index = Math.floor(edgeSize / TILE_WIDTH ** (level + 1));
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    if (width === 0) continue;
    await files.dropNarrower({ level, index, width });
    if (level === 0) await files.dropNarrower({ index, width });
  }
}

function wrongTiles(message: string, { notes }: Round): LogBreach {
  return new LogBreach('wrong_tiles', message, notes);
}
