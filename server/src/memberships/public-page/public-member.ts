/**
 * What anyone with the address of a member's page may see. Each field is listed one by one, so that nothing else about
 * a person is shown when a record gets new fields. CURP and RFC are never shown, and the rest only if the member chose
 * to show it.
 */

import { type Static, Type } from 'typebox';
import { verificationUrl } from '../../certificates/certificate.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Member, PublicField } from '../members/member.ts';
import type { Membership } from '../membership/membership.ts';
import type { MembershipTerm } from '../membership/terms/term.ts';
import { isValid, STANDINGS, standingOn } from '../standing/standing.ts';

export const PublicMemberSchema = Type.Object(
  {
    object: Type.Literal('public_member'),
    livemode: Type.Boolean(),
    name: Type.String(),
    specialty: nullable(Type.String()),
    council: Type.String(),
    as_of: Type.String({ format: 'date-time', description: 'The moment at which all of this holds.' }),
    valid: Type.Boolean({ description: 'Whether a membership is in force: `current` or `grace`.' }),
    member_since: nullable(Type.String()),
    memberships: Type.Array(
      Type.Object({
        program: Type.String(),
        standing: oneOf(STANDINGS),
        valid: Type.Boolean(),
        since: Type.String(),
        valid_until: Type.String(),
        term: Type.Object({ number: Type.Integer(), starts_on: Type.String(), ends_on: Type.String() }),
      }),
    ),
    diplomas: Type.Array(
      Type.Object({
        name: Type.String(),
        folio: Type.String(),
        completed_on: Type.String(),
        url: Type.String(),
        revoked: Type.Boolean(),
      }),
      { description: 'Where the member allows them: each with its own page.' },
    ),
    badges: Type.Array(
      Type.Object({
        name: Type.String(),
        completed_on: Type.String(),
        url: Type.String(),
        revoked: Type.Boolean(),
      }),
      { description: 'Where the member allows `diplomas`.' },
    ),
    member_number: Type.Optional(Type.String()),
    professional_license: Type.Optional(Type.String()),
    specialty_license: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    public_url: Type.String(),
  },
  { title: 'PublicMember' },
);

export type PublicMember = Static<typeof PublicMemberSchema>;

export type ShownMembership = { membership: Membership; program: string; term: MembershipTerm };

export type ShownBadge = { code: string; name: string; completedOn: string; isRevoked: boolean };

export type ShownDiploma = ShownBadge & { folio: string };

type MemberFacts = {
  member: Member;
  council: string;
  memberships: readonly ShownMembership[];
  diplomas: readonly ShownDiploma[];
  badges: readonly ShownBadge[];
  /** The current day in the time zone of the council. */
  today: string;
  now: Date;
  baseUrl: string;
};

export function toPublicMember(facts: MemberFacts): PublicMember {
  const { member, council, today, now, baseUrl } = facts;
  const memberships = facts.memberships.map((shown) => toMembership(shown, today));
  return {
    object: 'public_member',
    livemode: member.livemode,
    name: [member.givenName, member.firstSurname, member.secondSurname].filter(Boolean).join(' '),
    specialty: member.specialty ?? null,
    council,
    as_of: now.toISOString(),
    valid: memberships.some(({ valid }) => valid),
    member_since: member.memberSince ?? null,
    memberships,
    diplomas: facts.diplomas.map(({ code, folio, name, completedOn, isRevoked }) => ({
      name,
      folio,
      completed_on: completedOn,
      url: verificationUrl(baseUrl, { code }),
      revoked: isRevoked,
    })),
    badges: facts.badges.map(({ code, name, completedOn, isRevoked }) => ({
      name,
      completed_on: completedOn,
      url: `${baseUrl}/b/${code}.json`,
      revoked: isRevoked,
    })),
    ...allowed(member),
    public_url: `${baseUrl}/m/${member.publicCode}`,
  };
}

function toMembership({ membership, program, term }: ShownMembership, today: string) {
  const standing = standingOn(membership, today);
  return {
    program,
    standing,
    valid: isValid(standing),
    since: membership.startsOn,
    valid_until: membership.validUntil,
    term: { number: term.number, starts_on: term.startsOn, ends_on: term.endsOn },
  };
}

/** The fields that the member chose to show and that have a value. */
function allowed(member: Member) {
  const values: Partial<Record<PublicField, string | undefined>> = {
    member_number: member.memberNumber,
    professional_license: member.professionalLicense,
    specialty_license: member.specialtyLicense,
    email: member.email,
    phone: member.phone,
  };
  return Object.fromEntries(
    member.publicFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  );
}
