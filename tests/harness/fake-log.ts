/** A log in memory that signs whatever a test wants, even forks, which an honest log never does. */

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  appendLeaves,
  EMPTY_FRONTIER,
  type EntryBundle,
  encodeEntryBundle,
  encodeNoteKey,
  foldNodes,
  type NodeRun,
  planConsistency,
  planRoot,
  resolveProof,
  signCheckpoint,
  TILE_WIDTH,
  type Tile,
  type TreeHead,
  tileNodes,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';
import type { LogClient } from '../../server/src/transparency/monitor/log-client.ts';
import { hashChildren } from '../../server/src/transparency/sequence-log.ts';
import { leafOf } from './log-leaves.ts';

export type FakeLog = {
  origin: string;
  vkey: string;
  leaves: readonly Uint8Array[];
  /** Appends leaves of random entries. */
  growTo(size: number): void;
  /** The signed note of the current size, or of an earlier one. */
  checkpoint(size?: number): Promise<string>;
  consistency(first: number, second: number): readonly Uint8Array[];
  tile(tile: Tile): Uint8Array;
  entries(bundle: EntryBundle): Uint8Array;
  /** Another history of the same log, with the same key, that shares its first leaves. */
  forkAt(size: number): FakeLog;
  /** Signs any size and root, and any extension lines. */
  sign(head: TreeHead, extensions?: readonly string[]): Promise<string>;
};

export async function makeFakeLog(origin: string): Promise<FakeLog> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const vkey = await encodeNoteKey(nodeCryptoEngine, origin, raw);
  const signHead: FakeLog['sign'] = ({ size, root }, extensions = []) =>
    signCheckpoint(nodeCryptoEngine, { origin, size, root, extensions }, vkey, (bytes) =>
      sign(null, bytes, privateKey),
    );
  return withEntries(origin, vkey, [], signHead);
}

function withEntries(
  origin: string,
  vkey: string,
  first: readonly Uint8Array[],
  signHead: FakeLog['sign'],
): FakeLog {
  const entries = [...first];
  const leaves = entries.map(leafOf);
  /** Every complete subtree of the current leaves, by level. */
  let known: { size: number; levels: readonly (readonly Uint8Array[])[] } = { size: 0, levels: [] };
  const levels = () => {
    if (known.size !== leaves.length) {
      const { runs } = appendLeaves(EMPTY_FRONTIER, leaves, copyingHash);
      known = { size: leaves.length, levels: runs.map(({ hashes }: NodeRun) => hashes) };
    }
    return known.levels;
  };
  const nodeIn = (all: readonly (readonly Uint8Array[])[]) => (node: { level: number; index: number }) => {
    const hash = all[node.level]?.[node.index];
    if (hash === undefined) throw new Error(`no node ${node.level}/${node.index}`);
    return hash;
  };
  return {
    origin,
    vkey,
    leaves,
    growTo(size) {
      while (entries.length < size) {
        const entry = randomBytes(32);
        entries.push(entry);
        leaves.push(leafOf(entry));
      }
    },
    async checkpoint(size = leaves.length) {
      const all = levels();
      return signHead({ size, root: foldNodes(planRoot(size).map(nodeIn(all)), hashChildren) });
    },
    consistency(first, second) {
      return resolveProof(planConsistency(first, second), nodeIn(levels()), hashChildren);
    },
    tile(tile) {
      const { level, firstIndex, count } = tileNodes(tile);
      return Buffer.concat(levels()[level]?.slice(firstIndex, firstIndex + count) ?? []);
    },
    entries({ index, width }) {
      return encodeEntryBundle(entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width));
    },
    forkAt: (size) => withEntries(origin, vkey, entries.slice(0, size), signHead),
    sign: signHead,
  };
}

function copyingHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return Uint8Array.from(hashChildren(left, right));
}

/** Everything that the log publishes, of which a test can replace parts. */
export function published(shown: FakeLog, changed: Partial<LogClient> = {}): LogClient {
  return {
    checkpoint: () => shown.checkpoint(),
    witnessedCheckpoint: async () => undefined,
    key: async () => shown.vkey,
    tile: async (tile) => shown.tile(tile),
    entries: async (bundle) => shown.entries(bundle),
    consistency: async (first, second) => shown.consistency(first, second),
    close: async () => {},
    ...changed,
  };
}
