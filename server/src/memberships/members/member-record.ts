/** A member as the API shows it. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { recordFields } from '../fields.ts';
import { note } from '../note-change.ts';
import { masked } from '../posted-tables/posting.ts';
import { EXAMPLE_MEMBER } from './example-member.ts';
import { identifierOpener } from './identifiers.ts';
import { LOCALES, MEMBER_STATUSES, type Member, PUBLIC_FIELDS } from './member.ts';

const OptionalText = nullable(Type.String());
const MASKED = 'All but the last two characters are masked unless the key has `members:identify`.';

export const MemberSchema = Type.Object(
  {
    ...recordFields('member'),
    member_number: Type.String(),
    given_name: nullable(Type.String({ description: 'Null once the member is anonymised.' })),
    first_surname: OptionalText,
    second_surname: OptionalText,
    email: OptionalText,
    phone: OptionalText,
    curp: nullable(Type.String({ description: MASKED })),
    rfc: nullable(Type.String({ description: MASKED })),
    professional_license: OptionalText,
    specialty: OptionalText,
    specialty_license: OptionalText,
    locale: oneOf(LOCALES),
    member_since: OptionalText,
    status: oneOf(MEMBER_STATUSES, {
      description:
        'Only an active member has memberships in force. A member cannot return from `anonymised`.',
    }),
    suspended_on: nullable(
      Type.String({ description: 'The day from which the member has not been active.' }),
    ),
    suspend_reason: OptionalText,
    consent: nullable(
      Type.Object({ given_at: Type.String(), notice_version: Type.String(), channel: Type.String() }),
    ),
    public_profile: Type.Boolean(),
    public_fields: Type.Array(oneOf(PUBLIC_FIELDS)),
    public_url: nullable(
      Type.String({
        description:
          'The URL of the public page, which exists while `public_profile` is true. Null once anonymised.',
      }),
    ),
    clock_id: nullable(
      Type.String({ description: 'The test clock under which the member lives; always null in live mode.' }),
    ),
  },
  { title: 'Member', examples: [EXAMPLE_MEMBER] },
);

export const MemberAnswer = Type.Object({ member: MemberSchema });

type ShowTools = Pick<Tools, 'query' | 'now' | 'serverKeys'>;

export async function showMember(tools: ShowTools, who: Who, member: Member, baseUrl: string) {
  const [record] = await showMembers(tools, who, [member], baseUrl);
  return record;
}

/** Every disclosure of an unmasked CURP or RFC is recorded in the audit log. */
export async function showMembers(tools: ShowTools, who: Who, members: readonly Member[], baseUrl: string) {
  const seen = members.filter(({ curp, rfc }) => curp !== undefined || rfc !== undefined);
  if (who.may('members:identify') && seen.length > 0) {
    const ids = seen.map(({ id }) => id);
    await note(tools, who, 'member.identify', ids[0] ?? '', ids.length > 1 ? { members: ids } : {});
  }
  return showQuietly(tools, who, members, baseUrl);
}

/** Shows members without an entry in the audit log, because the caller has just sent these values. */
export async function showQuietly(
  tools: Pick<Tools, 'serverKeys'>,
  who: Who,
  members: readonly Member[],
  baseUrl: string,
) {
  const open = identifierOpener(tools, who);
  const show = who.may('members:identify') ? (value: string) => value : masked;
  const records: ReturnType<typeof toMemberRecord>[] = [];
  for (const member of members) {
    const { id, curp, rfc } = member;
    records.push(
      toMemberRecord(member, baseUrl, {
        curp: curp === undefined ? null : show(await open(id, 'curp', curp.sealed)),
        rfc: rfc === undefined ? null : show(await open(id, 'rfc', rfc.sealed)),
      }),
    );
  }
  return records;
}

function toMemberRecord(
  member: Member,
  baseUrl: string,
  identifiers: { curp: string | null; rfc: string | null },
) {
  const isGone = member.status === 'anonymised';
  return {
    id: member.id,
    object: 'member',
    livemode: member.livemode,
    member_number: member.memberNumber,
    given_name: isGone ? null : member.givenName,
    first_surname: isGone ? null : member.firstSurname,
    second_surname: member.secondSurname ?? null,
    email: member.email ?? null,
    phone: member.phone ?? null,
    ...identifiers,
    professional_license: member.professionalLicense ?? null,
    specialty: member.specialty ?? null,
    specialty_license: member.specialtyLicense ?? null,
    locale: member.locale,
    member_since: member.memberSince ?? null,
    status: member.status,
    suspended_on: member.suspendedOn ?? null,
    suspend_reason: member.suspendReason ?? null,
    consent: member.consent ?? null,
    public_profile: member.publicProfile,
    public_fields: member.publicFields,
    public_url: isGone ? null : `${baseUrl}/m/${member.publicCode}`,
    clock_id: member.clockId ?? null,
    external_id: member.externalId ?? null,
    metadata: member.metadata,
    created_at: member.createdAt.toISOString(),
    updated_at: member.updatedAt.toISOString(),
  };
}
