/** The audit log: reading it, and deriving its chains again to find what was changed behind its back. */

import { createHash } from 'node:crypto';
import type { AccountId } from '../kernel/ids.ts';
import type { Actor, AuditEvent, AuditLog, AuditRow, RequestOrigin } from './ports.ts';

/** Whoever sits at the command line of the server. */
export const OPERATOR: Actor = { type: 'operator', id: 'operator', ip: undefined, userAgent: undefined };

export function personOf({ id }: { id: AccountId }, { ip, userAgent }: RequestOrigin): Actor {
  return { type: 'person', id, ip, userAgent };
}

/** One page, newest first, and where the next begins; undefined at the end. */
export async function readAudit(
  ports: { audit: AuditLog },
  accountId: AccountId,
  limit: number,
  before: number | undefined,
): Promise<{ events: AuditEvent[]; nextBefore: number | undefined }> {
  const events = await ports.audit.page(accountId, limit + 1, before);
  const page = events.slice(0, limit);
  return { events: page, nextBefore: events.length > limit ? page.at(-1)?.number : undefined };
}

const EXPORT_PAGE = 500;

/** All of it, newest first, a page at a time. */
export async function* readWholeAudit(
  ports: { audit: AuditLog },
  accountId: AccountId,
): AsyncGenerator<AuditEvent[]> {
  let before: number | undefined;
  do {
    const { events, nextBefore } = await readAudit(ports, accountId, EXPORT_PAGE, before);
    if (events.length > 0) yield events;
    before = nextBefore;
  } while (before !== undefined);
}

export type AuditFault = {
  accountId: string;
  /** The first row that is not as it was written. */
  number: number;
  problem: /** There is no row of this number, though there are later ones or the end says so. */
    | 'missing'
    /** Its fields do not give its hash. */
    | 'changed'
    /** It does not follow the row before it. */
    | 'does_not_follow'
    /** It is past the end of the chain. */
    | 'past_the_end'
    /** The end of the chain names another hash. */
    | 'end_differs';
};

const CHECK_PAGE = 1_000;

/**
 * Derives every account's chain again and tells the first broken row of each that is broken. Whoever can write
 * to the database can also write a whole chain anew: this finds edits, not a new history.
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
  // Read before the rows: what is written meanwhile only makes the chain longer than its end.
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
