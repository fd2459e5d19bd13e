/** Reads and writes reviews. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { DrawId, MembershipId, ReviewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { REVIEW_STATUSES, type Review, type ReviewEvidence, type ReviewStatus } from './review.ts';

type Ports = Pick<Tools, 'query'>;

const JOINS = 'join memberships s on s.id = r.membership_id join members m on m.id = s.member_id';
const COLUMNS = `r.id, r.livemode, r.draw_id, r.membership_id, s.member_id, m.member_number,
  btrim(concat_ws(' ', m.given_name, m.first_surname, m.second_surname)) as name, r.rank, r.status, r.due_on, r.reporters,
  r.decided_by, r.decided_at, r.decision_reason, r.created_at, r.updated_at,
  (select coalesce(jsonb_agg(jsonb_build_object('certificate_id', e.certificate_id, 'note', e.note, 'at', e.created_at)
            order by e.id), '[]') from member_evidence e where e.review_id = r.id) as evidence`;

/** Whether a review `r` waits for the council: evidence has come, or the deadline is over. */
export function reviewWaits(today: string): string {
  return `r.status = 'open' and (r.sent_at is not null or r.due_on < ${today}::date)`;
}

type Asked = ListQuery & {
  draw_id?: string;
  member_id?: string;
  status?: ReviewStatus;
  waiting?: 'true' | 'false';
};

export async function listReviews(tools: Ports, owner: Owner, asked: Asked, today: string) {
  const filter = ownedBy(owner, 'r');
  where(filter, asked.draw_id, (p) => `r.draw_id = ${p}`);
  where(filter, asked.status, (p) => `r.status = ${p}`);
  where(
    filter,
    asked.member_id,
    (p) => `r.membership_id in (select id from memberships where member_id = ${p})`,
  );
  if (asked.waiting !== undefined)
    where(filter, today, (p) => `(${reviewWaits(p)}) = ${asked.waiting === 'true'}`);
  const source = { prefix: 'rvw', columns: COLUMNS, table: 'reviews', alias: 'r', shown: JOINS } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { reviews: rows.map(toReview), pagination };
}

export async function findReview(
  { query }: Ports,
  { accountId, livemode }: Owner,
  reviewId: ReviewId,
  lock: '' | 'for update of r' = '',
): Promise<Review | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from reviews r ${JOINS} where r.id = $1 and r.account_id = $2 and r.livemode = $3 ${lock}`,
    [reviewId, accountId, livemode],
    lock === '' ? 'review' : 'review-to-change',
  );
  return row && toReview(row);
}

export async function findReviews(
  query: Query,
  { accountId, livemode }: Owner,
  ids: readonly ReviewId[],
): Promise<Review[]> {
  const rows = await query(
    `select ${COLUMNS} from reviews r ${JOINS} where r.account_id = $1 and r.livemode = $2 and r.id = any($3)`,
    [accountId, livemode, ids],
    'reviews-by-ids',
  );
  return rows.map(toReview);
}

type NewReview = { id: ReviewId; place: number; rank: number; membershipId: MembershipId };

const SLICE = 5_000;

export async function insertReviews(
  query: Query,
  { accountId, livemode }: Owner,
  { drawId, dueOn, at }: { drawId: DrawId; dueOn: string; at: Date },
  reviews: readonly NewReview[],
): Promise<void> {
  for (let from = 0; from < reviews.length; from += SLICE) {
    const slice = reviews.slice(from, from + SLICE);
    await query(
      `insert into reviews (id, account_id, livemode, draw_id, place, rank, membership_id, status, due_on, created_at, updated_at)
       select n.id, $1, $2, $3, n.place, n.rank, n.membership_id, 'open', $4, $5, $5
         from unnest($6::text[], $7::integer[], $8::integer[], $9::text[]) as n (id, place, rank, membership_id)`,
      [
        accountId,
        livemode,
        drawId,
        dueOn,
        at,
        slice.map((review) => review.id),
        slice.map(({ place }) => place),
        slice.map(({ rank }) => rank),
        slice.map(({ membershipId }) => membershipId),
      ],
      'insert-reviews',
    );
  }
}

export async function decideOpen(
  { query }: Ports,
  reviewId: ReviewId,
  decision: { status: ReviewStatus; by: string; at: Date; reason: string | undefined },
): Promise<void> {
  await query(
    `update reviews set status = $2, decided_by = $3, decided_at = $4, decision_reason = $5, updated_at = $4
      where id = $1`,
    [reviewId, decision.status, decision.by, decision.at, decision.reason],
    'decide-review',
  );
}

export async function cancelOpenReviews(
  { query }: Ports,
  drawId: DrawId,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  await query(
    `update reviews set status = 'cancelled', decided_by = $2, decided_at = $3, decision_reason = $4, updated_at = $3
      where draw_id = $1 and status = 'open'`,
    [drawId, by, at, reason],
    'cancel-reviews',
  );
}

/** If the last day moves, reminders are sent again. */
export async function writeDueDay(
  { query }: Ports,
  reviewId: ReviewId,
  dueOn: string,
  at: Date,
): Promise<void> {
  await query(
    'update reviews set due_on = $2, reminded_days = null, updated_at = $3 where id = $1',
    [reviewId, dueOn, at],
    'extend-review',
  );
}

export async function noteSent(
  { query }: Ports,
  reviewId: ReviewId,
  sent: { reporters: readonly string[] | undefined; at: Date },
): Promise<void> {
  await query(
    'update reviews set sent_at = $2, reporters = $3, updated_at = $2 where id = $1',
    [reviewId, sent.at, sent.reporters],
    'note-review-evidence',
  );
}

function toReview(row: Row): Review {
  const decidedAt = read.optionalDate(row, 'decided_at');
  return {
    id: read.id('rvw', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    drawId: read.id('drw', row, 'draw_id'),
    membershipId: read.id('mbs', row, 'membership_id'),
    memberId: read.id('mem', row, 'member_id'),
    memberNumber: read.text(row, 'member_number'),
    name: read.text(row, 'name'),
    rank: read.number(row, 'rank'),
    status: read.oneOf(row, 'status', REVIEW_STATUSES),
    dueOn: read.text(row, 'due_on'),
    reporters: read.optionalTextList(row, 'reporters'),
    evidence: read.shaped(row, 'evidence', areFiles, 'evidence').map(toEvidence),
    decision: decidedAt && {
      by: read.text(row, 'decided_by'),
      at: decidedAt,
      reason: read.optionalText(row, 'decision_reason'),
    },
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

type StoredFile = { certificate_id: string; note: string | null; at: string };

const areFiles = (value: unknown): value is StoredFile[] => read.isListOf(value, isFile);

function isFile(value: unknown): value is StoredFile {
  return read.isRecord(value) && typeof value.certificate_id === 'string' && typeof value.at === 'string';
}

function toEvidence({ certificate_id, note, at }: StoredFile): ReviewEvidence {
  return { certificateId: certificate_id as never, note: note ?? undefined, sentAt: new Date(at) };
}
