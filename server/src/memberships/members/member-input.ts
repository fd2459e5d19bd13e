/** What a caller may say of a member. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { ExternalId, Metadata, MetadataChange } from '../operations/fields.ts';
import { LOCALES, PUBLIC_FIELDS } from './member.ts';

/** Lengths are judged by `apply-input.ts`, which counts characters as people do and says both languages. */
const Line = Type.String({ minLength: 1 });
const OptionalLine = nullable(Type.String());

const ConsentInput = nullable(
  Type.Object({
    given_at: Type.Optional(Type.String({ description: 'A day, or a time with its zone. Now unless told.' })),
    notice_version: Type.String({ minLength: 1, description: 'Which privacy notice was agreed to.' }),
    channel: Type.String({ minLength: 1, description: 'How: on paper, by form, by mail.' }),
  }),
);

const OPTIONAL = {
  second_surname: Type.Optional(OptionalLine),
  email: Type.Optional(OptionalLine),
  phone: Type.Optional(OptionalLine),
  curp: Type.Optional(OptionalLine),
  rfc: Type.Optional(OptionalLine),
  professional_license: Type.Optional(OptionalLine),
  specialty: Type.Optional(OptionalLine),
  specialty_license: Type.Optional(OptionalLine),
  locale: Type.Optional(oneOf(LOCALES, { default: 'es' })),
  member_since: Type.Optional(nullable(Type.String({ description: 'A day such as 2006-01-31.' }))),
  consent: Type.Optional(ConsentInput),
  public_profile: Type.Optional(Type.Boolean({ default: false })),
  public_fields: Type.Optional(
    Type.Array(oneOf(PUBLIC_FIELDS), { uniqueItems: true, maxItems: PUBLIC_FIELDS.length }),
  ),
  external_id: Type.Optional(nullable(ExternalId)),
};

export const NewMember = Type.Object({
  given_name: Line,
  first_surname: Line,
  member_number: Type.Optional(Type.String({ minLength: 1, description: 'The next free one unless told.' })),
  ...OPTIONAL,
  metadata: Type.Optional(Metadata),
});

export const MemberChange = Type.Object({
  given_name: Type.Optional(Line),
  first_surname: Type.Optional(Line),
  member_number: Type.Optional(Line),
  ...OPTIONAL,
  metadata: Type.Optional(MetadataChange),
});

export type MemberChange = Static<typeof MemberChange>;
