/**
 * The SQL of legal holds. The SQL functions `hold_over` and `held_certificates` decide what a hold covers
 * (`migrations/0057_legal_holds.sql`).
 */

import { auditCall, auditParams } from '../audit/note-sql.ts';
import type { Database, Query, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { OPERATOR } from '../kernel/actor.ts';
import type { AccountId, CertificateId, HoldId, MemberId } from '../kernel/ids.ts';
import { HOLD_KINDS, type HoldTarget, type LegalHold, underHold } from './hold.ts';

type Covered = { members?: readonly MemberId[]; certificates?: readonly CertificateId[] };

/**
 * Every erasure must call this in its transaction, before it locks anything else. It rejects with `legal_hold` if a
 * hold covers what would be erased. No hold can be set until the transaction ends. Without members and certificates,
 * only a hold on the whole account counts.
 */
export async function assertNoHold(
  query: Query,
  accountId: AccountId,
  { members = [], certificates = [] }: Covered = {},
): Promise<void> {
  const rows = await query(
    'select hold_over($1, $2, $3) as since',
    [accountId, members, certificates],
    'hold-over',
  );
  const since = read.optionalDate(read.firstRow(rows), 'since');
  if (since !== undefined) throw underHold(since);
}

/**
 * Must be called by erasures of many records of an account that skip records under a hold. No hold can be set until
 * the transaction ends.
 */
export async function lockHolds(query: Query, accountId: AccountId): Promise<void> {
  await query("select pg_advisory_xact_lock_shared(hashtextextended('holds ' || $1, 7355))", [accountId]);
}

const COLUMNS = 'id, account_id, kind, target, reason, since, lifted_at';

/**
 * The current state of what a hold is about: its account, and for a member the status, which shows whether there is
 * still anything to keep.
 */
type FoundTarget = { accountId: AccountId; memberStatus: string | undefined };

const FIND: Record<HoldTarget['kind'], string> = {
  account: 'select id as account_id, null as member_status from accounts where id = $1',
  member: 'select account_id, status as member_status from members where id = $1',
  // Certificates are indexed by account, but an operator has only the certificate's id, so all accounts are searched.
  certificate: `select a.id as account_id, null as member_status from accounts a
     where exists (select from certificates c where c.account_id = a.id and c.id = $1)`,
};

export async function findTarget(query: Query, target: HoldTarget): Promise<FoundTarget | undefined> {
  const [row] = await query(FIND[target.kind], [target.id], `find-held-${target.kind}`);
  return (
    row && {
      accountId: read.id('acct', row, 'account_id'),
      memberStatus: read.optionalText(row, 'member_status'),
    }
  );
}

/** Waits until erasures under way in the account have ended, and keeps others from starting. */
export async function lockAgainstErasing(query: Query, accountId: AccountId): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtextextended('holds ' || $1, 7355))", [accountId]);
}

export async function insertHold(query: Query, hold: LegalHold): Promise<void> {
  const { accountId, kind, target, reason, since } = hold;
  await query(
    'insert into legal_holds (id, account_id, kind, target, reason, since) values ($1, $2, $3, $4, $5, $6)',
    [hold.id, accountId, kind, target, reason, since],
    'insert-hold',
  );
  await noteHold(query, 'hold.add', hold, since);
}

/**
 * The search for files that have reached their age limit moves forward and skips files under a hold. When a hold is
 * lifted, the search therefore starts again from the first file that was kept. Files under another hold are skipped
 * again.
 */
const RETURN_TO_KEPT = `
  update certificate_counts n set erased_to = kept.first - 1
    from (select c.livemode, min(c.number) as first
            from certificate_counts passed join certificates c
              on c.account_id = passed.account_id and c.livemode = passed.livemode and c.number <= passed.erased_to
           where passed.account_id = $1 and c.file_erased_at is null and c.file_size is not null
           group by c.livemode) kept
   where n.account_id = $1 and n.livemode = kept.livemode`;

/** Marks the hold as lifted. The caller must hold the lock of `lockAgainstErasing`. */
export async function markLifted(query: Query, hold: LegalHold, at: Date): Promise<void> {
  await query(RETURN_TO_KEPT, [hold.accountId], 'return-to-kept');
  await query('update legal_holds set lifted_at = $2 where id = $1', [hold.id, at], 'lift-hold');
  await noteHold(query, 'hold.remove', hold, at);
}

/** Writes the hold to the audit log. The council reads that log, so the reason is left out. */
async function noteHold(
  query: Query,
  action: 'hold.add' | 'hold.remove',
  { id: hold, accountId, target }: LegalHold,
  at: Date,
): Promise<void> {
  const note = { accountId, at, action, by: OPERATOR, target, details: { hold } } as const;
  await query(`select ${auditCall(1)}`, auditParams(note), 'write-audit');
}

type HoldFilter = {
  accountId?: AccountId;
  target?: string;
  id?: HoldId;
  /** Whether holds that were lifted are included. */
  isWithLifted?: boolean;
};

/** Reads holds, oldest first. */
export async function readHolds(
  { query }: Pick<Database, 'query'>,
  { accountId, target, id: holdId, isWithLifted = false }: HoldFilter,
): Promise<LegalHold[]> {
  const rows = await query(
    `select ${COLUMNS} from legal_holds
      where ($1::text is null or account_id = $1) and ($2::text is null or target = $2)
        and ($3::text is null or id = $3) and ($4 or lifted_at is null)
      order by id`,
    [accountId ?? null, target ?? null, holdId ?? null, isWithLifted],
    'legal-holds',
  );
  return rows.map(toHold);
}

/**
 * Reads the holds on the whole account, on this member, or on this certificate. A certificate can also be held as a
 * document of a member under a hold.
 */
export async function readHoldsOver(
  { query }: Pick<Database, 'query'>,
  accountId: AccountId,
  { member, certificate }: { member: MemberId | undefined; certificate: CertificateId | undefined },
): Promise<LegalHold[]> {
  const rows = await query(
    `select ${COLUMNS} from legal_holds h
      where account_id = $1 and lifted_at is null
        and (kind = 'account' or kind = 'member' and target = $2
             or exists (select from held_certificates($1) held where held.id = $3 and held.hold = h.id))
      order by id`,
    [accountId, member ?? null, certificate ?? null],
    'holds-over',
  );
  return rows.map(toHold);
}

function toHold(row: Row): LegalHold {
  return {
    id: read.id('hld', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    kind: read.oneOf(row, 'kind', HOLD_KINDS),
    target: read.text(row, 'target'),
    reason: read.text(row, 'reason'),
    since: read.date(row, 'since'),
    liftedAt: read.optionalDate(row, 'lifted_at'),
  };
}
