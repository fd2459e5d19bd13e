/** Gives waiting leaves their place in the log and signs the new checkpoint. */

import { createHash } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  appendLeaves,
  createHashChildren,
  EMPTY_ROOT,
  foldNodes,
  planConsistency,
  planInclusion,
  resolveProof,
  signCheckpointBy,
} from '@sello/proof';
import type { Turn } from '../database/duties.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import {
  FIRST_KEY,
  type LogKeyRing,
  logKeyPlace,
  makeLogKeyRing,
  newSigningKey,
  ofAlgorithm,
  openSigningKey,
  readLogKeys,
  signingNow,
} from './log-keys.ts';
import type { MerkleLogStore } from './ports.ts';
import type { PastGuard } from './rollback/past-guard.ts';

/** The log's name, and the function that opens its keys. */
export type LogIdentity = {
  origin: string;
  /** The log's first key. Other keys may have joined or replaced it since: see `readLogKeys`. */
  vkey: string;
  keyRing: LogKeyRing;
};

/** Leaves per commit: large enough to keep up, small enough not to hold locks for long. */
const BATCH_LEAVES = 10_000;

export const hashChildren = createHashChildren((bytes) => createHash('sha256').update(bytes).digest());

/** Opens the log. Its keys are wrapped in the database, so that nobody can sign with a copy of the database. */
export async function openLog(
  ports: { merkleLog: MerkleLogStore; crypto: CryptoEngine; keyWrapping: KeyWrapping; now: Clock },
  origin: string,
  { signsMlDsa }: { signsMlDsa: boolean },
): Promise<LogIdentity> {
  const { merkleLog, keyWrapping } = ports;
  const fresh = keyWrapping.wrap(logKeyPlace(origin), newSigningKey('ed25519'));
  const stored = await merkleLog.open(origin, fresh);
  if (signsMlDsa) await beginMlDsa(ports, stored.origin);
  await rewrapKeys(ports, stored.origin);
  const first = keyWrapping.unwrap(logKeyPlace(stored.origin), stored.signingKey);
  const { vkey } = await openSigningKey(ports, stored.origin, first.key);
  return { origin: stored.origin, vkey, keyRing: makeLogKeyRing(ports, stored.origin) };
}

/**
 * Gives the log a key of ML-DSA-44, unless it has or had one. A log that began before there were such keys gets one
 * when a server of this version first starts; servers of earlier versions beside it go on signing with Ed25519 alone.
 */
async function beginMlDsa(
  { merkleLog, keyWrapping, now }: { merkleLog: MerkleLogStore; keyWrapping: KeyWrapping; now: Clock },
  origin: string,
): Promise<void> {
  const algorithm = 'ml-dsa-44';
  if (ofAlgorithm(await merkleLog.keys(), algorithm).length > 0) return;
  const place = logKeyPlace(origin, { algorithm, number: FIRST_KEY });
  await merkleLog.beginMlDsa(keyWrapping.wrap(place, newSigningKey(algorithm)), now());
}

/**
 * Rewraps keys that are wrapped with an older master key, including retired ones, so that the older master key can be
 * discarded.
 */
async function rewrapKeys(
  { merkleLog, keyWrapping }: { merkleLog: MerkleLogStore; keyWrapping: KeyWrapping },
  origin: string,
): Promise<void> {
  for (const { signingKey, ...name } of await merkleLog.keys()) {
    const place = logKeyPlace(origin, name);
    const { key, state } = keyWrapping.unwrap(place, signingKey);
    if (keyWrapping.isDue(state)) await merkleLog.rewrapSigningKey(signingKey, keyWrapping.wrap(place, key));
  }
}

/**
 * Sequences until no leaf waits, and returns how many leaves it placed. It also returns 0 if another process is
 * sequencing.
 */
export async function sequenceLog(
  ports: {
    merkleLog: MerkleLogStore;
    crypto: CryptoEngine;
    now: Clock;
    pastGuard: Pick<PastGuard, 'assertContinues'>;
  },
  identity: LogIdentity,
  turn: Turn,
): Promise<number> {
  let sequenced = 0;
  for (;;) {
    const batch = await ports.merkleLog.advance(
      BATCH_LEAVES,
      async (frontier, leaves, keys) => {
        // This is checked here because `frontier` is the state of the database to which the checkpoint will be
        // written.
        const state = { size: frontier.size, root: foldNodes(frontier.nodes, hashChildren) };
        await ports.pastGuard.assertContinues(state);
        const next = appendLeaves(frontier, leaves, hashChildren);
        const root = foldNodes(next.frontier.nodes, hashChildren);
        const checkpoint = { origin: identity.origin, size: next.frontier.size, root, extensions: [] };
        const signers = signingNow(await identity.keyRing(keys));
        return { ...next, root, note: await signCheckpointBy(ports.crypto, checkpoint, signers) };
      },
      ports.now(),
      turn,
    );
    sequenced += batch;
    if (batch < BATCH_LEAVES) return sequenced;
  }
}

/**
 * The checkpoint of an empty log, signed anew each time it is asked for. Signatures of ML-DSA-44 then differ.
 */
export async function emptyCheckpoint(
  ports: { merkleLog: MerkleLogStore; crypto: CryptoEngine },
  identity: LogIdentity,
): Promise<string> {
  const checkpoint = { origin: identity.origin, size: 0, root: EMPTY_ROOT, extensions: [] };
  const signers = signingNow(await readLogKeys(ports, identity.keyRing));
  return signCheckpointBy(ports.crypto, checkpoint, signers);
}

export async function proveInclusion(
  ports: { merkleLog: MerkleLogStore },
  index: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  return resolve(ports, planInclusion(index, size));
}

export async function proveConsistency(
  ports: { merkleLog: MerkleLogStore },
  firstSize: number,
  secondSize: number,
): Promise<readonly Uint8Array[]> {
  return resolve(ports, planConsistency(firstSize, secondSize));
}

async function resolve(
  ports: { merkleLog: MerkleLogStore },
  plan: ReturnType<typeof planInclusion>,
): Promise<readonly Uint8Array[]> {
  const addresses = plan.flat();
  const hashes = addresses.length === 0 ? [] : await ports.merkleLog.readNodes(addresses);
  const byAddress = new Map(addresses.map(({ level, index }, i) => [`${level}/${index}`, hashes[i]]));
  return resolveProof(
    plan,
    ({ level, index }) => {
      const hash = byAddress.get(`${level}/${index}`);
      if (hash === undefined) throw new Error(`Node ${level}/${index} was not read`);
      return hash;
    },
    hashChildren,
  );
}
