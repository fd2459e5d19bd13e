/** The fields of a member that a caller may send. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { ExternalId, Metadata, MetadataChange } from '../fields.ts';
import { EXAMPLE_MEMBER_CHANGE, EXAMPLE_NEW_MEMBER } from './example-member.ts';
import { LOCALES, PUBLIC_FIELDS } from './member.ts';

/** Lengths are checked by `apply-input.ts`, which counts characters as people do and answers in both languages. */
const Line = Type.String({ minLength: 1 });
const line = (description: string) => Type.Optional(nullable(Type.String({ description })));

const ConsentInput = nullable(
  Type.Object({
    given_at: Type.Optional(Type.String({ description: 'A day, or a time with its zone. Defaults to now.' })),
    notice_version: Type.String({ minLength: 1, description: 'Which privacy notice the member agreed to.' }),
    channel: Type.String({
      minLength: 1,
      description: 'How the consent was given: on paper, by form or by mail.',
    }),
  }),
);

const OPTIONAL = {
  second_surname: line('As on the birth certificate; may be missing.'),
  email: line('Two members may share one address; then a roster cannot find either of them by it.'),
  phone: line('In the form in which one dials it.'),
  curp: line('18 characters; its date, state and check digit are verified. Unique in the account.'),
  rfc: line('12 or 13 characters. Unique in the account.'),
  professional_license: line('The number of the cédula profesional. Unique in the account.'),
  specialty: line('Such as Pediatría; public pages show it.'),
  specialty_license: line('The number of the cédula de especialidad.'),
  locale: Type.Optional(
    oneOf(LOCALES, { default: 'es', description: 'The language of mails to the member.' }),
  ),
  member_since: Type.Optional(nullable(Type.String({ description: 'A day such as 2006-01-31.' }))),
  consent: Type.Optional(ConsentInput),
  public_profile: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether the member's page is public. Needs `consent`.",
    }),
  ),
  public_fields: Type.Optional(
    Type.Array(oneOf(PUBLIC_FIELDS), {
      uniqueItems: true,
      maxItems: PUBLIC_FIELDS.length,
      description: 'What that page shows besides name, specialty and standing.',
    }),
  ),
  external_id: Type.Optional(nullable(ExternalId)),
};

export const NewMember = Type.Object(
  {
    given_name: Line,
    first_surname: Line,
    member_number: Type.Optional(
      Type.String({ minLength: 1, description: 'Defaults to the next free number.' }),
    ),
    ...OPTIONAL,
    metadata: Type.Optional(Metadata),
    clock_id: line('In test mode: the test clock under which the member will live for good.'),
  },
  { examples: [EXAMPLE_NEW_MEMBER] },
);

export const MemberChange = Type.Object(
  {
    given_name: Type.Optional(Line),
    first_surname: Type.Optional(Line),
    member_number: Type.Optional(Line),
    ...OPTIONAL,
    metadata: Type.Optional(MetadataChange),
  },
  { examples: [EXAMPLE_MEMBER_CHANGE] },
);

export type MemberChange = Static<typeof MemberChange>;
