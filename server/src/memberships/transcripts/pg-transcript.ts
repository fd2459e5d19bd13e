/** The awards of a member with the titles of their courses. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { AWARD_STATUSES, type AwardStatus } from '../awards/award.ts';
import { type PointLine, pointLines } from '../courses/point-lines.ts';

export type TitledAward = {
  id: string;
  courseId: string | undefined;
  title: string;
  aval: string | undefined;
  role: string;
  completedOn: string;
  /** In hundredths, like the points. */
  hours: number | undefined;
  points: readonly PointLine[];
  status: AwardStatus;
  decidedAt: Date | undefined;
  createdAt: Date;
};

/** The awards reported before this time, sorted by day. */
export async function readTitledAwards(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
  before: Date,
): Promise<TitledAward[]> {
  const rows = await query(
    `select a.id, a.course_id, coalesce(c.title, a.activity ->> 'title', '') as title, c.folio, a.role, a.completed_on, a.hours,
            a.points, a.status, a.decided_at, a.created_at
       from awards a left join courses c on c.id = a.course_id
      where a.member_id = $1 and a.created_at < $2 order by a.completed_on, a.id`,
    [memberId, before],
    'titled-awards',
  );
  return rows.map(toTitledAward);
}

function toTitledAward(row: Row): TitledAward {
  return {
    id: read.text(row, 'id'),
    courseId: read.optionalText(row, 'course_id'),
    title: read.text(row, 'title'),
    aval: read.optionalText(row, 'folio'),
    role: read.text(row, 'role'),
    completedOn: read.text(row, 'completed_on'),
    hours: read.optionalNumber(row, 'hours'),
    points: pointLines(row, 'points'),
    status: read.oneOf(row, 'status', AWARD_STATUSES),
    decidedAt: read.optionalDate(row, 'decided_at'),
    createdAt: read.date(row, 'created_at'),
  };
}
