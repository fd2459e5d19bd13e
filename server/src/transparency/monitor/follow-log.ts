/**
 * Checks a log once. Its newest checkpoint must be signed, must extend the last one seen and must cover the given
 * leaves, and the published entries must match their leaves.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  decodeCheckpoint,
  decodeNoteKey,
  decodeWitnessKey,
  encodeHex,
  equalBytes,
  foldNodes,
  ProofError,
  type ProofPlan,
  planConsistency,
  planInclusion,
  planRoot,
  readTiledNodes,
  resolveProof,
  type SignedCheckpoint,
  verifyConsistency,
  verifyCosignatures,
  verifyInclusion,
  verifyNote,
} from '@sello/proof';
import { hashChildren } from '../sequence-log.ts';
import { assertEntries, type EntriesSeen } from './follow-entries.ts';
import { LogBreach } from './log-breach.ts';
import { asUnreadable, type LogClient, LogUnreadable, unlessMisshapen } from './log-client.ts';

export type OwnLeaf = {
  index: number;
  hash: Uint8Array;
  /** The name by which a report calls the leaf if it is missing. */
  name: string;
};

export type WatchRules = {
  /** The log's verifier keys; one of them must have signed. There are two during a rollover. */
  keys: readonly string[];
  leaves: readonly OwnLeaf[];
  /** Verifier keys of witnesses, and how many of them must have cosigned. */
  witnesses: readonly string[];
  quorum: number;
};

export type WatchPorts = { log: LogClient; crypto: CryptoEngine };

export type Look = {
  note: string;
  checkpoint: SignedCheckpoint;
  entries: EntriesSeen;
  /** The size of the newest checkpoint with the demanded cosignatures. */
  witnessedSize: number;
};

/**
 * Looks at the log once. Rejects with a `LogBreach` if the log broke a promise, and with `LogUnreadable` if it could
 * not be read.
 */
export async function lookAtLog(
  ports: WatchPorts,
  rules: WatchRules,
  lastNote: string | undefined,
): Promise<Look> {
  const last = lastNote === undefined ? undefined : decodeCheckpoint(lastNote);
  const { note, checkpoint, notes } = await readNewest(ports, rules, lastNote);
  await assertTiles(ports, checkpoint, notes);
  const witnessedSize = await assertWitnessed(ports, rules, checkpoint, notes);
  for (const leaf of rules.leaves) await assertIncluded(ports, checkpoint, leaf, notes);
  const entries = await assertEntries(ports, last?.size, checkpoint, notes);
  return { note, checkpoint, entries, witnessedSize };
}

/**
 * Reads the newest checkpoint, which must be signed by the log and continue the history that was seen last. `notes` are
 * the evidence if there is a breach.
 */
export async function readNewest(
  ports: WatchPorts,
  rules: Pick<WatchRules, 'keys'>,
  lastNote: string | undefined,
): Promise<{ note: string; checkpoint: SignedCheckpoint; notes: readonly string[] }> {
  const last = lastNote === undefined ? undefined : decodeCheckpoint(lastNote);
  let note = await ports.log.checkpoint();
  let checkpoint = await readSigned(ports, rules, note);
  if (last !== undefined && checkpoint.size < last.size) {
    // If the checkpoint is older than the last one, the server that answered may lag behind, so the log is asked once
    // more.
    note = await ports.log.checkpoint();
    checkpoint = await readSigned(ports, rules, note);
  }
  const notes = lastNote === undefined ? [note] : [lastNote, note];
  if (last !== undefined) await assertGrew(ports, last, checkpoint, notes);
  return { note, checkpoint, notes };
}

async function readSigned(
  { crypto }: WatchPorts,
  { keys: vkeys }: Pick<WatchRules, 'keys'>,
  note: string,
): Promise<SignedCheckpoint> {
  const keys = await Promise.all(vkeys.map(async (vkey) => await decodeNoteKey(crypto, vkey)));
  const checkpoint = await readNote(note);
  const signers = await verifyNote(crypto, checkpoint.note, keys);
  if (signers === 'forged' || signers.length === 0)
    throw new LogBreach(
      'forged',
      `The checkpoint is not signed by ${vkeys.join(' or ')}. If the log has passed to a new key, its operator has announced it: give both with --key.`,
      [note],
    );
  return checkpoint;
}

async function readNote(note: string): Promise<SignedCheckpoint> {
  try {
    return decodeCheckpoint(note);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new LogUnreadable(`What the log shows is no checkpoint: ${error.message}.`, { cause: error });
  }
}

async function assertGrew(
  ports: WatchPorts,
  last: SignedCheckpoint,
  next: SignedCheckpoint,
  notes: readonly string[],
): Promise<void> {
  if (next.origin !== last.origin)
    throw new LogBreach(
      'other_log',
      `The log was called ${last.origin} and is now called ${next.origin}.`,
      notes,
    );
  if (next.size < last.size)
    throw new LogBreach('shrunk', `The log had ${last.size} leaves and now shows ${next.size}.`, notes);
  if (next.size === last.size && !equalBytes(next.root, last.root))
    throw new LogBreach(
      'forked',
      `There are two histories of ${last.size} leaves, each signed by the log.`,
      notes,
    );
  if (next.size === last.size) return;
  const byTiles = await extendsByTiles(ports, last, next);
  if (byTiles === true) return;
  const path = await ports.log.consistency(last.size, next.size);
  if (byTiles !== false && path === undefined) throw asUnreadable(byTiles);
  if (path === undefined || !(await verifyConsistency(ports.crypto, last, next, path)))
    throw new LogBreach(
      'forked',
      `The log of ${next.size} leaves does not begin with the ${last.size} leaves that it had: its history was changed.`,
      notes,
    );
  if (byTiles === false)
    throw new LogBreach(
      'wrong_tiles',
      'The log proves that it grew, but its tiles show something else.',
      notes,
    );
}

/**
 * Returns whether the tiles prove that the log extends what was seen, or why they could not be read. In the second
 * case the log's own consistency proof decides.
 */
async function extendsByTiles(
  ports: WatchPorts,
  last: SignedCheckpoint,
  next: SignedCheckpoint,
): Promise<boolean | Error> {
  try {
    const path = await consistencyFromTiles(ports, last.size, next.size);
    return await verifyConsistency(ports.crypto, last, next, path);
  } catch (error) {
    if (error instanceof LogUnreadable || error instanceof ProofError) return error;
    throw error;
  }
}

/**
 * Checks that the tiles of the right edge give the signed root, so that nobody who reads the tiles sees another log.
 */
async function assertTiles(
  ports: WatchPorts,
  { size, root }: SignedCheckpoint,
  notes: readonly string[],
): Promise<void> {
  const nodes = planRoot(size);
  const found = await unlessMisshapen(() => readTiledNodes(size, nodes, ports.log.tile, hashChildren));
  const reached = foldNodes(nodes.map(found), hashChildren);
  if (!equalBytes(reached, root))
    throw new LogBreach(
      'wrong_tiles',
      `The tiles lead to another root than the checkpoint of ${size} leaves.`,
      notes,
    );
}

async function assertIncluded(
  ports: WatchPorts,
  { size, root }: SignedCheckpoint,
  { index, hash, name }: OwnLeaf,
  notes: readonly string[],
): Promise<void> {
  const missing = (why: string) =>
    new LogBreach(
      'leaf_missing',
      `${name}: leaf ${index} (${encodeHex(hash)}) is not in the log: ${why}.`,
      notes,
    );
  if (index >= size) throw missing(`it has only ${size} leaves`);
  const path = await unlessMisshapen(() => resolveFromTiles(ports, size, planInclusion(index, size)));
  if (!(await verifyInclusion(ports.crypto, { leaf: hash, index, size, path }, root)))
    throw missing('something else stands in its place');
}

/**
 * Checks the cosignatures. The newest checkpoint is often too new for its witnesses. Then the newest witnessed one is
 * used, which must be part of the same history. Returns the size of the checkpoint that was used.
 */
async function assertWitnessed(
  ports: WatchPorts,
  rules: WatchRules,
  newest: SignedCheckpoint,
  notes: readonly string[],
): Promise<number> {
  const { witnesses, quorum } = rules;
  if (witnesses.length === 0 || (await countCosigned(ports, rules, newest, notes)) >= quorum)
    return newest.size;
  const note = await ports.log.witnessedCheckpoint();
  const witnessed = note === undefined ? newest : await readSigned(ports, rules, note);
  const both = note === undefined ? notes : [...notes, note];
  const count = await countCosigned(ports, rules, witnessed, both);
  if (count < quorum)
    throw new LogBreach(
      'unwitnessed',
      `The checkpoint of ${witnessed.size} leaves has ${count} of the ${quorum} cosignatures demanded.`,
      both,
    );
  const [first, second] = witnessed.size <= newest.size ? [witnessed, newest] : [newest, witnessed];
  await assertGrew(ports, first, second, both);
  return witnessed.size;
}

async function countCosigned(
  { crypto }: WatchPorts,
  { witnesses }: WatchRules,
  { note }: SignedCheckpoint,
  notes: readonly string[],
): Promise<number> {
  const keys = await Promise.all(witnesses.map(async (vkey) => await decodeWitnessKey(crypto, vkey)));
  const cosignatures = await verifyCosignatures(crypto, note, keys);
  if (cosignatures === 'forged')
    throw new LogBreach('forged', 'A cosignature is not by the witness that it names.', notes);
  return cosignatures.length;
}

export function consistencyFromTiles(
  ports: WatchPorts,
  oldSize: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  return resolveFromTiles(ports, size, planConsistency(oldSize, size));
}

async function resolveFromTiles(
  { log }: WatchPorts,
  size: number,
  plan: ProofPlan,
): Promise<readonly Uint8Array[]> {
  const read = await readTiledNodes(size, plan.flat(), log.tile, hashChildren);
  return resolveProof(plan, read, hashChildren);
}
