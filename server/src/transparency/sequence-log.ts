/** Gives waiting leaves their place in the log and signs the new checkpoint. */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  appendLeaves,
  createHashChildren,
  EMPTY_ROOT,
  encodeNoteKey,
  foldNodes,
  planConsistency,
  planInclusion,
  resolveProof,
  signCheckpoint,
} from '@sello/proof';
import type { Turn } from '../database/duties.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import type { MerkleLogStore } from './ports.ts';

/** The log's name and signing key. */
export type LogIdentity = { origin: string; vkey: string; sign: (bytes: Uint8Array) => Uint8Array };

/** Leaves per commit: large enough to keep up, small enough not to hold locks for long. */
const BATCH_LEAVES = 10_000;

export const hashChildren = createHashChildren((bytes) => createHash('sha256').update(bytes).digest());

/** The key lies in the database wrapped: whoever has a copy of that signs nothing. */
export async function openLog(
  ports: { merkleLog: MerkleLogStore; crypto: CryptoEngine; keyWrapping: KeyWrapping },
  origin: string,
): Promise<LogIdentity> {
  const { merkleLog, keyWrapping } = ports;
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
  const stored = await merkleLog.open(origin, keyWrapping.wrap(logKeyPlace(origin), fresh));
  const place = logKeyPlace(stored.origin);
  const { key, state } = keyWrapping.unwrap(place, stored.signingKey);
  if (keyWrapping.isDue(state))
    await merkleLog.rewrapSigningKey(stored.signingKey, keyWrapping.wrap(place, key));
  return identifyLog(ports, { origin: stored.origin, signingKey: key });
}

/** What the log's key is bound to. */
export function logKeyPlace(origin: string): string {
  return `sello log key\n${origin}`;
}

/** Rejects if the stored key is invalid. */
export async function identifyLog(
  ports: { crypto: CryptoEngine },
  stored: { origin: string; signingKey: Uint8Array },
): Promise<LogIdentity> {
  const key = createPrivateKey({ key: Buffer.from(stored.signingKey), format: 'der', type: 'pkcs8' });
  return {
    origin: stored.origin,
    vkey: await encodeNoteKey(ports.crypto, stored.origin, rawPublicKey(key)),
    sign: (bytes) => sign(null, bytes, key),
  };
}

/** Sequences until no leaf waits; returns how many leaves. Zero also while another process is sequencing. */
export async function sequenceLog(
  ports: { merkleLog: MerkleLogStore; crypto: CryptoEngine; now: Clock },
  identity: LogIdentity,
  turn?: Turn,
): Promise<number> {
  let sequenced = 0;
  for (;;) {
    const batch = await ports.merkleLog.advance(
      BATCH_LEAVES,
      async (frontier, leaves) => {
        const next = appendLeaves(frontier, leaves, hashChildren);
        const root = foldNodes(next.frontier.nodes, hashChildren);
        const checkpoint = { origin: identity.origin, size: next.frontier.size, root, extensions: [] };
        return {
          ...next,
          root,
          note: await signCheckpoint(ports.crypto, checkpoint, identity.vkey, identity.sign),
        };
      },
      ports.now(),
      turn,
    );
    sequenced += batch;
    if (batch < BATCH_LEAVES) return sequenced;
  }
}

/** Of a log that has no leaves yet; the same bytes at every asking, as Ed25519 signatures are. */
export async function emptyCheckpoint(
  ports: { crypto: CryptoEngine },
  identity: LogIdentity,
): Promise<string> {
  const checkpoint = { origin: identity.origin, size: 0, root: EMPTY_ROOT, extensions: [] };
  return signCheckpoint(ports.crypto, checkpoint, identity.vkey, identity.sign);
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

/** The last 32 bytes of an Ed25519 SubjectPublicKeyInfo (RFC 8410 §4). */
function rawPublicKey(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
}
