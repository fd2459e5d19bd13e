/**
 * Reads what must be known before awards are made, for any number of members at a time. The caller must have locked the
 * members.
 */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AwardId, CourseId, MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools } from '../../operations/operation.ts';
import type { MembershipFacts } from './judge-award.ts';

type Ports = Pick<Tools, 'query'>;

/** Reads the memberships of these members, including those that have ended. */
export async function readMemberships(
  { query }: Ports,
  memberIds: readonly MemberId[],
): Promise<Map<MemberId, MembershipFacts[]>> {
  const found = new Map<MemberId, MembershipFacts[]>();
  for (const slice of slicesOf(memberIds)) {
    const rows = await query(MEMBERSHIPS, [slice], 'award-memberships');
    for (const row of rows) {
      const memberId = read.id('mem', row, 'member_id');
      const before = found.get(memberId);
      if (before === undefined) found.set(memberId, [toFacts(row)]);
      else before.push(toFacts(row));
    }
  }
  return found;
}

const MEMBERSHIPS = `select s.member_id, s.program_id, case when s.status = 'ended' then s.ended_on end as ended_on,
            coalesce(t.decided, '[]') as decided
       from memberships s
       left join lateral (
         select json_agg(json_build_array(starts_on, ends_on)) as decided from membership_terms
          where membership_id = s.id and renewal_id is not null and not is_void
       ) t on true
      where s.member_id = any($1)`;

function toFacts(row: Row): MembershipFacts {
  return {
    programId: read.id('prg', row, 'program_id'),
    endedOn: read.optionalText(row, 'ended_on'),
    decided: read.shaped(row, 'decided', isSpans, 'pairs of days'),
  };
}

/** Pending and approved awards of the course, by `awardKey`. */
export async function readCourseAwards(
  { query }: Ports,
  courseId: CourseId,
  memberIds: readonly MemberId[],
): Promise<Map<string, AwardId>> {
  const found = new Map<string, AwardId>();
  for (const slice of slicesOf(memberIds)) {
    const rows = await query(
      `select id, member_id, role from awards
        where course_id = $1 and member_id = any($2) and status in ('pending', 'approved')`,
      [courseId, slice],
      'course-awards',
    );
    for (const row of rows)
      found.set(
        awardKey(read.id('mem', row, 'member_id'), read.text(row, 'role')),
        read.id('awd', row, 'id'),
      );
  }
  return found;
}

/** The key of an award: a member has at most one award for a course and role. */
export function awardKey(memberId: MemberId, role: string): string {
  return `${memberId} ${role}`;
}

/** The pending or approved awards that have these external ids. */
export async function readExternalIds(
  { query }: Ports,
  { accountId, livemode }: Owner,
  externalIds: readonly string[],
): Promise<Map<string, AwardId>> {
  if (externalIds.length === 0) return new Map();
  const rows = await query(
    `select id, external_id from awards where account_id = $1 and livemode = $2 and external_id = any($3)
        and status not in ('rejected', 'withdrawn', 'revoked')`,
    [accountId, livemode, externalIds],
    'award-external-ids',
  );
  return new Map(rows.map((row) => [read.text(row, 'external_id'), read.id('awd', row, 'id')]));
}

type Span = readonly [string, string];

function isSpans(value: unknown): value is Span[] {
  return read.isListOf(value, (span): span is Span => read.isListOf(span, isText) && span.length === 2);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
