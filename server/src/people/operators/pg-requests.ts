/** Requests for more certificates. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { type AccountId, type AllowanceRequestId, type PersonId, parseId } from '../../kernel/ids.ts';
import type { AllowanceRequest, RequestStatus } from './requests.ts';

const COLUMNS = `r.id, r.account_id, a.name as account_name, a.certificates_left, p.id as person_id, p.email, p.name,
  r.certificates, r.reason, r.certificates_granted, r.answer, r.created_at, r.decided_at`;

const FROM = `allowance_requests r join accounts a on a.id = r.account_id left join people p on p.id = r.asked_by`;

const IS: Record<RequestStatus, string> = {
  open: 'r.decided_at is null',
  granted: 'r.certificates_granted is not null',
  refused: 'r.decided_at is not null and r.certificates_granted is null',
};

/** False if the account already has a request that waits for an answer. This holds across all processes. */
export async function addRequest(
  query: Query,
  request: Pick<AllowanceRequest, 'id' | 'certificates' | 'reason' | 'createdAt'> & {
    accountId: AccountId;
    askedBy: PersonId;
  },
): Promise<boolean> {
  const { id: requestId, accountId, askedBy, certificates, reason, createdAt } = request;
  const rows = await query(
    `insert into allowance_requests (id, account_id, asked_by, certificates, reason, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (account_id) where decided_at is null do nothing returning id`,
    [requestId, accountId, askedBy, certificates, reason, createdAt],
    'add-allowance-request',
  );
  return rows.length === 1;
}

/** Newest first. */
export async function listRequests(
  query: Query,
  {
    accountId,
    status,
    after,
    limit,
  }: { accountId?: AccountId; status?: RequestStatus; after?: string; limit: number },
): Promise<AllowanceRequest[]> {
  const rows = await query(
    `select ${COLUMNS} from ${FROM}
      where ($1::text is null or r.account_id = $1) and ($2::text is null or r.id < $2)
        and ${status === undefined ? 'true' : IS[status]}
      order by r.id desc limit $3`,
    [accountId, after, limit],
    `allowance-requests-${status ?? 'all'}`,
  );
  return rows.map(toRequest);
}

/** Locks the request, so that a second answer waits for the first. Undefined if there is no such request. */
export async function findRequest(query: Query, requestId: string): Promise<AllowanceRequest | undefined> {
  if (parseId('alr', requestId) === undefined) return undefined;
  const [row] = await query(
    `select ${COLUMNS} from ${FROM} where r.id = $1 for no key update of r`,
    [requestId],
    'allowance-request',
  );
  return row && toRequest(row);
}

export async function answerRequest(
  query: Query,
  requestId: AllowanceRequestId,
  { granted, answer, at }: { granted: number | undefined; answer: string | undefined; at: Date },
): Promise<void> {
  await query(
    'update allowance_requests set decided_at = $2, certificates_granted = $3, answer = $4 where id = $1',
    [requestId, at, granted, answer],
    'answer-allowance-request',
  );
}

function toRequest(row: Row): AllowanceRequest {
  const decidedAt = read.optionalDate(row, 'decided_at');
  const certificatesGranted = read.optionalNumber(row, 'certificates_granted');
  const decision = certificatesGranted === undefined ? 'refused' : 'granted';
  return {
    id: read.id('alr', row, 'id'),
    account: {
      id: read.id('acct', row, 'account_id'),
      name: read.text(row, 'account_name'),
      certificatesLeft: read.number(row, 'certificates_left'),
    },
    askedBy:
      read.optionalText(row, 'person_id') === undefined
        ? undefined
        : {
            id: read.id('per', row, 'person_id'),
            email: read.text(row, 'email'),
            name: read.text(row, 'name'),
          },
    certificates: read.number(row, 'certificates'),
    reason: read.text(row, 'reason'),
    status: decidedAt === undefined ? 'open' : decision,
    certificatesGranted,
    answer: read.optionalText(row, 'answer'),
    createdAt: read.date(row, 'created_at'),
    decidedAt,
  };
}
