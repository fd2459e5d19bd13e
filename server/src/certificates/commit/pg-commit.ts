/** The statement that writes a batch of certificates of one account and mode. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CommitOutcome, IdempotentRequest, NewCertificate, StoredAnswer } from '../ports.ts';
import type { SealOrder } from '../sealing/seal.ts';
import type { StorageRules } from '../stored-files.ts';
import { type CommitNeeds, commitText, isAllOrNone } from './pg-commit-text.ts';
import { asBytea, joinObjects, type RowTexts } from './row-texts.ts';

export type Commit = {
  made: NewCertificate;
  texts: RowTexts;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
  /** True if the allowance was set aside when the batch was made. */
  isPrepaid?: true;
};

type Statement = { name: string; text: string };

const statements = new Map<string, Statement>();

function statementOf(needs: CommitNeeds): Statement {
  const words = Object.entries(needs).flatMap(([need, isThere]) => (isThere ? [need] : []));
  const name = ['commit-certificates', ...words].join(':');
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = { name, text: commitText(needs) };
  statements.set(name, statement);
  return statement;
}

/** The names of chains that this process has seen stored. */
export type KnownChains = Set<string>;

/** A provider signs with one chain for years. */
const MOST_KNOWN = 1_000;

/**
 * Makes the statement. All `commits` must be of one account and mode. It writes only if the counter still has this
 * number of `erasures`. Chains that are known are not sent again.
 */
export function commitStatement(
  commits: readonly [Commit, ...Commit[]],
  owner: number,
  { maxStoredBytes }: StorageRules,
  erasures: number,
  known: ReadonlySet<string> = new Set(),
): Statement & { params: unknown[] } {
  const [{ made: first }] = commits;
  const seals = commits.some(({ made }) => made.sealOrder !== undefined);
  // Sealed copies are rare, so the statement with copies has one text, whether or not an allowance was set aside.
  const setsAside =
    seals || commits.some(({ reservation, isPrepaid }) => reservation !== undefined || isPrepaid);
  const needs = {
    claims: commits.some(({ idempotent }) => idempotent !== undefined),
    setsAside,
    seals,
    chains: true,
  };
  const chains = new Map(commits.map(({ texts }) => [texts.chain.sha256, texts.chain.row]));
  const names = [...chains.keys()];
  needs.chains = !isAllOrNone(needs) || names.some((name) => !known.has(name));
  const params = [
    first.accountId,
    first.certificate.livemode,
    `[${commits.map(itemText).join(',')}]`,
    needs.chains ? `[${[...chains.values()].join(',')}]` : names,
    maxStoredBytes,
    erasures,
  ];
  if (isAllOrNone(needs))
    params.push(
      commits.length,
      commits.reduce((sum, one) => sum + bytesOf(one), 0),
    );
  else if (needs.claims) params.push(owner);
  return { ...statementOf(needs), params };
}

/** Notes the chains of certificates that are committed. */
export function noteChains(known: KnownChains, commits: readonly Commit[]): void {
  for (const { texts } of commits) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(texts.chain.sha256);
  }
}

function bytesOf({ made }: Commit): number {
  const { file } = made.certificate;
  return (file.wasSent ? file.sizeBytes : undefined) ?? 0;
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
