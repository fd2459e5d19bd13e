/**
 * Judges a checkpoint that is offered to this witness (C2SP tlog-witness, add-checkpoint). The witness cosigns only a
 * checkpoint that extends everything it has cosigned of this log.
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

/** A refused checkpoint as the log signed it, without the lines of other signers: its signed text, and the note. */
export type RefusedCheckpoint = { text: string; note: string };

/** The answer, with the status of the specification. `knownSize` goes with 409, `line` with 200. */
export type Judgement =
  | { status: 200; line: string }
  | { status: 400 | 403 | 404; because: string }
  /** `refused` is given if the checkpoint may be evidence of a fork. */
  | { status: 422; because: string; refused?: RefusedCheckpoint }
  | { status: 409; knownSize: number };

/** `byLog` is the note with the signatures of the log alone, one of each of its keys. */
type Offer = OfferedCheckpoint & { checkpoint: SignedCheckpoint; byLog: string };

/**
 * For this long, a cosignature is returned again instead of a new one, so that replays cause no signing and storing.
 */
const FRESH_SECONDS = 60;

/** The note must stay shorter than 64 KB with a cosignature, even one of ML-DSA-44 under a long name. */
const LONGEST_TO_COSIGN = 60 * 1024;

/** The last cosigned checkpoint of a log; size 0 before the first. */
type Known = TreeHead & { cosigned?: { text: string; line: string; timeSeconds: number } };

export function makeWitness(
  ports: CosignPorts,
  key: WitnessKey,
  logs: KnownLogs,
): { addCheckpoint(body: string): Promise<Judgement> } {
  const turns = new Map<string, Promise<unknown>>();
  // The folder belongs to this process alone, so what was read once stays true.
  const remembered = new Map<string, Known>();
  const judgeInTurn = async (offer: Offer): Promise<Judgement> => {
    const { origin } = offer.checkpoint;
    const known = remembered.get(origin) ?? (await readKnown(ports, key, origin));
    remembered.set(origin, known);
    if (offer.oldSize !== known.size) return { status: 409, knownSize: known.size };
    const fault = await faultOf(ports, known, offer);
    if (fault !== undefined) return refusal(fault, known, offer);
    const line = freshLine(ports, known, offer);
    if (line !== undefined) return { status: 200, line };
    // A write that failed may still have reached the disk, so the next offer is judged by what is on disk.
    remembered.delete(origin);
    const next = await remember(ports, key, offer);
    remembered.set(origin, next);
    return { status: 200, line: next.cosigned.line };
  };
  return {
    // Checks that need no state come before the queue, so that a stranger's offers do not delay those of the log.
    async addCheckpoint(body) {
      const read = readOffer(body);
      if (typeof read === 'string') return { status: 400, because: read };
      const { origin, note } = read.checkpoint;
      const keys = logs.get(origin);
      if (keys === undefined) return { status: 404, because: 'this witness does not know that log' };
      const signers = await verifyNote(ports.crypto, note, keys);
      if (signers === 'forged' || signers.length === 0)
        return { status: 403, because: 'no valid signature by a key that this witness trusts for that log' };
      if (read.oldSize > read.checkpoint.size)
        return { status: 400, because: 'the old size is larger than the checkpoint' };
      const offer = { ...read, byLog: signedByLog(note, keys) };
      if (offer.byLog.length > LONGEST_TO_COSIGN)
        return { status: 400, because: 'the checkpoint is too long to be cosigned' };
      // Offers of one log are judged one at a time, because nothing may change between reading what was cosigned and
      // storing the next checkpoint.
      const turn = (turns.get(origin) ?? Promise.resolve()).then(() => judgeInTurn(offer));
      turns.set(
        origin,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

function freshLine({ now }: CosignPorts, { cosigned }: Known, { checkpoint }: Offer): string | undefined {
  if (cosigned?.text !== checkpoint.note.text) return undefined;
  const ageSeconds = now().getTime() / 1000 - cosigned.timeSeconds;
  return ageSeconds >= 0 && ageSeconds < FRESH_SECONDS ? cosigned.line : undefined;
}

function readOffer(body: string): Omit<Offer, 'byLog'> | string {
  try {
    const offered = decodeAddCheckpoint(body);
    return { ...offered, checkpoint: decodeCheckpoint(offered.note) };
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}

/** The last cosigned checkpoint. Rejects if the stored note was not cosigned by this witness: it must not guess. */
async function readKnown({ memory, crypto }: CosignPorts, key: WitnessKey, origin: string): Promise<Known> {
  const note = await memory.read(origin);
  if (note === undefined) return { size: 0, root: EMPTY_ROOT };
  const checkpoint = decodeCheckpoint(note);
  const own = await verifyCosignatures(crypto, checkpoint.note, [await decodeWitnessKey(crypto, key.vkey)]);
  if (own === 'forged' || own.length === 0 || checkpoint.origin !== origin)
    throw new Error(`The stored checkpoint of ${origin} was not cosigned by this witness`);
  return checkpoint;
}

/**
 * A refused checkpoint is no evidence of a fork if it is the known one, or if nothing is known yet: then only the proof
 * is wrong, and anybody can send a genuine checkpoint with a wrong proof.
 */
function refusal(because: string, known: TreeHead, { checkpoint, byLog }: Offer): Judgement {
  const { size, root, note } = checkpoint;
  const isKnown = size === known.size && equalBytes(root, known.root);
  if (isKnown || (known.size === 0 && size > 0)) return { status: 422, because };
  return { status: 422, because, refused: { text: note.text, note: byLog } };
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
 * Stores a checkpoint and then returns its cosignature.
 *
 * Crash point: the checkpoint is on disk before its cosignature leaves this function. After a kill in between, the
 * witness has stored a checkpoint whose cosignature nobody got. The log offers it again, is told this size, and gets
 * a new cosignature of the same checkpoint. In the other order the witness could send a cosignature, forget it, and
 * then cosign a fork.
 */
async function remember(
  { memory, crypto, now }: CosignPorts,
  key: WitnessKey,
  { checkpoint, byLog }: Offer,
): Promise<Known & Required<Pick<Known, 'cosigned'>>> {
  const timeSeconds = Math.floor(now().getTime() / 1000);
  const line = await cosign(crypto, checkpoint.note.text, key.vkey, timeSeconds, key.sign);
  const { size, root } = checkpoint;
  const { text } = checkpoint.note;
  await memory.write(checkpoint.origin, addSignatures(byLog, [line]));
  return { size, root, cosigned: { text, line, timeSeconds } };
}

/**
 * The checkpoint with the verified signatures of the log itself, one of each key. Lines of others are left out, and so
 * are repeated lines: anybody can repeat a line until the note has no room for the cosignature.
 */
function signedByLog({ text, signatures }: SignedNote, keys: readonly NoteKey[]): string {
  const ofLog = keys.flatMap(
    ({ name, id }) =>
      signatures.find(({ keyName, keyId }) => name === keyName && equalBytes(id, keyId)) ?? [],
  );
  return encodeNote({ text, signatures: ofLog });
}
