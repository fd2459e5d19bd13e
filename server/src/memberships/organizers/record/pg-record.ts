/**
 * Counts what an organiser proposed and posted. Whether a roster is late depends on the day of posting in the account's
 * time zone.
 */

import type { Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import { AWARD_STATUSES } from '../../awards/award.ts';
import { COURSE_STATUSES } from '../../courses/course.ts';
import type { Organizer } from '../organizer.ts';

type Ports = Pick<Tools, 'query'>;

const MOST_SHOWN = 50;

export async function readRecord(tools: Ports, owner: Owner, organizer: Organizer, today: string) {
  const { posted, late } = await readRosters(tools, owner, organizer);
  return {
    courses: await countByStatus(tools, COURSES, organizer, COURSE_STATUSES, 'organizer-courses'),
    rosters: { posted: read.number(posted, 'rosters'), late: read.number(posted, 'late') },
    rows: {
      posted: read.number(posted, 'rows'),
      accepted: read.number(posted, 'accepted'),
      refused: read.number(posted, 'refused'),
    },
    awards: await countByStatus(tools, AWARDS, organizer, AWARD_STATUSES, 'organizer-awards'),
    late_rosters: late.map((row) => ({
      roster_id: read.text(row, 'id'),
      ...toOverdue(row),
      posted_on: read.text(row, 'posted_on'),
    })),
    missing_rosters: await readMissing(tools, organizer, today),
  };
}

const COURSES =
  'select status, count(*)::integer as found from courses where organizer_id = $1 group by status';

const AWARDS = `select a.status, count(*)::integer as found from postings p join awards a on a.posting_id = p.id
  where p.organizer_id = $1 group by a.status`;

async function countByStatus<Status extends string>(
  { query }: Ports,
  sql: string,
  { id }: Organizer,
  statuses: readonly Status[],
  name: string,
): Promise<Record<Status, number>> {
  const found = new Map(
    (await query(sql, [id], name)).map((row) => [read.text(row, 'status'), read.number(row, 'found')]),
  );
  return Object.fromEntries(statuses.map((status) => [status, found.get(status) ?? 0])) as Record<
    Status,
    number
  >;
}

/** Each roster with the days on which it was due and posted. */
const POSTED = `
  select p.id, p.rows, p.created + p.duplicate as accepted, p.rejected, c.id as course_id, c.title,
         c.ends_on + $2::integer as due_on,
         (p.created_at at time zone coalesce(a.time_zone, 'America/Mexico_City'))::date as posted_on
    from postings p join courses c on c.id = p.course_id join accounts a on a.id = p.account_id
   where p.organizer_id = $1 and p.account_id = $3`;

async function readRosters({ query }: Ports, { accountId }: Owner, { id, rosterDays }: Organizer) {
  const params = [id, rosterDays, accountId];
  const counted = await query(
    `select count(*)::integer as rosters, (count(*) filter (where posted_on > due_on))::integer as late,
            coalesce(sum(rows), 0)::integer as rows, coalesce(sum(accepted), 0)::integer as accepted,
            coalesce(sum(rejected), 0)::integer as refused from (${POSTED}) posted`,
    params,
    'organizer-rosters',
  );
  const late = await query(
    `select *, posted_on - due_on as days_late from (${POSTED}) posted where posted_on > due_on
      order by id desc limit ${MOST_SHOWN}`,
    params,
    'organizer-late-rosters',
  );
  return { posted: read.firstRow(counted), late };
}

/** Courses whose roster is overdue. A course is left out even if it was the council that posted a roster for it. */
async function readMissing({ query }: Ports, { id, rosterDays }: Organizer, today: string) {
  const rows = await query(
    `select c.id as course_id, c.title, c.ends_on + $2::integer as due_on,
            $3::date - (c.ends_on + $2::integer) as days_late
       from courses c
      where c.organizer_id = $1 and c.status = 'accredited' and c.ends_on + $2::integer < $3::date
        and not exists (select from postings p where p.course_id = c.id)
      order by c.ends_on, c.id limit ${MOST_SHOWN}`,
    [id, rosterDays, today],
    'organizer-missing-rosters',
  );
  return rows.map(toOverdue);
}

function toOverdue(row: Row) {
  return {
    course_id: read.text(row, 'course_id'),
    title: read.text(row, 'title'),
    due_on: read.text(row, 'due_on'),
    days_late: read.number(row, 'days_late'),
  };
}
