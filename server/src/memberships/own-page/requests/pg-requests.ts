/**
 * Corrections that members have requested. The requested values are encrypted, and are deleted when the request is
 * decided.
 */

import type { Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { MemberId, MemberRequestId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { type MemberRequest, REQUEST_STATUSES, type RequestStatus, toMyRequest } from './member-request.ts';

type Ports = Pick<Tools, 'query'>;

const COLUMNS = `r.id, r.livemode, r.member_id, r.fields, r.sealed, r.status, r.decided_by, r.decided_at, r.decision_reason,
  r.created_at, r.updated_at`;

export async function listRequests(
  tools: Ports,
  owner: Owner,
  asked: ListQuery & { status?: RequestStatus; member_id?: string },
) {
  const filter = ownedBy(owner, 'r');
  where(filter, asked.status, (p) => `r.status = ${p}`);
  where(filter, asked.member_id, (p) => `r.member_id = ${p}`);
  const source = { prefix: 'mrq', columns: COLUMNS, table: 'member_requests', alias: 'r' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { requests: rows.map(toRequest), pagination };
}

/** The newest twenty, as the member sees them. */
export async function listOwnRequests({ query }: Ports, { accountId }: Owner, memberId: MemberId) {
  const rows = await query(
    `select ${COLUMNS} from member_requests r where r.account_id = $1 and r.member_id = $2 order by r.id desc limit 20`,
    [accountId, memberId],
    'own-requests',
  );
  return rows.map((row) => toMyRequest(toRequest(row)));
}

export async function findRequest(
  { query }: Ports,
  { accountId, livemode }: Owner,
  requestId: MemberRequestId,
  { isToChange = false } = {},
): Promise<MemberRequest | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from member_requests r where r.id = $1 and r.account_id = $2 and r.livemode = $3
      ${isToChange ? 'for update' : ''}`,
    [requestId, accountId, livemode],
    isToChange ? 'lock-member-request' : 'member-request',
  );
  return row && toRequest(row);
}

export function lockRequest(tools: Ports, owner: Owner, requestId: MemberRequestId) {
  return findRequest(tools, owner, requestId, { isToChange: true });
}

export async function insertRequest(
  { query }: Ports,
  { accountId }: Owner,
  request: MemberRequest,
): Promise<void> {
  await query(
    `insert into member_requests (id, account_id, livemode, member_id, fields, sealed, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      request.id,
      accountId,
      request.livemode,
      request.memberId,
      request.fields,
      request.sealed,
      request.status,
      request.createdAt,
    ],
    'insert-member-request',
  );
}

export async function hasPending({ query }: Ports, memberId: MemberId): Promise<boolean> {
  const rows = await query(
    "select from member_requests where member_id = $1 and status = 'pending'",
    [memberId],
    'pending-member-request',
  );
  return rows.length > 0;
}

/** Records the decision and deletes the values, which are then either in the register or not needed. */
export async function writeDecision(
  { query }: Ports,
  requestId: MemberRequestId,
  decision: { status: RequestStatus; by: string; at: Date; reason: string | undefined },
): Promise<void> {
  await query(
    `update member_requests set status = $2, decided_by = $3, decided_at = $4, decision_reason = $5, sealed = null,
       updated_at = $4 where id = $1`,
    [requestId, decision.status, decision.by, decision.at, decision.reason ?? null],
    'decide-member-request',
  );
}

function toRequest(row: Row): MemberRequest {
  return {
    id: read.id('mrq', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    memberId: read.id('mem', row, 'member_id'),
    fields: read.textList(row, 'fields'),
    sealed: read.optionalText(row, 'sealed'),
    status: read.oneOf(row, 'status', REQUEST_STATUSES),
    decidedBy: read.optionalText(row, 'decided_by'),
    decidedAt: read.optionalDate(row, 'decided_at'),
    decisionReason: read.optionalText(row, 'decision_reason'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
