/** The fields of a course that a caller may send, and the rules for them. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { takeBadgeImage } from '../council/take-badge-image.ts';
import {
  assertLine,
  assertLines,
  assertMetadata,
  dayOf,
  ExternalId,
  hundredthsOf,
  MetadataChange,
  mergeMetadata,
  Points,
} from '../fields.ts';
import { organizerNamed } from '../organizers/find-organizer.ts';
import type { Organizer } from '../organizers/organizer.ts';
import { type Course, type CourseLine, DEFAULT_ROLE, MODALITIES } from './course.ts';
import { EXAMPLE_COURSE_CHANGE, EXAMPLE_NEW_COURSE } from './example-course.ts';
import { checkPointLines } from './point-lines.ts';

const MAX_LINES = 200;

/** A day is accepted as text of any length, so that the error can explain the format. */
const DayText = Type.String({ description: 'A day such as 2026-01-31.' });
const Amount = Type.Number({ minimum: 0, maximum: 100_000, description: 'At most two decimals.' });

const LineInput = Type.Object({
  program_id: Type.Optional(
    Type.String({ description: 'May be omitted if the account has exactly one active program.' }),
  ),
  role: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,30}$',
      default: DEFAULT_ROLE,
      description: 'Who gets these points: `attendee`, `speaker`, or whatever you call them.',
    }),
  ),
  category: Type.String({ maxLength: 100, description: 'A category of the program without subcategories.' }),
  points: Points,
});

const FIELDS = {
  organizer_id: nullable(
    Type.String({ description: 'The organiser that gives the course, and posts its rosters at its desk.' }),
  ),
  code: nullable(Type.String({ maxLength: 100, description: 'Your own code for the course.' })),
  description: nullable(Type.String({ maxLength: 2_000 })),
  provider: nullable(
    Type.Object({
      name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      contact: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    }),
  ),
  modality: oneOf(MODALITIES, { default: 'in_person' }),
  place: nullable(Type.String({ maxLength: 500 })),
  ends_on: nullable({ ...DayText, description: 'The last day. Defaults to the first day.' }),
  hours: nullable(Amount),
  points: Type.Array(LineInput, { maxItems: MAX_LINES }),
  requirements: nullable(
    Type.Object({
      min_attendance_percent: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
      min_score: Type.Optional(nullable(Amount)),
    }),
  ),
  claim_until: nullable({ ...DayText, description: 'The last day on which awards may be posted.' }),
  capacity: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'The maximum number of awards, pending and approved together.',
    }),
  ),
  badge_image: nullable(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'The picture of its badges: the SHA-256 that the dashboard answered when a PNG was uploaded, square and of 90 to 800 pixels.',
    }),
  ),
  external_id: nullable(ExternalId),
  metadata: MetadataChange,
};

const Title = Type.String({ minLength: 1, maxLength: 500 });

/** Only the title and the first day are required. */
export const NewCourse = Type.Object(
  {
    title: Title,
    starts_on: DayText,
    ...optionals(FIELDS),
  },
  { examples: [EXAMPLE_NEW_COURSE] },
);

export const CourseChange = Type.Object(optionals({ title: Title, starts_on: DayText, ...FIELDS }), {
  examples: [EXAMPLE_COURSE_CHANGE],
});

export type CourseChange = Static<typeof CourseChange>;

function optionals<F extends Record<string, Parameters<typeof Type.Optional>[0]>>(fields: F) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as unknown as { [K in keyof F]: ReturnType<typeof Type.Optional<F[K]>> };
}

/** The course with the change applied, checked as a whole. */
export async function applyChange(
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  course: Course,
  change: CourseChange,
): Promise<Course> {
  assertTexts(change);
  const organizer =
    typeof change.organizer_id === 'string'
      ? await organizerNamed(tools, owner, change.organizer_id)
      : undefined;
  const changed: Course = {
    ...course,
    organizerId: change.organizer_id === undefined ? course.organizerId : organizer?.id,
    code: textOr(change.code, course.code),
    title: change.title ?? course.title,
    description: textOr(change.description, course.description),
    providerName: textOr(partOf(change.provider, 'name'), course.providerName ?? nameOf(course, organizer)),
    providerContact: textOr(partOf(change.provider, 'contact'), course.providerContact),
    modality: change.modality ?? course.modality,
    place: textOr(change.place, course.place),
    startsOn: dayOr('starts_on', change.starts_on, course.startsOn) ?? course.startsOn,
    endsOn: dayOr('ends_on', change.ends_on, course.endsOn),
    hours: amountOr('hours', change.hours, course.hours),
    points: change.points === undefined ? course.points : await linesOf(tools, owner, change.points),
    minAttendance: amountOr(
      'requirements.min_attendance_percent',
      partOf(change.requirements, 'min_attendance_percent'),
      course.minAttendance,
    ),
    minScore: amountOr('requirements.min_score', partOf(change.requirements, 'min_score'), course.minScore),
    claimUntil: dayOr('claim_until', change.claim_until, course.claimUntil),
    capacity: change.capacity === undefined ? course.capacity : (change.capacity ?? undefined),
    badgeImage: textOr(change.badge_image, course.badgeImage),
    externalId: textOr(change.external_id, course.externalId),
    metadata: change.metadata ? mergeMetadata(course.metadata, change.metadata) : course.metadata,
  };
  const { badgeImage } = changed;
  if (badgeImage !== undefined && badgeImage !== course.badgeImage)
    await takeBadgeImage(tools, owner.accountId, badgeImage);
  return withLastDay(changed);
}

/**
 * A course without a provider gets the organiser's name. Once the council has decided on the course, it stays without a
 * provider.
 */
function nameOf({ status }: Course, organizer: Organizer | undefined): string | undefined {
  return status === 'proposed' ? organizer?.name : undefined;
}

function assertTexts(change: CourseChange): void {
  assertLine('title', change.title, 500);
  assertLine('code', change.code, 100);
  assertLines('description', change.description, 2_000);
  assertLine('provider.name', change.provider?.name, 200);
  assertLine('provider.contact', change.provider?.contact, 200);
  assertLine('place', change.place, 500);
  assertLine('external_id', change.external_id, 100);
  assertMetadata(change.metadata);
}

/** Reads a text that a change may contain: undefined keeps the present value, and null removes it. */
function textOr(given: string | null | undefined, before: string | undefined): string | undefined {
  return given === undefined ? before : (given ?? undefined);
}

/** Reads one part of an object. If the whole object is left out or null, so is the part. */
function partOf<T extends object, K extends keyof T>(
  whole: T | null | undefined,
  name: K,
): T[K] | null | undefined {
  return whole === null ? null : whole?.[name];
}

function dayOr(field: string, given: string | null | undefined, before: string | undefined) {
  if (given === undefined) return before;
  return given === null ? undefined : dayOf(field, given);
}

function amountOr(field: string, given: number | null | undefined, before: number | undefined) {
  if (given === undefined) return before;
  return given === null ? undefined : hundredthsOf(field, given);
}

type Line = NonNullable<CourseChange['points']>[number];

async function linesOf(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  lines: readonly Line[],
): Promise<CourseLine[]> {
  const checked = await checkPointLines(tools, owner, 'points', lines);
  const seen = new Set<string>();
  return checked.map(({ program_id, role = DEFAULT_ROLE, category, points }, index) => {
    const key = `${program_id} ${role} ${category}`;
    if (seen.has(key)) {
      throw invalidField(
        `\`points[${index}]\``,
        'repeats the program, role and category of a line before it. Add their points up in one line.',
        'repite programa, participación y categoría de una línea anterior. Sume sus puntos en una sola línea.',
      );
    }
    seen.add(key);
    return { program_id, role, category, points };
  });
}

/** Fills in the last day. A one-day course needs no `ends_on`, and a self-paced course may have none. */
function withLastDay(course: Course): Course {
  const endsOn = course.endsOn ?? (course.modality === 'self_paced' ? undefined : course.startsOn);
  if (endsOn !== undefined && endsOn < course.startsOn) {
    throw invalidField(
      '`ends_on`',
      `must not be before \`starts_on\` (${course.startsOn}).`,
      `no debe ser anterior a \`starts_on\` (${course.startsOn}).`,
    );
  }
  return { ...course, endsOn };
}
