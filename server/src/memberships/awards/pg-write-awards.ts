/**
 * Writes any number of awards in one statement. Each column is sent as an array, so that the database needs only one
 * plan.
 */

import type { AwardId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Award, AwardStatus } from './award.ts';

type Ports = Pick<Tools, 'query'>;

const INSERT = `with made as (
    insert into awards (id, account_id, livemode, member_id, course_id, activity, role, completed_on, hours,
      attendance_percent, score, points, evidence, status, decided_by, decided_at, decision_reason, posting_id, entry_seq,
      external_id, metadata, reporters, created_at, updated_at)
    select n.id, $1, $2, n.member_id, n.course_id, n.activity, n.role, n.completed_on, n.hours, n.attendance_percent,
           n.score, n.points, n.evidence, n.status, n.decided_by, n.decided_at, n.decision_reason, n.posting_id,
           n.entry_seq, n.external_id, n.metadata, (select array_agg(r) from jsonb_array_elements_text(n.reporters) r), n.created_at, $3
      from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::date[], $10::bigint[], $11::bigint[],
                  $12::bigint[], $13::jsonb[], $14::jsonb[], $15::text[], $16::text[], $17::timestamptz[], $18::text[],
                  $19::text[], $20::integer[], $21::text[], $22::jsonb[], $23::jsonb[], $24::timestamptz[])
           as n (id, member_id, course_id, activity, role, completed_on, hours, attendance_percent, score, points,
                 evidence, status, decided_by, decided_at, decision_reason, posting_id, entry_seq, external_id, metadata,
                 reporters, created_at)
    returning id, points
  )
  insert into award_lines (program_id, category, award_id)
  select line ->> 'program_id', line ->> 'category', made.id from made, jsonb_array_elements(made.points) as line`;

/**
 * All awards of one call are written at the same moment. Awards of members under a test clock get the clock's time
 * instead.
 */
export async function insertAwards(
  { query }: Ports,
  { accountId, livemode }: Owner,
  awards: readonly Award[],
): Promise<void> {
  for (let at = 0; at < awards.length; at += SLICE) {
    const slice = awards.slice(at, at + SLICE);
    const writtenAt = slice[0]?.updatedAt;
    await query(INSERT, [accountId, livemode, writtenAt, ...columnsOf(slice)], 'insert-awards');
  }
}

/**
 * A statement with many rows exists in memory several times on its way to the database, and the garbage collector frees
 * such large pieces late.
 */
const SLICE = 250;

function columnsOf(awards: readonly Award[]): unknown[] {
  return [
    awards.map((award) => award.id),
    awards.map((award) => award.memberId),
    awards.map((award) => award.courseId),
    awards.map((award) => award.activity && JSON.stringify(award.activity)),
    awards.map((award) => award.role),
    awards.map((award) => award.completedOn),
    awards.map((award) => award.hours),
    awards.map((award) => award.attendance),
    awards.map((award) => award.score),
    awards.map((award) => JSON.stringify(award.points)),
    awards.map((award) => JSON.stringify(award.evidence)),
    awards.map((award) => award.status),
    awards.map((award) => award.decidedBy),
    awards.map((award) => award.decidedAt),
    awards.map((award) => award.decisionReason),
    awards.map((award) => award.rosterId),
    awards.map((award) => award.entry?.seq),
    awards.map((award) => award.externalId),
    awards.map((award) => JSON.stringify(award.metadata)),
    awards.map((award) => award.reporters && JSON.stringify(award.reporters)),
    awards.map(({ createdAt }) => createdAt),
  ];
}

/** Writes the columns that may change while an award is pending. */
export async function updateAward({ query }: Ports, award: Award): Promise<void> {
  await query(
    `with changed as (
       update awards set activity = $2, role = $3, completed_on = $4, hours = $5, attendance_percent = $6, score = $7,
         points = $8, evidence = $9, external_id = $10, metadata = $11, updated_at = $12, reporters = $13 where id = $1
     ), gone as (
       delete from award_lines where award_id = $1
         and (program_id, category) not in
           (select line ->> 'program_id', line ->> 'category' from jsonb_array_elements($8::jsonb) as line)
     )
     insert into award_lines (program_id, category, award_id)
     select line ->> 'program_id', line ->> 'category', $1 from jsonb_array_elements($8::jsonb) as line
     on conflict do nothing`,
    [
      award.id,
      award.activity && JSON.stringify(award.activity),
      award.role,
      award.completedOn,
      award.hours,
      award.attendance,
      award.score,
      JSON.stringify(award.points),
      JSON.stringify(award.evidence),
      award.externalId,
      award.metadata,
      award.updatedAt,
      award.reporters,
    ],
    'update-award',
  );
}

type Decided = { id: AwardId; status: AwardStatus; entrySeq: number | undefined; decidedAt: Date };

export async function updateDecided(
  { query }: Ports,
  decided: readonly Decided[],
  decision: { by: string; at: Date; reason: string | undefined },
): Promise<void> {
  if (decided.length === 0) return;
  await query(
    `update awards a set status = d.status, decided_by = $4, decided_at = d.decided_at, decision_reason = $6, updated_at = $5,
            entry_seq = coalesce(d.entry_seq, a.entry_seq)
       from unnest($1::text[], $2::text[], $3::integer[], $7::timestamptz[]) as d (id, status, entry_seq, decided_at) where a.id = d.id`,
    [
      decided.map(({ id }) => id),
      decided.map(({ status }) => status),
      decided.map(({ entrySeq }) => entrySeq),
      decision.by,
      decision.at,
      decision.reason,
      decided.map(({ decidedAt }) => decidedAt),
    ],
    'decide-awards',
  );
}
