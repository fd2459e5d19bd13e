/**
 * Offers a recent checkpoint to a witness and keeps its cosignature. Nothing waits for this: certificates are
 * sequenced, anchored and proved without witnesses. Every step can be repeated. If the answer of a witness was lost,
 * the witness is asked again; it states the size that it has, and signs the same checkpoint once more.
 */

import type { CryptoEngine } from '@sello/proof';
import { addSignatures, decodeNote, decodeWitnessKey, ProofError, verifyCosignatures } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { CheckpointRow, MerkleLogStore } from '../ports.ts';
import { proveConsistency } from '../sequence-log.ts';
import type { CosignatureStore, Witness } from './ports.ts';
import { GRAVE_FAILURES, WitnessFailure } from './witness-failure.ts';

type OfferPorts = {
  merkleLog: MerkleLogStore;
  cosignatures: CosignatureStore;
  crypto: CryptoEngine;
  now: Clock;
  logger: Logger;
};

/**
 * For two seconds at a time, all witnesses are offered the same checkpoint. A growing log always has a newer one, so
 * witnesses asked at different moments would each cosign a different one, and none would reach a quorum.
 */
export const SAME_OFFER_MS = 2_000;
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/**
 * How many times in a row an offer is made at most: the witness may answer with another size, which may change again
 * before the next offer.
 */
const MOST_TRIES = 3;
/** How far the clock of a witness may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Returns whether the witness has cosigned something new. */
export async function offerCheckpoint(ports: OfferPorts, witness: Witness): Promise<boolean> {
  const nowMs = ports.now().getTime();
  const checkpoint = await ports.merkleLog.checkpointUntil(new Date(nowMs - (nowMs % SAME_OFFER_MS)));
  if (checkpoint === undefined) return false;
  const { size, failures, nextTryAt } = await ports.cosignatures.standing(witness.vkey);
  if (size >= checkpoint.size || (nextTryAt !== undefined && nextTryAt > ports.now())) return false;
  try {
    const cosigned = await cosignedBy(ports, witness, size, checkpoint);
    await ports.cosignatures.keep(cosigned.size, witness.vkey, cosigned.line, cosigned.at);
    return true;
  } catch (error) {
    if (!(error instanceof WitnessFailure)) throw error;
    tell(ports, witness, failures, error);
    const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    const nextTry = new Date(ports.now().getTime() + pauseMs);
    await ports.cosignatures.markFailed(witness.vkey, error.code, error.message, nextTry);
    return false;
  }
}

type Cosigned = { size: number; line: string; at: Date };

async function cosignedBy(
  ports: OfferPorts,
  witness: Witness,
  knownSize: number,
  newest: CheckpointRow,
): Promise<Cosigned> {
  let checkpoint = newest;
  let oldSize = knownSize;
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const proof = await proveConsistency(ports, oldSize, checkpoint.size);
    const answer = await witness.addCheckpoint({ oldSize, proof, note: checkpoint.note });
    if ('lines' in answer) return readCosignature(ports, witness, checkpoint, answer.lines);
    checkpoint = await checkpointFrom(ports, checkpoint, answer.knownSize);
    oldSize = answer.knownSize;
  }
  throw new WitnessFailure('garbage', 'changes its mind about what it has cosigned');
}

/**
 * A checkpoint that is at least as large as what the witness has seen. It may be newer than the offered one, if
 * another process has offered a later one.
 */
async function checkpointFrom(
  { merkleLog }: OfferPorts,
  offered: CheckpointRow,
  knownSize: number,
): Promise<CheckpointRow> {
  if (knownSize <= offered.size) return offered;
  const latest = await merkleLog.latestCheckpoint();
  if (latest !== undefined && knownSize <= latest.size) return latest;
  throw new WitnessFailure(
    'ahead',
    `has cosigned ${knownSize} leaves of this log, which has ${latest?.size ?? 0}: was an old backup put back?`,
  );
}

/** A line counts only if the key that the operator named signed exactly this checkpoint. */
async function readCosignature(
  { crypto, now }: OfferPorts,
  { vkey }: Witness,
  { size, note }: CheckpointRow,
  lines: string,
): Promise<Cosigned> {
  const found = await verified(crypto, vkey, note, lines);
  const [cosignature] = found === 'forged' ? [] : found;
  if (cosignature === undefined)
    throw new WitnessFailure('garbage', 'answered without a valid cosignature by the key in SELLO_WITNESSES');
  const at = new Date(cosignature.timeSeconds * 1000);
  if (!(at.getTime() <= now().getTime() + CLOCK_TOLERANCE_MS))
    throw new WitnessFailure('garbage', 'cosigns with a time in the future: its clock or ours is wrong');
  return { size, line: cosignature.line, at };
}

async function verified(crypto: CryptoEngine, vkey: string, note: string, lines: string) {
  try {
    const whole = decodeNote(addSignatures(note, [lines]));
    return await verifyCosignatures(crypto, whole, [await decodeWitnessKey(crypto, vkey)]);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return 'forged';
  }
}

function tell({ logger }: OfferPorts, { name }: Witness, failures: number, error: WitnessFailure): void {
  const details = { witness: name, code: error.code, error };
  if (GRAVE_FAILURES.includes(error.code)) logger.error('witness.contradicts', details);
  else if (failures === 0) logger.warn('witness.failed', details);
}
