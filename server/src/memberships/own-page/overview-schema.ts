/** Everything that the page shows to a member, in one answer. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { AWARD_STATUSES } from '../awards/award.ts';
import { DOCUMENT_STATUSES } from '../documents/document.ts';
import { MyDrawSchema } from '../draws/own-draws.ts';
import { LOCALES, MEMBER_STATUSES, PUBLIC_FIELDS } from '../members/member.ts';
import { STANDINGS } from '../standing/standing.ts';
import { MyWatchSchema } from '../watches/own-watches.ts';
import { OPENED_BY } from './entrance/pg-sessions.ts';
import { MyRequestSchema } from './requests/member-request.ts';

const text = Type.String();

const MemberPart = Type.Object({
  id: text,
  livemode: Type.Boolean(),
  member_number: text,
  given_name: text,
  first_surname: text,
  second_surname: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  curp: nullable(Type.String({ description: 'Masked but for its last two characters.' })),
  rfc: nullable(Type.String({ description: 'Masked likewise.' })),
  professional_license: nullable(text),
  specialty: nullable(text),
  specialty_license: nullable(text),
  locale: oneOf(LOCALES),
  status: oneOf(MEMBER_STATUSES),
  consent: nullable(Type.Object({ given_at: text, notice_version: text, channel: text })),
  public_profile: Type.Boolean(),
  public_fields: Type.Array(oneOf(PUBLIC_FIELDS)),
  public_url: text,
});

const RequirementPart = Type.Object({
  code: text,
  name: text,
  min: Type.Number(),
  have: Type.Number(),
  missing: Type.Number(),
  met: Type.Boolean(),
});

const ReasonPart = Type.Object({
  code: Type.String({ description: 'As in the eligibility of a membership.' }),
  name: nullable(text),
  missing: nullable(Type.Number()),
});

const MembershipPart = Type.Object(
  {
    id: text,
    program: text,
    unit: text,
    standing: oneOf(STANDINGS),
    valid: Type.Boolean(),
    valid_until: text,
    closes_on: Type.String({ description: 'The last day on which a renewal can be requested in time.' }),
    term: Type.Object({
      number: Type.Integer(),
      starts_on: text,
      ends_on: text,
      extended_until: nullable(text),
    }),
    met: Type.Boolean(),
    counted: Type.Number(),
    missing_points: Type.Number(),
    requirements: Type.Array(RequirementPart),
    checklist: Type.Array(Type.Object({ name: text, done: Type.Boolean() })),
    categories: Type.Array(Type.Object({ code: text, name: text }), {
      description: 'The categories in which an activity can be reported.',
    }),
    program_id: text,
    renewal: Type.Object({
      can_ask: Type.Boolean(),
      is_asked: Type.Boolean({ description: 'Whether a renewal waits for its decision.' }),
      opens_on: text,
      reasons: Type.Array(ReasonPart, { description: 'What prevents its approval today.' }),
    }),
  },
  { title: 'MyMembership' },
);

const AwardPart = Type.Object(
  {
    id: text,
    title: text,
    role: text,
    completed_on: text,
    hours: nullable(Type.Number()),
    status: oneOf(AWARD_STATUSES),
    reason: nullable(Type.String({ description: 'The reason for a rejection or revocation.' })),
    lines: Type.Array(
      Type.Object({
        program: text,
        unit: text,
        category: Type.String({ description: 'Its name.' }),
        points: Type.Number(),
        counted: Type.Number(),
        because: nullable(Type.String({ description: 'Why it counts less, as in an evaluation.' })),
        because_of: nullable(Type.String({ description: 'The name of the category whose cap applies.' })),
      }),
    ),
    is_own: Type.Boolean({ description: 'Reported on this page.' }),
    diploma: nullable(Type.Object({ folio: nullable(text), status: oneOf(DOCUMENT_STATUSES) })),
    has_badge: Type.Boolean(),
    no_badge_because: Type.Unsafe<'consent_missing' | 'server_without_https' | null>({
      type: ['string', 'null'],
      enum: ['consent_missing', 'server_without_https', null],
      description: 'Why an approved activity has no badge.',
    }),
    linkedin_url: nullable(
      Type.String({
        description:
          'Adds the badge to a profile at LinkedIn. It names the page of the badge, or else of the diploma, where anybody may read one.',
      }),
    ),
  },
  { title: 'MyAward' },
);

export const OverviewSchema = Type.Object(
  {
    member: MemberPart,
    opened_by: oneOf(OPENED_BY),
    as_of: text,
    council: Type.Object({
      name: text,
      privacy_notice: nullable(Type.Object({ version: text, url: text })),
    }),
    memberships: Type.Array(MembershipPart),
    awards: Type.Array(AwardPart, { description: 'Newest first.' }),
    reports: Type.Object({
      left: Type.Integer({ description: 'How many activities may still be reported this month.' }),
      most: Type.Integer(),
      next_month: Type.String({ description: 'The day on which the limit starts afresh.' }),
    }),
    watches: Type.Array(MyWatchSchema, { description: 'Who follows the member, or asks to.' }),
    draws: Type.Array(MyDrawSchema, {
      description: 'Draws in which the member was a candidate, newest first.',
    }),
    requests: Type.Array(MyRequestSchema, { description: 'Corrections that were asked for, newest first.' }),
  },
  { title: 'MyPage' },
);

export type Overview = Static<typeof OverviewSchema>;
