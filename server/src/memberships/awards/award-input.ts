/** The fields of an award that a caller may send, and how they are read. */

import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import {
  assertLine,
  assertMetadata,
  ExternalId,
  hundredthsOf,
  Metadata,
  MetadataChange,
  Points,
} from '../fields.ts';
import type { Activity } from './award.ts';
import { EvidenceInput } from './evidence.ts';
import { EXAMPLE_ACTIVITY_AWARD, EXAMPLE_AWARD_CHANGE, EXAMPLE_COURSE_AWARD } from './example-award.ts';
import type { WantedLine } from './judge-points.ts';

const DayText = Type.String({ description: 'A day such as 2026-01-31.' });
const Amount = Type.Number({ minimum: 0, maximum: 100_000, description: 'At most two decimals.' });
const Percent = Type.Number({ minimum: 0, maximum: 100, description: 'At most two decimals.' });
const Role = Type.String({
  pattern: '^[a-z_]{1,30}$',
  description: 'A role to which the course gives points. Defaults to `attendee`.',
});

const LinesInput = Type.Array(
  Type.Object({
    program_id: Type.Optional(
      Type.String({ description: 'May be omitted if the account has exactly one active program.' }),
    ),
    category: Type.String({
      maxLength: 100,
      description: 'A category of the program without subcategories.',
    }),
    points: Points,
  }),
  { minItems: 1, maxItems: 200 },
);

const ActivityInput = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 500 }),
  provider: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  kind: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
});

const CONTENT = {
  activity: Type.Optional(ActivityInput),
  role: Type.Optional(Role),
  completed_on: Type.Optional(DayText),
  hours: Type.Optional(nullable(Amount)),
  attendance_percent: Type.Optional(nullable(Percent)),
  score: Type.Optional(nullable(Amount)),
  points: Type.Optional(LinesInput),
  evidence: Type.Optional(EvidenceInput),
  external_id: Type.Optional(nullable(ExternalId)),
};

/** A new award. It must have exactly one of `course_id` and `activity`. */
export const NewAward = Type.Object(
  {
    member_id: Type.String(),
    course_id: Type.Optional(
      Type.String({ description: 'An accredited course. Send either this or `activity`.' }),
    ),
    ...CONTENT,
    metadata: Type.Optional(Metadata),
  },
  { examples: [EXAMPLE_COURSE_AWARD, EXAMPLE_ACTIVITY_AWARD] },
);

export type NewAward = Static<typeof NewAward>;

/** A change of an award. Member and course cannot change, because that would make it another award. */
export const AwardChange = Type.Object(
  {
    ...CONTENT,
    metadata: Type.Optional(MetadataChange),
  },
  { examples: [EXAMPLE_AWARD_CHANGE] },
);

export type AwardChange = Static<typeof AwardChange>;

export function assertAwardTexts({ activity, external_id, metadata }: NewAward | AwardChange): void {
  assertLine('activity.title', activity?.title, 500);
  assertLine('activity.provider', activity?.provider, 200);
  assertLine('activity.kind', activity?.kind, 100);
  assertLine('external_id', external_id, 100);
  assertMetadata(metadata);
}

export function activityOf(given: Static<typeof ActivityInput>): Activity {
  return { title: given.title, provider: given.provider ?? null, kind: given.kind ?? null };
}

/** Reads an amount that a change may contain: undefined keeps the present value, and null removes it. */
export function amountOr(field: string, given: number | null | undefined, before: number | undefined) {
  if (given === undefined) return before;
  return given === null ? undefined : hundredthsOf(field, given);
}

/**
 * Reads lines of points as the caller sent them. A line may leave out the program, because the course can determine it.
 */
export function wantedLines(given: Static<typeof LinesInput> | undefined): WantedLine[] | undefined {
  return given?.map(({ program_id, category, points }, index) => ({
    ...(program_id !== undefined && { program_id: programIdOf(`points[${index}].program_id`, program_id) }),
    category,
    points: hundredthsOf(`points[${index}].points`, points),
  }));
}

function programIdOf(field: string, named: string) {
  const id = parseId('prg', named);
  if (id !== undefined) return id;
  throw new AppError('not_found', {
    en: `\`${field}\`: there is no program with this id in your account.`,
    es: `\`${field}\`: no hay ningún programa con este id en su cuenta.`,
  });
}

export function assertOneSource({ course_id, activity, points }: NewAward): void {
  if ((course_id === undefined) === (activity === undefined)) {
    throw invalidField(
      '`course_id` or `activity`',
      'must be given, and only one of them.',
      'debe indicarse, y solo uno de los dos.',
    );
  }
  if (activity !== undefined && points === undefined) {
    throw invalidField('`points`', 'is needed for an activity.', 'es necesario para una actividad.');
  }
}
