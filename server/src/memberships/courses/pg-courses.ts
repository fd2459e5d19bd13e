/** Courses. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CourseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { searchPatterns, searchTextOf } from '../search-text.ts';
import { COURSE_STATUSES, type Course, type CourseStatus, MODALITIES } from './course.ts';
import { pointLines } from './point-lines.ts';

const COLUMNS = `c.id, c.livemode, c.organizer_id, c.code, c.title, c.description, c.provider_name, c.provider_contact, c.modality, c.place,
  c.starts_on, c.ends_on, c.hours, c.points, c.min_attendance_percent, c.min_score, c.claim_until, c.capacity, c.status,
  c.folio, c.accredited_on, c.valid_until, c.reporters, c.decided_by, c.decision_reason, c.badge_image, c.external_id, c.metadata, c.created_at,
  c.updated_at`;

type CourseFilter = ListQuery & {
  q?: string;
  status?: CourseStatus;
  program_id?: string;
  organizer_id?: string;
  provider?: string;
  starts_after?: string;
  ends_before?: string;
  folio?: string;
};

export async function listCourses(tools: Pick<Tools, 'query'>, owner: Owner, asked: CourseFilter) {
  const filter = ownedBy(owner, 'c');
  for (const pattern of searchPatterns('q', asked.q ?? ''))
    where(filter, pattern, (p) => `c.search_text like ${p}`);
  where(filter, asked.status, (p) => `c.status = ${p}`);
  const ofProgram = asked.program_id && JSON.stringify([{ program_id: asked.program_id }]);
  where(filter, ofProgram, (p) => `c.points @> ${p}::jsonb`);
  where(filter, asked.organizer_id, (p) => `c.organizer_id = ${p}`);
  for (const pattern of searchPatterns('provider', asked.provider ?? ''))
    where(filter, pattern, (p) => `c.provider_search like ${p}`);
  where(filter, asked.starts_after, (p) => `c.starts_on > ${p}`);
  where(filter, asked.ends_before, (p) => `c.ends_on < ${p}`);
  where(filter, asked.folio, (p) => `c.folio = ${p}`);
  const source = { prefix: 'crs', columns: COLUMNS, table: 'courses', alias: 'c' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { courses: rows.map(toCourse), pagination };
}

/**
 * Undefined for another account's course. A course that is locked for an `award` cannot be closed, cancelled or
 * changed; one that is locked for a `change` cannot be locked by anybody else. Courses are always locked before
 * members.
 */
export async function findCourse(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  courseId: CourseId,
  lock: CourseLock = 'none',
): Promise<Course | undefined> {
  const [row] = await tools.query(
    `select ${COLUMNS} from courses c where c.account_id = $1 and c.livemode = $2 and c.id = $3${LOCKS[lock]}`,
    [owner.accountId, owner.livemode, courseId],
    `find-course-${lock}`,
  );
  if (row !== undefined) return toCourse(row);
  return lock === 'award' ? findCourse(tools, owner, courseId, 'change') : undefined;
}

/**
 * The locks are not `for update`, so that new awards can still refer to the course. Several awards can lock a course
 * without capacity at the same time. With a capacity they wait for each other, because two could otherwise take the
 * last place. The capacity is read from the locked row, because it may be set while this waits for its lock.
 */
const LOCKS = { none: '', award: ' and c.capacity is null for share', change: ' for no key update' };

export type CourseLock = keyof typeof LOCKS;

/** Writes the whole course, new or changed. */
export async function saveCourse(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  course: Course,
): Promise<void> {
  await query(SAVE, saveParams(accountId, course), 'save-course');
}

const SAVE = `insert into courses (id, account_id, livemode, code, title, description, provider_name, provider_contact,
    modality, place, starts_on, ends_on, hours, points, min_attendance_percent, min_score, claim_until, capacity, status,
    folio, accredited_on, valid_until, decided_by, decision_reason, external_id, metadata, search_text, provider_search,
    created_at, updated_at, reporters, organizer_id, badge_image)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
    $25, $26, $27, $28, $29, $30, $31, $32, $33)
  on conflict (id) do update set code = excluded.code, title = excluded.title, description = excluded.description,
    provider_name = excluded.provider_name, provider_contact = excluded.provider_contact, modality = excluded.modality,
    place = excluded.place, starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours,
    points = excluded.points, min_attendance_percent = excluded.min_attendance_percent, min_score = excluded.min_score,
    claim_until = excluded.claim_until, capacity = excluded.capacity, status = excluded.status, folio = excluded.folio,
    accredited_on = excluded.accredited_on, valid_until = excluded.valid_until, decided_by = excluded.decided_by,
    decision_reason = excluded.decision_reason, external_id = excluded.external_id, metadata = excluded.metadata,
    search_text = excluded.search_text, provider_search = excluded.provider_search, updated_at = excluded.updated_at,
    reporters = excluded.reporters, organizer_id = excluded.organizer_id,
    badge_image = excluded.badge_image`;

function saveParams(accountId: string, course: Course): unknown[] {
  return [
    course.id,
    accountId,
    course.livemode,
    course.code,
    course.title,
    course.description,
    course.providerName,
    course.providerContact,
    course.modality,
    course.place,
    course.startsOn,
    course.endsOn,
    course.hours,
    JSON.stringify(course.points),
    course.minAttendance,
    course.minScore,
    course.claimUntil,
    course.capacity,
    course.status,
    course.folio,
    course.accreditedOn,
    course.validUntil,
    course.decidedBy,
    course.decisionReason,
    course.externalId,
    course.metadata,
    searchTextOf(course.title, course.code, course.providerName, course.folio),
    searchTextOf(course.providerName),
    course.createdAt,
    course.updatedAt,
    course.reporters,
    course.organizerId,
    course.badgeImage,
  ];
}

/** The id of another course that already has this folio or external id. */
export async function findCourseBy(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  column: 'folio' | 'external_id',
  value: string,
  courseId?: CourseId,
): Promise<CourseId | undefined> {
  const open = column === 'external_id' ? " and status not in ('refused', 'cancelled')" : '';
  const rows = await query(
    `select id from courses where account_id = $1 and livemode = $2 and ${column} = $3 and id is distinct from $4${open}`,
    [accountId, livemode, value, courseId],
    `find-course-by-${column}`,
  );
  return rows[0] && read.id('crs', rows[0], 'id');
}

/** Counts pending and approved awards. They use up the capacity of a course and prevent its cancellation. */
export async function countTaken({ query }: Pick<Tools, 'query'>, courseId: CourseId): Promise<number> {
  const rows = await query(
    "select count(*)::integer as taken from awards where course_id = $1 and status in ('pending', 'approved')",
    [courseId],
    'count-taken',
  );
  return read.number(read.firstRow(rows), 'taken');
}

function toCourse(row: Row): Course {
  return {
    id: read.id('crs', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    organizerId: row.organizer_id === null ? undefined : read.id('org', row, 'organizer_id'),
    code: read.optionalText(row, 'code'),
    title: read.text(row, 'title'),
    description: read.optionalText(row, 'description'),
    providerName: read.optionalText(row, 'provider_name'),
    providerContact: read.optionalText(row, 'provider_contact'),
    modality: read.oneOf(row, 'modality', MODALITIES),
    place: read.optionalText(row, 'place'),
    startsOn: read.text(row, 'starts_on'),
    endsOn: read.optionalText(row, 'ends_on'),
    hours: read.optionalNumber(row, 'hours'),
    points: pointLines(row, 'points'),
    minAttendance: read.optionalNumber(row, 'min_attendance_percent'),
    minScore: read.optionalNumber(row, 'min_score'),
    claimUntil: read.optionalText(row, 'claim_until'),
    capacity: read.optionalNumber(row, 'capacity'),
    status: read.oneOf(row, 'status', COURSE_STATUSES),
    folio: read.optionalText(row, 'folio'),
    accreditedOn: read.optionalText(row, 'accredited_on'),
    validUntil: read.optionalText(row, 'valid_until'),
    reporters: read.optionalTextList(row, 'reporters'),
    decidedBy: read.optionalText(row, 'decided_by'),
    decisionReason: read.optionalText(row, 'decision_reason'),
    badgeImage: read.optionalText(row, 'badge_image'),
    externalId: read.optionalText(row, 'external_id'),
    metadata: read.textsByName(row, 'metadata'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
