/**
 * Checks whether the database still has everything that its log has signed. A database that was rolled back is
 * consistent in itself, so it must be compared with evidence from elsewhere: here with the checkpoint beside the
 * files and with what witnesses have cosigned, and in `anchoring/check/` with what was anchored.
 */

import { type CryptoEngine, decodeNote, decodeNoteKey, verifyNote } from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { Database } from '../../database/pool.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { makeMerkleLogStore } from '../pg-log.ts';
import { comparePast, describeLostPast, type LogReads, namedLeaves } from '../rollback/compare-past.ts';
import { type KeptCheckpoint, readKept } from '../rollback/kept-checkpoint.ts';
import type { Witness, Witnesses } from '../witnesses/ports.ts';
import { WitnessFailure } from '../witnesses/witness-failure.ts';

type Needs = {
  crypto: CryptoEngine;
  kept: Pick<KeptObjects, 'read'>;
  witnesses: Witnesses;
  /** The keys of the log. Undefined if there is no log yet, or if one of its keys cannot be read. */
  log: { vkeys: readonly string[] } | undefined;
  /**
   * The current database, not a snapshot, because servers may sign during the check, and their checkpoints reach others
   * at once.
   */
  database: Database;
};

/** If one of these is found, nothing is deleted or rewritten. */
export const ROLLBACK_CODES = [
  'past_lost',
  'past_forked',
  'past_other_log',
  'past_unreadable',
  'past_unknown',
] as const;

/** The sentence with which each finding of a rollback ends. */
export const REMEDY = 'Nothing was deleted. Stop all servers and see sello recover.';

export const checkRollback: Check<Needs> = {
  name: 'transparency: rollback',
  async *find(given) {
    const signed = makeMerkleLogStore(given.database);
    yield* checkKept(given, signed);
    for (const witness of given.witnesses.all) yield* checkWitness(signed, witness);
  },
};

const CODES = {
  behind: 'past_lost',
  fork: 'past_forked',
  other_log: 'past_other_log',
  unreadable: 'past_unreadable',
} as const;

async function* checkKept(check: Needs, signed: LogReads): AsyncGenerator<Finding> {
  try {
    const kept = await readKept(check.kept);
    const lost = kept && (await comparePast(signed, kept));
    if (kept === undefined || lost === undefined) return;
    const doubt = kept === 'unreadable' || (await isSigned(check, kept)) ? '' : UNSIGNED;
    const message = `${capital(describeLostPast(lost))}.${doubt} ${REMEDY}`;
    yield problem(CODES[lost.kind], 'beside the files', message);
  } catch (error) {
    const because = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = `The checkpoint that is kept beside the files cannot be fetched: ${because instanceof Error ? because.message : because}.`;
    yield problem('past_unreadable', 'beside the files', message);
  }
}

const UNSIGNED =
  ' None of the keys in this database has signed it: a key was added since, or somebody else wrote it.';

async function isSigned({ crypto, log }: Needs, { note }: KeptCheckpoint): Promise<boolean> {
  const keys = await Promise.all((log?.vkeys ?? []).map((vkey) => decodeNoteKey(crypto, vkey)));
  const signers = await verifyNote(crypto, decodeNote(note), keys);
  return signers !== 'forged' && signers.length > 0;
}

/**
 * Offers the witness the checkpoint as one that it cosigned already. If the witness has cosigned another size, it
 * answers with that size (C2SP tlog-witness: 409). If it has cosigned this checkpoint, it does so again, which changes
 * nothing.
 */
async function* checkWitness(signed: LogReads, witness: Witness): AsyncGenerator<Finding> {
  const latest = await signed.latestCheckpoint();
  if (latest === undefined) return;
  const where = `witness ${witness.name}`;
  try {
    const answer = await witness.addCheckpoint({ oldSize: latest.size, proof: [], note: latest.note });
    if (!('knownSize' in answer)) return;
    // A server may have offered the witness a larger checkpoint meanwhile, so the newest one is read again.
    const size = (await signed.latestCheckpoint())?.size ?? 0;
    if (answer.knownSize <= size) return;
    const missing = capital(namedLeaves(size, answer.knownSize));
    const message = `${missing}: signed and not in this database; this witness has cosigned ${answer.knownSize} leaves of the log. ${REMEDY}`;
    yield problem('past_lost', where, message);
  } catch (error) {
    if (!(error instanceof WitnessFailure)) throw error;
    if (error.code === 'fork') {
      const message = `It has cosigned another history of this log with ${latest.size} leaves. ${REMEDY}`;
      yield problem('past_forked', where, message);
    } else {
      const message = `What it has cosigned cannot be compared: it ${error.message}.`;
      yield { level: 'note', code: 'witness_silent', where, message };
    }
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
