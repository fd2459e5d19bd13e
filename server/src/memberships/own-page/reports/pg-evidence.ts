/** Files that members sent as evidence: how many this month, and which awards were reported with them. */

import * as read from '../../../database/row-reader.ts';
import type { AwardId, CertificateId, EvidenceId, MemberId, ReviewId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';

type Ports = Pick<Tools, 'query'>;

/** The most reports of a member in a month. Each costs the council a certificate. */
export const MOST_REPORTS = 20;

/** The current month in the time zone of the account. */
const MONTH = `select date_trunc('month', $2::timestamptz at time zone z.zone) as starts, z.zone
   from (select coalesce(time_zone, 'America/Mexico_City') as zone from accounts where id = $1) z`;

type Reports = { left: number; most: number; next_month: string };

export async function readReports(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  { accountId }: Owner,
  memberId: MemberId,
): Promise<Reports> {
  const rows = await query(
    `with month as (${MONTH})
     select ((starts + interval '1 month')::date)::text as next_month,
            (select count(*) from member_evidence e where e.member_id = $3
                and e.created_at >= starts at time zone zone)::int as sent
       from month`,
    [accountId, now(), memberId],
    'reports-of-month',
  );
  const row = read.firstRow(rows);
  const left = Math.max(0, MOST_REPORTS - read.number(row, 'sent'));
  return { left, most: MOST_REPORTS, next_month: read.text(row, 'next_month') };
}

/** The time at which the next month begins. */
export async function nextMonth(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  { accountId }: Owner,
): Promise<Date> {
  const rows = await query(
    `with month as (${MONTH}) select (starts + interval '1 month') at time zone zone as at from month`,
    [accountId, now()],
    'next-month',
  );
  return read.date(read.firstRow(rows), 'at');
}

export async function insertEvidence(
  { query }: Ports,
  { accountId, livemode }: Owner,
  evidenceId: EvidenceId,
  memberId: MemberId,
  at: Date,
): Promise<void> {
  await query(
    'insert into member_evidence (id, account_id, livemode, member_id, created_at) values ($1, $2, $3, $4, $5)',
    [evidenceId, accountId, livemode, memberId, at],
    'insert-member-evidence',
  );
}

export async function noteCertified(
  { query }: Ports,
  evidenceId: EvidenceId,
  certificateId: CertificateId,
): Promise<void> {
  await query(
    'update member_evidence set certificate_id = $2 where id = $1',
    [evidenceId, certificateId],
    'note-evidence-certified',
  );
}

/** Removes a file that could not be certified, so that it does not count. */
export async function dropEvidence({ query }: Ports, evidenceId: EvidenceId): Promise<void> {
  await query(
    'delete from member_evidence where id = $1 and certificate_id is null',
    [evidenceId],
    'drop-member-evidence',
  );
}

/** Finds a certified file of this member that no report or review uses yet, and locks it until the transaction ends. */
export async function lockUnused(
  { query }: Ports,
  memberId: MemberId,
  evidenceId: EvidenceId,
): Promise<CertificateId | undefined> {
  const [row] = await query(
    `select certificate_id from member_evidence
      where id = $1 and member_id = $2 and certificate_id is not null and award_id is null and review_id is null
      for update`,
    [evidenceId, memberId],
    'lock-member-evidence',
  );
  return row && read.id('cert', row, 'certificate_id');
}

export async function noteReported(
  { query }: Ports,
  evidenceId: EvidenceId,
  awardId: AwardId,
): Promise<void> {
  await query(
    'update member_evidence set award_id = $2 where id = $1',
    [evidenceId, awardId],
    'note-evidence-reported',
  );
}

export async function noteForReview(
  { query }: Ports,
  evidenceId: EvidenceId,
  reviewId: ReviewId,
  note: string | undefined,
): Promise<void> {
  await query(
    'update member_evidence set review_id = $2, note = $3 where id = $1',
    [evidenceId, reviewId, note],
    'note-evidence-for-review',
  );
}

/** The awards that the member reported on their own page. */
export async function ownAwards({ query }: Ports, memberId: MemberId): Promise<Set<string>> {
  const rows = await query(
    'select award_id from member_evidence where member_id = $1 and award_id is not null',
    [memberId],
    'own-awards',
  );
  return new Set(rows.map((row) => read.text(row, 'award_id')));
}
