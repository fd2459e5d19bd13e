/** The data of a council's events. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import { LineSchema } from '../memberships/awards/award.ts';

const Day = Type.String({ format: 'date' });
const Id = Type.String();
const constant = <T extends string>(value: T) => Type.Unsafe<T>({ type: 'string', const: value });

/** Missing for members without a test clock, and therefore always in live mode. */
const UNDER_A_CLOCK = {
  clock: Type.Optional(
    Type.Object(
      { id: Id, day: Day },
      {
        title: 'EventClock',
        description: "The member's test clock, and its day when the event was written.",
      },
    ),
  ),
};

export const ClockEventData = Type.Object(
  { id: Id, object: constant('clock'), status: constant('ready'), ...UNDER_A_CLOCK },
  { title: 'ClockEventData' },
);

export const MemberEventData = Type.Object(
  {
    id: Id,
    object: constant('member'),
    status: Type.Optional(Type.String({ description: 'Present if it has changed.' })),
    on: Type.Optional(Day),
    ...UNDER_A_CLOCK,
  },
  { title: 'MemberEventData', description: 'It never contains personal data: fetch the member.' },
);

const ExternalId = nullable(
  Type.String({ description: 'Your own id of the membership, by its present value.' }),
);

export const MembershipEventData = Type.Object(
  {
    id: Id,
    object: constant('membership'),
    external_id: ExternalId,
    status: Type.Optional(Type.String({ description: 'Present if it has changed.' })),
    on: Type.Optional(Day),
    member_id: Type.Optional(Id),
    program_id: Type.Optional(Id),
    starts_on: Type.Optional(Day),
    ...UNDER_A_CLOCK,
  },
  { title: 'MembershipEventData' },
);

const OF_TERM_DAYS = {
  membership_id: Id,
  term_id: Id,
  member_id: Id,
  program_id: Id,
  valid_until: Day,
  lapses_on: nullable(Type.String({ format: 'date', description: 'null means never.' })),
};

export const MembershipDayEventData = Type.Object(
  { id: Id, object: constant('membership'), external_id: ExternalId, ...OF_TERM_DAYS, ...UNDER_A_CLOCK },
  { title: 'MembershipDayEventData' },
);

export const TermDayEventData = Type.Object(
  {
    id: Id,
    object: constant('term'),
    ...OF_TERM_DAYS,
    days_left: Type.Optional(Type.Integer()),
    mark: Type.Optional(
      Type.Integer({ description: 'Which reminder this is: its number of days before the end.' }),
    ),
    ...UNDER_A_CLOCK,
  },
  { title: 'TermDayEventData' },
);

export const TermMetEventData = Type.Object(
  {
    id: Id,
    object: constant('term'),
    membership_id: Id,
    met: Type.Boolean(),
    ends_on: Day,
    ...UNDER_A_CLOCK,
  },
  { title: 'TermMetEventData' },
);

const OF_ORGANIZER = {
  organizer_id: Type.Optional(Type.String({ description: "Of an organiser's course or roster." })),
};

export const CourseEventData = Type.Object(
  {
    id: Id,
    object: constant('course'),
    status: Type.String(),
    folio: Type.Optional(Type.String()),
    ...OF_ORGANIZER,
  },
  { title: 'CourseEventData' },
);

export const RosterEventData = Type.Object(
  {
    id: Id,
    object: constant('roster'),
    course_id: Id,
    ...OF_ORGANIZER,
    rows: Type.Integer(),
    created: Type.Integer(),
    duplicate: Type.Integer(),
    rejected: Type.Integer(),
    approved: Type.Boolean(),
  },
  { title: 'RosterEventData' },
);

export const AwardEventData = Type.Object(
  {
    id: Id,
    object: constant('award'),
    member_id: Id,
    course_id: nullable(Id),
    roster_id: nullable(Id),
    status: Type.String(),
    completed_on: Day,
    points: Type.Array(LineSchema),
    ...UNDER_A_CLOCK,
  },
  { title: 'AwardEventData' },
);

export const DiplomaEventData = Type.Object(
  {
    id: Id,
    object: constant('diploma'),
    award_id: nullable(Id),
    member_id: Id,
    status: oneOf(['certified', 'failed']),
    certificate_id: Type.Optional(Id),
    folio: Type.Optional(Type.String()),
    error: Type.Optional(Type.String({ description: 'Why it failed.' })),
    ...UNDER_A_CLOCK,
  },
  { title: 'DiplomaEventData' },
);

export const RenewalEventData = Type.Object(
  {
    id: Id,
    object: constant('renewal'),
    status: Type.String(),
    membership_id: Type.Optional(Id),
    term_id: Type.Optional(Id),
    basis: Type.Optional(Type.String()),
    new_term_id: Type.Optional(Id),
    starts_on: Type.Optional(Day),
    ends_on: Type.Optional(Day),
    contradicted: Type.Optional(Type.Boolean()),
    ...UNDER_A_CLOCK,
  },
  { title: 'RenewalEventData' },
);

export const DrawEventData = Type.Object(
  {
    id: Id,
    object: constant('draw'),
    program_id: Id,
    number: Type.Integer(),
    status: Type.String(),
    drawn: Type.Optional(Type.Integer({ description: 'How many were drawn.' })),
    due_on: Type.Optional(Day),
  },
  { title: 'DrawEventData' },
);

export const ReviewEventData = Type.Object(
  {
    id: Id,
    object: constant('review'),
    draw_id: Id,
    membership_id: Id,
    member_id: Id,
    status: Type.String(),
    due_on: Type.Optional(Day),
  },
  { title: 'ReviewEventData' },
);

const WATCH = {
  id: Id,
  object: constant('watch'),
  external_id: nullable(Type.String({ description: 'Your own id of the member.' })),
  council_id: Id,
};

export const WatchEventData = Type.Object(
  { ...WATCH, status: Type.String() },
  { title: 'WatchEventData', description: 'The watch alone, and nothing of the member.' },
);

export const WatchAddressEventData = Type.Object(
  { id: Id, object: constant('watch_address'), status: Type.String() },
  { title: 'WatchAddressEventData', description: 'The id of the address, and not the address.' },
);

export const WatchedStandingEventData = Type.Object(
  { ...WATCH, membership_id: Id, program_id: Id, standing: Type.String() },
  {
    title: 'WatchedStandingEventData',
    description: 'The watch and the standing, and nothing else of the member.',
  },
);
