/** The statement that writes a batch of certificates of one account and mode. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CommitOutcome, IdempotentRequest, NewCertificate, StoredAnswer } from '../ports.ts';
import type { SealOrder } from '../sealing/seal.ts';
import type { StorageRules } from '../stored-files.ts';
import { type CommitNeeds, commitText } from './pg-commit-text.ts';
import { asBytea, joinObjects, type RowTexts } from './row-texts.ts';

export type Commit = {
  made: NewCertificate;
  texts: RowTexts;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
  /** True if the allowance was set aside with that of the batch. */
  isPrepaid?: true;
};

type Statement = { name: string; text: string };

const statementOf = (needs: CommitNeeds): Statement => ({
  name: `commit-certificates${needs.claims ? ':claimed' : ''}${needs.setsAside ? ':set-aside' : ''}${needs.seals ? ':seals' : ''}`,
  text: commitText(needs),
});
const PLAIN = statementOf({ claims: false, setsAside: false, seals: false });
const CLAIMED = statementOf({ claims: true, setsAside: false, seals: false });
const SET_ASIDE = statementOf({ claims: false, setsAside: true, seals: false });
const CLAIMED_SET_ASIDE = statementOf({ claims: true, setsAside: true, seals: false });
const SEALS = statementOf({ claims: false, setsAside: true, seals: true });
const CLAIMED_SEALS = statementOf({ claims: true, setsAside: true, seals: true });

/** Sealed copies are rare, so one text serves them whether or not an allowance was set aside. */
function chooseStatement({ claims, setsAside, seals }: CommitNeeds): Statement {
  if (seals) return claims ? CLAIMED_SEALS : SEALS;
  if (setsAside) return claims ? CLAIMED_SET_ASIDE : SET_ASIDE;
  return claims ? CLAIMED : PLAIN;
}

/**
 * Makes the statement. All `commits` must be of one account and mode. It writes only if the counter still has this
 * number of `erasures`.
 */
export function commitStatement(
  commits: readonly [Commit, ...Commit[]],
  owner: number,
  { maxStoredBytes }: StorageRules,
  erasures: number,
): Statement & { params: unknown[] } {
  const [{ made: first }] = commits;
  const claims = commits.some(({ idempotent }) => idempotent !== undefined);
  const setsAside = commits.some(({ reservation, isPrepaid }) => reservation !== undefined || isPrepaid);
  const seals = commits.some(({ made }) => made.sealOrder !== undefined);
  const { name, text } = chooseStatement({ claims, setsAside, seals });
  const chains = new Map(commits.map(({ texts }) => [texts.chain.sha256, texts.chain.row]));
  const params = [
    first.accountId,
    first.certificate.livemode,
    `[${commits.map(itemText).join(',')}]`,
    `[${[...chains.values()].join(',')}]`,
    maxStoredBytes,
    erasures,
  ];
  return { name, text, params: claims ? [...params, owner] : params };
}

export function outcomesOf(commits: readonly Commit[], rows: readonly Row[]): CommitOutcome[] {
  const outcomes = commits.map((): CommitOutcome => 'lost');
  for (const row of rows) {
    if (row.ticket !== null) outcomes[read.number(row, 'place')] = 'written';
    else if (read.boolean(row, 'is_unreserved')) outcomes[read.number(row, 'place')] = 'allowance_exhausted';
  }
  return outcomes;
}

/**
 * The number of erasures that all requests saw. If they saw different numbers, or files were being erased, it is -1,
 * which no counter has.
 */
export function sharedErasures(commits: readonly Commit[]): number {
  const seen = new Set(commits.flatMap(({ made }) => made.sent?.before.erasures ?? []));
  const [erasures = -1] = seen;
  return seen.size === 1 && erasures % 2 === 0 ? erasures : -1;
}

/** Whether a commit failed because of the account's files; the whole statement was rolled back. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SEL01';
}

/** Writes the notes for the audit log, in the transaction of the certificates. */
export async function writeNotes(
  query: Query,
  commits: readonly Commit[],
  outcomes: readonly CommitOutcome[],
): Promise<void> {
  for (const [i, { made }] of commits.entries()) {
    if (outcomes[i] === 'written' && made.note !== undefined) {
      await query(`select ${auditCall(1)}`, auditParams(made.note));
    }
  }
}

function sealColumns({ status, fault, copyId, orderId, fileId, orderedBy, reservation }: SealOrder) {
  return {
    seal_reservation: reservation,
    seal_order: {
      status,
      reason: fault,
      copy_id: copyId,
      order_id: orderId,
      file_id: asBytea(fileId),
      ordered_by: orderedBy,
    },
  };
}

function itemText({ made, texts, reservation, idempotent, isPrepaid }: Commit, place: number): string {
  const rest = {
    place,
    entry: asBytea(made.token.entry),
    reservation,
    is_prepaid: isPrepaid,
    ...(made.sealOrder && sealColumns(made.sealOrder)),
    operation: idempotent?.operation,
    key: idempotent?.key,
    ...idempotent?.answer,
  };
  return joinObjects(texts.certificate, texts.token, JSON.stringify(rest));
}
