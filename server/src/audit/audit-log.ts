/** The audit log: reading it, and recomputing its chains to find rows that were tampered with. */

import { createHash } from 'node:crypto';
import type { AuditEvent, AuditFilter, AuditLog, AuditNote, AuditRow } from './ports.ts';

/**
 * The most entries that are read for one filtered page. A filter with few matches must not read a log of millions at
 * once.
 */
const LOOKED_AT = 50_000;

/**
 * Reads one page, newest entry first, and returns where the next page begins (undefined at the end). With a filter, a
 * page may hold fewer entries than `limit`.
 */
export async function readAudit(
  ports: { audit: Pick<AuditLog, 'page' | 'head'> },
  log: AuditNote['accountId'],
  { limit, before, filter }: { limit: number; before: number | undefined; filter?: AuditFilter | undefined },
): Promise<{ events: AuditEvent[]; nextBefore: number | undefined }> {
  const after = filter && (await lastToLookAt(ports, log, before));
  const only = filter && { filter, after: after ?? 0 };
  const events = await ports.audit.page(log, limit + 1, before, only);
  const page = events.slice(0, limit);
  if (events.length > limit) return { events: page, nextBefore: page.at(-1)?.number };
  return { events: page, nextBefore: after ? after + 1 : undefined };
}

/** Entries are numbered without gaps, so the difference of two numbers is the number of entries between them. */
async function lastToLookAt(
  { audit }: { audit: Pick<AuditLog, 'head'> },
  log: AuditNote['accountId'],
  before: number | undefined,
): Promise<number> {
  const end = (await audit.head(log))?.number ?? 0;
  return Math.max(0, Math.min(before ?? Number.POSITIVE_INFINITY, end + 1) - 1 - LOOKED_AT);
}

const EXPORT_PAGE = 500;

/** Reads the whole log, or all entries that match the filter, newest first and page by page. */
export async function* readWholeAudit(
  ports: { audit: Pick<AuditLog, 'page' | 'head'> },
  log: AuditNote['accountId'],
  filter: AuditFilter | undefined,
): AsyncGenerator<AuditEvent[]> {
  let before: number | undefined;
  do {
    const { events, nextBefore } = await readAudit(ports, log, { limit: EXPORT_PAGE, before, filter });
    if (events.length > 0) yield events;
    before = nextBefore;
  } while (before !== undefined);
}

export type AuditFault = {
  accountId: string;
  /** The first faulty row. */
  number: number;
  problem: /** There is no row of this number, though later rows exist or the head names one. */
    | 'missing'
    /** Its fields do not match its hash. */
    | 'changed'
    /** Its previous hash is not that of the row before it. */
    | 'does_not_follow'
    /** It comes after the chain's head. */
    | 'past_the_end'
    /** Its hash differs from the one in the chain's head. */
    | 'end_differs';
};

const CHECK_PAGE = 1_000;

/**
 * Recomputes every account's chain and yields the first faulty row of each broken one. An attacker who can write to
 * the database can also rewrite a whole chain: this check finds single edits, not a chain that was rewritten as a
 * whole.
 */
export async function* checkAuditChains(ports: { audit: AuditLog }): AsyncGenerator<AuditFault> {
  let after: string | undefined;
  for (;;) {
    const accountIds = await ports.audit.accounts(after, CHECK_PAGE);
    for (const accountId of accountIds) {
      const fault = await checkAuditChain(ports, accountId);
      if (fault !== undefined) yield fault;
    }
    after = accountIds.at(-1);
    if (after === undefined) return;
  }
}

export async function checkAuditChain(
  ports: { audit: AuditLog },
  accountId: string,
): Promise<AuditFault | undefined> {
  // The head is read before the rows: rows that are written in between only make the chain longer than this head.
  const head = await ports.audit.head(accountId);
  const last = head?.number ?? 0;
  let number = 0;
  let hash: Uint8Array = new Uint8Array(32);
  for (;;) {
    const rows = await ports.audit.rows(accountId, number, CHECK_PAGE);
    for (const row of rows) {
      const problem = problemOf(row, number, hash);
      if (problem !== undefined) return { accountId, number: number + 1, problem };
      ({ number, hash } = row);
      if (number === last && !isSame(hash, head?.hash)) return { accountId, number, problem: 'end_differs' };
    }
    if (rows.length < CHECK_PAGE) break;
  }
  if (number < last) return { accountId, number: number + 1, problem: 'missing' };
  if (number === 0) return { accountId, number: 1, problem: 'missing' };
  const end = number > last ? await ports.audit.head(accountId) : head;
  return (end?.number ?? 0) < number ? { accountId, number: last + 1, problem: 'past_the_end' } : undefined;
}

function problemOf(row: AuditRow, before: number, hash: Uint8Array): AuditFault['problem'] | undefined {
  if (row.number !== before + 1) return 'missing';
  if (!isSame(auditHash(row), row.hash)) return 'changed';
  return isSame(row.prevHash, hash) ? undefined : 'does_not_follow';
}

/** The same bytes as `audit_hash` in the database. */
function auditHash(row: AuditRow): Uint8Array {
  const hash = createHash('sha256');
  for (const field of [
    'sello audit 1',
    row.accountId,
    String(row.number),
    String(row.atMicros),
    row.action,
    row.actorType,
    row.actorId,
    row.ip,
    row.userAgent,
    row.target,
    row.details,
  ]) {
    const length = Buffer.alloc(4);
    if (field === null) length.fill(0xff);
    else length.writeUInt32BE(Buffer.byteLength(field));
    hash.update(length).update(field ?? '');
  }
  return hash.update(row.prevHash).digest();
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}
