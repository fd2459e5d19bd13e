/** A course. When the council accredits it, the points that it is worth are fixed. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { CourseId, OrganizerId, ProgramId } from '../../kernel/ids.ts';
import { invalidTransition, type Refusal } from '../../operations/refusal.ts';
import { fromHundredths, recordFields } from '../fields.ts';
import type { Reporters } from '../four-eyes/four-eyes.ts';
import { EXAMPLE_COURSE } from './example-course.ts';

export const COURSE_STATUSES = ['proposed', 'accredited', 'closed', 'refused', 'cancelled'] as const;

export type CourseStatus = (typeof COURSE_STATUSES)[number];

/** The states to which a course can move from each state. */
const NEXT: Record<CourseStatus, readonly CourseStatus[]> = {
  proposed: ['accredited', 'refused', 'cancelled'],
  accredited: ['closed', 'cancelled'],
  closed: [],
  refused: [],
  cancelled: [],
};

export const MODALITIES = ['in_person', 'online', 'hybrid', 'self_paced'] as const;

type Modality = (typeof MODALITIES)[number];

export const DEFAULT_ROLE = 'attendee';

/** Points in hundredths. */
export type CourseLine = { program_id: ProgramId; role: string; category: string; points: number };

export type Course = {
  id: CourseId;
  livemode: boolean;
  /** The party that gives the course and posts its rosters. */
  organizerId: OrganizerId | undefined;
  code: string | undefined;
  title: string;
  description: string | undefined;
  providerName: string | undefined;
  providerContact: string | undefined;
  modality: Modality;
  place: string | undefined;
  startsOn: string;
  /** A self-paced course may have no end. */
  endsOn: string | undefined;
  /** `hours`, `minAttendance` and `minScore` are in hundredths. */
  hours: number | undefined;
  points: readonly CourseLine[];
  minAttendance: number | undefined;
  minScore: number | undefined;
  claimUntil: string | undefined;
  capacity: number | undefined;
  status: CourseStatus;
  folio: string | undefined;
  accreditedOn: string | undefined;
  validUntil: string | undefined;
  reporters: Reporters;
  decidedBy: string | undefined;
  decisionReason: string | undefined;
  /** The hash of the council's image that badges of this course show. */
  badgeImage: string | undefined;
  externalId: string | undefined;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

/** Returns the error if the course's state does not allow this move. */
export function courseTransition({ id, status }: Pick<Course, 'id' | 'status'>, to: CourseStatus) {
  if (NEXT[status].includes(to)) return undefined;
  return invalidTransition(id, status, to, {
    en: NEXT[status].length === 0 ? 'That state is final.' : `It can become ${words(NEXT[status])}.`,
    es: NEXT[status].length === 0 ? 'Ese estado es definitivo.' : `Puede pasar a ${words(NEXT[status])}.`,
  });
}

function words(states: readonly string[]): string {
  return states.map((state) => `\`${state}\``).join(', ');
}

const OPEN_AFTERWARDS = [
  ...['title', 'description', 'place', 'provider.contact', 'claim_until', 'capacity', 'badge_image'],
];

/**
 * The fields that may change in each state, besides `organizer_id`, `external_id` and `metadata`. Undefined means all.
 */
const CHANGEABLE: Record<CourseStatus, readonly string[] | undefined> = {
  proposed: undefined,
  accredited: OPEN_AFTERWARDS,
  closed: OPEN_AFTERWARDS,
  refused: [],
  cancelled: [],
};

/** Returns the error if the change concerns fields that can no longer change. */
export function fixedFields({ id, status }: Course, changed: readonly string[]): Refusal | undefined {
  const allowed = CHANGEABLE[status];
  if (allowed === undefined) return undefined;
  const open = [...allowed, 'organizer_id', 'external_id', 'metadata'];
  const fixed = changed.filter((field) => !open.includes(field));
  if (fixed.length === 0) return undefined;
  return {
    code: 'invalid_transition',
    text: {
      en: `\`${id}\` is \`${status}\`: ${words(fixed)} cannot change any more. Only ${words(open)} can.`,
      es: `\`${id}\` está en \`${status}\`: ${words(fixed)} ya no puede cambiar. Solo pueden hacerlo ${words(open)}.`,
    },
  };
}

/** The roles that the course gives points to, in the order of its lines. */
export function rolesOf({ points }: Pick<Course, 'points'>): string[] {
  return [...new Set(points.map(({ role }) => role))];
}

const LineSchema = Type.Object({
  program_id: Type.String(),
  role: Type.String(),
  category: Type.String(),
  points: Type.Number(),
});

export const CourseSchema = Type.Object(
  {
    ...recordFields('course'),
    organizer_id: nullable(
      Type.String({ description: 'The organiser that gives the course, and posts its rosters at its desk.' }),
    ),
    code: nullable(Type.String()),
    title: Type.String(),
    description: nullable(Type.String()),
    provider: nullable(Type.Object({ name: nullable(Type.String()), contact: nullable(Type.String()) })),
    modality: oneOf(MODALITIES),
    place: nullable(Type.String()),
    starts_on: Type.String(),
    ends_on: nullable(Type.String()),
    hours: nullable(Type.Number()),
    points: Type.Array(LineSchema),
    roles: Type.Array(Type.String(), { description: 'The roles named in the lines of points.' }),
    requirements: Type.Object({
      min_attendance_percent: nullable(Type.Number()),
      min_score: nullable(Type.Number()),
    }),
    claim_until: nullable(Type.String({ description: 'The last day on which awards may be posted.' })),
    capacity: nullable(Type.Integer({ description: 'Pending and approved awards count.' })),
    accreditation: nullable(
      Type.Object({
        folio: nullable(Type.String({ description: 'The folio of the aval, such as AVAL-2026-000123.' })),
        accredited_on: nullable(Type.String()),
        valid_until: nullable(
          Type.String({ description: 'Courses completed after this day give no points.' }),
        ),
        by: nullable(Type.String({ description: 'The key or person that decided.' })),
        reason: nullable(Type.String()),
      }),
    ),
    badge_image: nullable(
      Type.String({
        description:
          'The SHA-256 of the picture of its badges; null: that of the council. Badges that exist keep theirs.',
      }),
    ),
    status: oneOf(COURSE_STATUSES),
  },
  { title: 'Course', examples: [EXAMPLE_COURSE] },
);

export const CourseAnswer = Type.Object({ course: CourseSchema });

export function toCourseRecord(course: Course): Static<typeof CourseSchema> {
  return {
    id: course.id,
    object: 'course',
    livemode: course.livemode,
    organizer_id: course.organizerId ?? null,
    code: course.code ?? null,
    title: course.title,
    description: course.description ?? null,
    provider: toProvider(course),
    modality: course.modality,
    place: course.place ?? null,
    starts_on: course.startsOn,
    ends_on: course.endsOn ?? null,
    hours: numberOf(course.hours),
    points: course.points.map((line) => ({ ...line, points: fromHundredths(line.points) })),
    roles: rolesOf(course),
    requirements: {
      min_attendance_percent: numberOf(course.minAttendance),
      min_score: numberOf(course.minScore),
    },
    claim_until: course.claimUntil ?? null,
    capacity: course.capacity ?? null,
    accreditation: toAccreditation(course),
    badge_image: course.badgeImage ?? null,
    status: course.status,
    external_id: course.externalId ?? null,
    metadata: course.metadata,
    created_at: course.createdAt.toISOString(),
    updated_at: course.updatedAt.toISOString(),
  };
}

function toProvider({ providerName, providerContact }: Course) {
  if (providerName === undefined && providerContact === undefined) return null;
  return { name: providerName ?? null, contact: providerContact ?? null };
}

function toAccreditation(course: Course) {
  if (course.decidedBy === undefined) return null;
  return {
    folio: course.folio ?? null,
    accredited_on: course.accreditedOn ?? null,
    valid_until: course.validUntil ?? null,
    by: course.decidedBy,
    reason: course.decisionReason ?? null,
  };
}

function numberOf(hundredths: number | undefined): number | null {
  return hundredths === undefined ? null : fromHundredths(hundredths);
}
