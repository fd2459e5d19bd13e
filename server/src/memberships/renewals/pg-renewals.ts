/** Renewals. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MembershipId, RenewalId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { stubOf, toStub } from '../documents/stub.ts';
import { BASES, RENEWAL_STATUSES, type Renewal, type RenewalStatus } from './renewal.ts';

const COLUMNS = `r.id, r.livemode, r.membership_id, m.member_id, m.program_id, r.term_id, r.status, r.basis, r.reason, r.requested_on, r.reporters,
  r.decided_by, r.decided_at, r.decision_reason, r.snapshot, r.snapshot_sha256, r.new_term_id, r.ended_extension, r.wants_constancia,
  ${stubOf('renewal_id', 'r.id')},
  r.created_at, r.updated_at, r.status = 'approved' and r.snapshot_met and not t.met as is_contradicted`;
const MEMBERSHIP = 'join memberships m on m.id = r.membership_id';
const TERM = 'join membership_terms t on t.id = r.term_id';
const JOINED = `renewals r ${MEMBERSHIP} ${TERM}`;

type RenewalFilter = {
  membership_id?: string;
  member_id?: string;
  program_id?: string;
  status?: RenewalStatus;
};

export async function listRenewals(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & RenewalFilter,
) {
  const filter = ownedBy(owner, 'r');
  where(filter, asked.membership_id, (p) => `r.membership_id = ${p}`);
  where(filter, asked.member_id, (p) => `m.member_id = ${p}`);
  where(filter, asked.program_id, (p) => `m.program_id = ${p}`);
  where(filter, asked.status, (p) => `r.status = ${p}`);
  const isByMembership = asked.member_id !== undefined || asked.program_id !== undefined;
  const joined = isByMembership ? { joins: MEMBERSHIP, shown: TERM } : { shown: `${MEMBERSHIP} ${TERM}` };
  const source = { prefix: 'rnw', columns: COLUMNS, table: 'renewals', alias: 'r', ...joined } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { renewals: rows.map(toRenewal), pagination };
}

/** Undefined for another account's. */
export async function findRenewal(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  renewalId: RenewalId,
): Promise<Renewal | undefined> {
  const rows = await query(
    `select ${COLUMNS} from ${JOINED} where r.account_id = $1 and r.livemode = $2 and r.id = $3`,
    [accountId, livemode, renewalId],
    'find-renewal',
  );
  return rows[0] && toRenewal(rows[0]);
}

/** The pending renewal. */
export async function findOpenRenewal(
  { query }: Pick<Tools, 'query'>,
  membershipId: MembershipId,
): Promise<Renewal | undefined> {
  const rows = await query(
    `select ${COLUMNS} from ${JOINED} where r.membership_id = $1 and r.status = 'requested'`,
    [membershipId],
    'open-renewal',
  );
  return rows[0] && toRenewal(rows[0]);
}

export async function insertRenewal(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  renewal: Renewal,
): Promise<void> {
  await query(
    `insert into renewals (id, account_id, livemode, membership_id, term_id, status, basis, reason, requested_on, created_at, updated_at,
                           wants_constancia, reporters)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)`,
    [
      renewal.id,
      accountId,
      renewal.livemode,
      renewal.membershipId,
      renewal.termId,
      renewal.status,
      renewal.basis,
      renewal.reason,
      renewal.requestedOn,
      renewal.createdAt,
      renewal.wantsConstancia,
      renewal.reporters,
    ],
    'insert-renewal',
  );
}

/** Writes a decision. The database refuses to replace a snapshot. */
export async function updateRenewal({ query }: Pick<Tools, 'query'>, renewal: Renewal): Promise<void> {
  await query(
    `update renewals set status = $2, decided_by = $3, decided_at = $4, decision_reason = $5, snapshot = $6, snapshot_sha256 = $7,
            new_term_id = $8, ended_extension = $9, updated_at = $10 where id = $1`,
    [
      renewal.id,
      renewal.status,
      renewal.decision?.by,
      renewal.decision?.at,
      renewal.decision?.reason,
      renewal.snapshot?.text,
      renewal.snapshot?.sha256,
      renewal.newTermId,
      renewal.endedExtension,
      renewal.updatedAt,
    ],
    'update-renewal',
  );
}

function toRenewal(row: Row): Renewal {
  const at = read.optionalDate(row, 'decided_at');
  const snapshot = read.optionalText(row, 'snapshot');
  return {
    id: read.id('rnw', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    membershipId: read.id('mbs', row, 'membership_id'),
    memberId: read.id('mem', row, 'member_id'),
    programId: read.id('prg', row, 'program_id'),
    termId: read.id('trm', row, 'term_id'),
    status: read.oneOf(row, 'status', RENEWAL_STATUSES),
    isContradicted: row.is_contradicted === true,
    basis: read.oneOf(row, 'basis', BASES),
    reason: read.optionalText(row, 'reason'),
    requestedOn: read.text(row, 'requested_on'),
    reporters: read.optionalTextList(row, 'reporters'),
    decision: at && {
      by: read.text(row, 'decided_by'),
      at,
      reason: read.optionalText(row, 'decision_reason'),
    },
    snapshot:
      snapshot === undefined ? undefined : { text: snapshot, sha256: read.bytes(row, 'snapshot_sha256') },
    newTermId: row.new_term_id === null ? undefined : read.id('trm', row, 'new_term_id'),
    endedExtension: read.optionalText(row, 'ended_extension'),
    wantsConstancia: read.boolean(row, 'wants_constancia'),
    constancia: toStub(row),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
