/** A transcript: a member's whole record, with all data that a reader needs to recompute the chain and the sums. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { AWARD_STATUSES, LineSchema } from '../awards/award.ts';
import { ENTRY_KINDS } from '../awards/ledger-entry.ts';
import { MEMBER_STATUSES } from '../members/member.ts';
import { RulesSchema } from '../programs/rules-schema.ts';
import { EvaluationSchema } from '../standing/evaluation-schema.ts';
import { MEMBERSHIP_STATUSES, STANDINGS } from '../standing/standing.ts';

const text = Type.String();

const MemberPart = Type.Object({
  id: text,
  member_number: text,
  given_name: text,
  first_surname: text,
  second_surname: nullable(text),
  professional_license: nullable(text),
  specialty: nullable(text),
  specialty_license: nullable(text),
  member_since: nullable(text),
  status: oneOf(MEMBER_STATUSES),
});

const ProgramPart = Type.Object({
  id: text,
  name: text,
  unit: text,
  versions: Type.Array(Type.Object({ version: Type.Integer(), rules: RulesSchema }), {
    description: 'The versions of the rules that apply to the terms below.',
  }),
});

const TermPart = Type.Object({
  id: text,
  number: Type.Integer(),
  program_version: Type.Integer(),
  tracks: Type.Array(text),
  starts_on: text,
  ends_on: text,
  extended_until: nullable(text),
  waivers: Type.Array(Type.Object({ requirement: text, min_points: Type.Number() })),
  renewal_id: nullable(text),
  evaluation: Type.Unsafe<Static<typeof EvaluationSchema> | null>({
    ...EvaluationSchema,
    title: 'TranscriptEvaluation',
    type: ['object', 'null'],
    description: 'As of `as_of`; null for a term that was not requested.',
  }),
});

const MembershipPart = Type.Object({
  id: text,
  program_id: text,
  starts_on: text,
  anchor: Type.Optional(text),
  tracks: Type.Array(text),
  status: oneOf(MEMBERSHIP_STATUSES),
  standing: oneOf(STANDINGS),
  valid: Type.Boolean(),
  valid_until: text,
  terms: Type.Array(TermPart),
});

const AwardPart = Type.Object({
  id: text,
  course_id: nullable(text),
  title: text,
  aval: nullable(text),
  role: text,
  completed_on: text,
  hours: nullable(Type.Number()),
  status: oneOf(AWARD_STATUSES, { description: 'As of `as_of`.' }),
  lines: Type.Array(
    Type.Object({
      ...LineSchema.properties,
      term: nullable(Type.Integer({ description: 'The number of the term in which it counts.' })),
      counted: Type.Number(),
      because: nullable(Type.String({ description: 'Why it counts with fewer points than it has.' })),
    }),
  ),
});

const LedgerPart = Type.Object({
  entries: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      kind: oneOf(ENTRY_KINDS),
      award_id: text,
      lines: Type.Array(LineSchema),
      completed_on: text,
      at: text,
      hash: text,
      prev_hash: text,
    }),
    { description: 'All entries written by the end of `as_of`; the other parameters do not restrict them.' },
  ),
  head: nullable(Type.Object({ seq: Type.Integer(), hash: text })),
});

export const TranscriptSchema = Type.Object(
  {
    object: Type.Unsafe<string>({ type: 'string', const: 'transcript' }),
    livemode: Type.Boolean(),
    as_of: Type.String({
      description: 'The transcript as of the end of this day.',
    }),
    asked: Type.Object({
      program_id: nullable(text),
      term: nullable(Type.Integer()),
      from: nullable(text),
      to: nullable(text),
    }),
    member: MemberPart,
    programs: Type.Array(ProgramPart),
    memberships: Type.Array(MembershipPart),
    awards: Type.Array(AwardPart),
    ledger: LedgerPart,
    sha256: Type.String({
      description: 'SHA-256 of the RFC 8785 JSON of all other fields. It is printed in the certified PDF.',
    }),
  },
  { title: 'Transcript' },
);

export type Transcript = Static<typeof TranscriptSchema>;

export type TranscriptAsked = {
  program_id?: string;
  term?: number;
  from?: string;
  to?: string;
  as_of?: string;
};
