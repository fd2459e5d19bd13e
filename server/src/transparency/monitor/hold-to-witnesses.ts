/**
 * Checks that witnesses confirm what the log shows now. An older cosigned checkpoint is not enough: a log that forks
 * after that checkpoint still has their signatures on the common part. So the newest checkpoint is shown to the
 * witnesses whose addresses are known, and the others get some time to cosign it.
 */

import { addSignatures, decodeNote, decodeWitnessKey, ProofError, verifyCosignatures } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { Witness } from '../witnesses/ports.ts';
import { WitnessFailure } from '../witnesses/witness-failure.ts';
import {
  consistencyFromTiles,
  type Look,
  lookAtLog,
  type WatchPorts,
  type WatchRules,
} from './follow-log.ts';
import { LogBreach } from './log-breach.ts';
import { LogUnreadable, unlessMisshapen } from './log-client.ts';

/** The pause before asking again. The log offers its checkpoints to witnesses every two seconds. */
const ASK_AGAIN_MS = 2_000;
/** How often a witness is asked at most: the log and the witness may both move on between two questions. */
const MOST_TRIES = 5;

type HoldPorts = WatchPorts & { now: Clock; wait(ms: number): Promise<void> };

export type HoldRules = WatchRules & {
  /** Witnesses with a known address, which are asked directly. */
  asked: readonly Witness[];
  /** How long the newest checkpoint may lack the required cosignatures. */
  lagMs: number;
};

/**
 * Looks at the log as `lookAtLog` does. It also rejects with a `LogBreach` if a witness refuses what the log shows,
 * or if the witnesses are late.
 */
export async function lookWithWitnesses(
  ports: HoldPorts,
  rules: HoldRules,
  lastNote: string | undefined,
): Promise<Look> {
  const until = ports.now().getTime() + rules.lagMs;
  const first = await lookAtLog(ports, rules, lastNote);
  let seen = first;
  for (const witness of rules.asked) seen = await askWitness(ports, rules, witness, seen);
  // Enough witnesses were asked directly, and each of them has just cosigned the checkpoint.
  if (rules.asked.length > 0 && rules.asked.length >= rules.quorum) return seen;
  while (seen.witnessedSize < first.checkpoint.size) {
    if (ports.now().getTime() >= until)
      throw new LogBreach(
        'unwitnessed',
        `The checkpoint of ${first.checkpoint.size} leaves was not cosigned within ${rules.lagMs / 1000} seconds; the newest that was has ${seen.witnessedSize}.`,
        [first.note, seen.note],
      );
    await ports.wait(ASK_AGAIN_MS);
    seen = await lookAtLog(ports, rules, seen.note);
  }
  return seen;
}

/**
 * Asks one witness, and returns the state of the log that it has cosigned. If the witness already knows a larger
 * size, the log is read again.
 */
async function askWitness(ports: HoldPorts, rules: HoldRules, witness: Witness, seen: Look): Promise<Look> {
  let shown = seen;
  // The witness answers with the size that it knows, if that differs.
  let oldSize = shown.checkpoint.size;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await offer(ports, witness, oldSize, shown);
    if ('lines' in answer) {
      await assertCosigned(ports, witness, shown, answer.lines);
      return shown;
    }
    const { knownSize } = answer;
    if (knownSize === oldSize)
      throw refusal(witness, shown, `it has cosigned another history of ${knownSize} leaves`);
    if (knownSize > shown.checkpoint.size) {
      shown = await lookAtLog(ports, rules, shown.note);
      if (knownSize > shown.checkpoint.size)
        throw refusal(witness, shown, `it has cosigned ${knownSize} leaves of this log`);
    }
    oldSize = knownSize;
  }
  throw new LogUnreadable(`The witness ${witness.name} changes its mind about what it has cosigned.`);
}

async function offer(ports: HoldPorts, witness: Witness, oldSize: number, { checkpoint, note }: Look) {
  const proof = await unlessMisshapen(() => consistencyFromTiles(ports, oldSize, checkpoint.size));
  try {
    return await witness.addCheckpoint({ oldSize, proof, note });
  } catch (error) {
    if (!(error instanceof WitnessFailure)) throw error;
    if (error.code === 'fork')
      throw refusal(witness, { checkpoint, note }, 'it has cosigned another history');
    throw new LogUnreadable(`The witness ${witness.name} ${error.message}.`, { cause: error });
  }
}

function refusal(
  { name }: Witness,
  { checkpoint, note }: Pick<Look, 'checkpoint' | 'note'>,
  why: string,
): LogBreach {
  return new LogBreach(
    'refused_by_witness',
    `The witness ${name} refuses the checkpoint of ${checkpoint.size} leaves: ${why}.`,
    [note],
  );
}

/** Throws unless the witness signed exactly this checkpoint. */
async function assertCosigned(
  { crypto }: HoldPorts,
  { name, vkey }: Witness,
  { note }: Look,
  lines: string,
): Promise<void> {
  const found = await verified().catch((error) => {
    if (error instanceof ProofError) return 'forged' as const;
    throw error;
  });
  if (found === 'forged' || found.length === 0)
    throw new LogUnreadable(`The witness ${name} answered without a cosignature by the key given.`);

  async function verified() {
    return verifyCosignatures(crypto, decodeNote(addSignatures(note, [lines])), [
      await decodeWitnessKey(crypto, vkey),
    ]);
  }
}
