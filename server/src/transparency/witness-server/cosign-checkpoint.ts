/**
 * What a witness does with a checkpoint that is offered to it (C2SP tlog-witness, add-checkpoint): it cosigns what extends
 * all that it has cosigned of this log, and nothing else, ever.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  addSignatures,
  cosign,
  decodeAddCheckpoint,
  decodeCheckpoint,
  decodeWitnessKey,
  EMPTY_ROOT,
  encodeNote,
  equalBytes,
  type NoteKey,
  type OfferedCheckpoint,
  ProofError,
  type SignedCheckpoint,
  type SignedNote,
  type TreeHead,
  verifyConsistency,
  verifyCosignatures,
  verifyNote,
} from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { KnownLogs } from './known-logs.ts';
import type { WitnessMemory } from './state-folder.ts';
import type { WitnessKey } from './witness-key.ts';

export type CosignPorts = { memory: WitnessMemory; crypto: CryptoEngine; now: Clock };

/** The statuses of the specification. `knownSize` goes with 409, `line` with 200. */
export type Judgement =
  | { status: 200; line: string }
  | { status: 400 | 403 | 404 | 422; because: string }
  | { status: 409; knownSize: number };

type Offer = OfferedCheckpoint & { checkpoint: SignedCheckpoint };

/** Calls for one log must come one after the other: see `makeWitness`. */
async function judge(ports: CosignPorts, key: WitnessKey, logs: KnownLogs, body: string): Promise<Judgement> {
  const offer = readOffer(body);
  if (typeof offer === 'string') return { status: 400, because: offer };
  const { oldSize, checkpoint } = offer;
  const keys = logs.get(checkpoint.origin);
  if (keys === undefined) return { status: 404, because: 'this witness does not know that log' };
  const signers = await verifyNote(ports.crypto, checkpoint.note, keys);
  if (signers === 'forged' || signers.length === 0)
    return { status: 403, because: 'no valid signature by a key that this witness trusts for that log' };
  if (oldSize > checkpoint.size)
    return { status: 400, because: 'the old size is larger than the checkpoint' };
  const known = await readKnown(ports, key, checkpoint.origin);
  if (oldSize !== known.size) return { status: 409, knownSize: known.size };
  const fault = await faultOf(ports, known, offer);
  if (fault !== undefined) return { status: 422, because: fault };
  return { status: 200, line: await remember(ports, key, checkpoint, keys) };
}

/** One request at a time for each log: nothing may change between reading what was cosigned and storing the next. */
export function makeWitness(
  ports: CosignPorts,
  key: WitnessKey,
  logs: KnownLogs,
): { addCheckpoint(body: string): Promise<Judgement> } {
  const last = new Map<string, Promise<unknown>>();
  return {
    async addCheckpoint(body) {
      const origin = originIn(body);
      const turn = (last.get(origin) ?? Promise.resolve()).then(() => judge(ports, key, logs, body));
      // Only of logs that we know, so that strangers cannot fill the map.
      if (logs.has(origin))
        last.set(
          origin,
          turn.catch(() => {}),
        );
      return turn;
    },
  };
}

function originIn(body: string): string {
  const start = body.indexOf('\n\n');
  return start < 0 ? '' : (body.slice(start + 2).split('\n', 1)[0] ?? '');
}

function readOffer(body: string): Offer | string {
  try {
    const offered = decodeAddCheckpoint(body);
    return { ...offered, checkpoint: decodeCheckpoint(offered.note) };
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}

/** The last cosigned checkpoint. Rejects if the stored note was not cosigned by this witness: it must not guess. */
async function readKnown(
  { memory, crypto }: CosignPorts,
  key: WitnessKey,
  origin: string,
): Promise<TreeHead> {
  const note = await memory.read(origin);
  if (note === undefined) return { size: 0, root: EMPTY_ROOT };
  const checkpoint = decodeCheckpoint(note);
  const own = await verifyCosignatures(crypto, checkpoint.note, [await decodeWitnessKey(crypto, key.vkey)]);
  if (own === 'forged' || own.length === 0 || checkpoint.origin !== origin)
    throw new Error(`The stored checkpoint of ${origin} was not cosigned by this witness`);
  return checkpoint;
}

async function faultOf(
  { crypto }: CosignPorts,
  known: TreeHead,
  { proof, checkpoint }: Offer,
): Promise<string | undefined> {
  if (checkpoint.size === 0 && !equalBytes(checkpoint.root, EMPTY_ROOT))
    return 'an empty log has the hash of nothing as its root';
  if (known.size === 0) return proof.length === 0 ? undefined : 'nothing precedes the first checkpoint';
  return (await verifyConsistency(crypto, known, checkpoint, proof))
    ? undefined
    : 'the proof does not show that this log extends what was cosigned before';
}

/**
 * Crash point: the checkpoint is on disk before its cosignature leaves this function. Killed in between, the witness knows
 * of a checkpoint whose cosignature nobody got; the log offers again, is told this size, and gets a new cosignature of the
 * same checkpoint. The other order could hand out a cosignature, forget it, and then cosign a fork.
 */
async function remember(
  { memory, crypto, now }: CosignPorts,
  key: WitnessKey,
  checkpoint: SignedCheckpoint,
  keys: readonly NoteKey[],
): Promise<string> {
  const timeSeconds = Math.floor(now().getTime() / 1000);
  const line = await cosign(crypto, checkpoint.note.text, key.vkey, timeSeconds, key.sign);
  await memory.write(checkpoint.origin, storedNote(checkpoint.note, keys, line));
  return line;
}

/** The verified signatures of the log itself, and ours; lines of others are left out. */
function storedNote({ text, signatures }: SignedNote, keys: readonly NoteKey[], line: string): string {
  const ofLog = signatures.filter(({ keyName, keyId }) =>
    keys.some(({ name, id }) => name === keyName && equalBytes(id, keyId)),
  );
  return addSignatures(encodeNote({ text, signatures: ofLog }), [line]);
}
