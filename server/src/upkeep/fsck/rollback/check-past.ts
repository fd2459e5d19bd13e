/**
 * Whether the database still has everything that its log has signed. A database alone cannot tell: one from the past is
 * consistent in itself. So it is compared with what is in other hands: the checkpoint beside the files, what witnesses have
 * cosigned, what the account that anchors has sent, and the roots on the embedded chain.
 */

import { type CryptoEngine, decodeNote, decodeNoteKey, verifyNote } from '@sello/proof';
import { findUnsigned } from '../../../anchoring/account/unsigned-anchors.ts';
import type { EmbeddedBlocks } from '../../../anchoring/embedded-chain/read-blocks.ts';
import { comparePast, describeLostPast, namedLeaves } from '../../../transparency/rollback/compare-past.ts';
import { type KeptCheckpoint, readKept } from '../../../transparency/rollback/kept-checkpoint.ts';
import type { Witness } from '../../../transparency/witnesses/ports.ts';
import { WitnessFailure } from '../../../transparency/witnesses/witness-failure.ts';
import type { Finding } from '../ports.ts';
import { problem } from '../problem.ts';
import { checkAccount } from './check-account.ts';
import { BEFORE_RESTORE, REMEDY } from './past-words.ts';
import type { PastReads } from './ports.ts';

type PastCheck = {
  past: PastReads;
  blocks: EmbeddedBlocks;
  crypto: CryptoEngine;
  log: { vkeys: readonly string[] } | undefined;
};

/** While one of these is found, nothing is deleted or rewritten. */
export const PAST_CODES = [
  'past_lost',
  'past_forked',
  'past_other_log',
  'past_unreadable',
  'past_unknown',
] as const;

export async function* checkPast(check: PastCheck): AsyncGenerator<Finding> {
  yield* checkKept(check);
  for (const witness of check.past.witnesses.all) yield* checkWitness(check, witness);
  yield* checkBlocks(check);
  if (check.past.chain !== undefined) yield* checkAccount(check.past, check.past.chain);
}

const CODES = {
  behind: 'past_lost',
  fork: 'past_forked',
  other_log: 'past_other_log',
  unreadable: 'past_unreadable',
} as const;

async function* checkKept(check: PastCheck): AsyncGenerator<Finding> {
  try {
    const kept = await readKept(check.past.kept);
    const lost = kept && (await comparePast(check.past.log, kept));
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

async function isSigned({ crypto, log }: PastCheck, { note }: KeptCheckpoint): Promise<boolean> {
  const keys = await Promise.all((log?.vkeys ?? []).map((vkey) => decodeNoteKey(crypto, vkey)));
  const signers = await verifyNote(crypto, decodeNote(note), keys);
  return signers !== 'forged' && signers.length > 0;
}

/**
 * A witness that is offered a checkpoint as if it had cosigned that one already says what it has cosigned, if it is another
 * (C2SP tlog-witness: 409). Where it has cosigned this very one it does so again, which changes nothing.
 */
async function* checkWitness({ past }: PastCheck, witness: Witness): AsyncGenerator<Finding> {
  const latest = await past.log.latestCheckpoint();
  if (latest === undefined) return;
  const where = `witness ${witness.name}`;
  try {
    const answer = await witness.addCheckpoint({ oldSize: latest.size, proof: [], note: latest.note });
    if (!('knownSize' in answer)) return;
    // A server may have offered it more since.
    const size = (await past.log.latestCheckpoint())?.size ?? 0;
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

/** Anchors in blocks after all that the database knows, of roots that it never signed. */
async function* checkBlocks({ past, blocks }: PastCheck): AsyncGenerator<Finding> {
  const report = await blocks.read();
  if (report === undefined) return;
  const later = report.transactionsAfter(await past.lastAnchoredBlock(blocks.network));
  for (const { blockNumber, blockTime, isBeforeRestore } of await findUnsigned(past, later)) {
    const where = `block ${blockNumber} of the embedded chain`;
    const told = `It anchors a checkpoint, on ${blockTime.toISOString()}, that this database has not signed`;
    // The chain is copied after the rows: a backup of a busy server has it a moment ahead.
    if (isBeforeRestore)
      yield { level: 'note', code: 'past_before_restore', where, message: `${told}: ${BEFORE_RESTORE}` };
    else yield problem('past_lost', where, `${told}: it is of a later time than this database. ${REMEDY}`);
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
