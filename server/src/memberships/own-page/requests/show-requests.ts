/** Corrections as a registrar sees them: whose record it is, its present values, and the requested ones. */

import type { Static } from 'typebox';
import type { Tools, Who } from '../../../operations/operation.ts';
import { fullName } from '../../members/full-name.ts';
import { identifierOpener } from '../../members/identifiers.ts';
import type { Member } from '../../members/member.ts';
import { readMembers } from '../../members/pg-members.ts';
import { note } from '../../note-change.ts';
import { masked } from '../../posted-tables/posting.ts';
import { openChanges } from './decide-request.ts';
import type { MemberRequest, MemberRequestSchema, RequestField, WantedChanges } from './member-request.ts';

type RequestRecord = Static<typeof MemberRequestSchema>;
type Ports = Pick<Tools, 'query' | 'now' | 'serverKeys'>;

/** Every disclosure of an unmasked CURP or RFC is recorded in the audit log. */
export async function showRequests(
  tools: Ports,
  who: Who,
  requests: readonly MemberRequest[],
): Promise<RequestRecord[]> {
  const isClear = who.may('members:identify');
  const seen = requests.filter(
    ({ sealed, fields }) => sealed !== undefined && (fields.includes('curp') || fields.includes('rfc')),
  );
  if (isClear && seen.length > 0) {
    const members = seen.map(({ memberId }) => memberId);
    await note(tools, who, 'member.identify', members[0] ?? '', members.length > 1 ? { members } : {});
  }
  const ids = [...new Set(requests.map(({ memberId }) => memberId))];
  const members = new Map((await readMembers(tools, who, ids)).map((member) => [member.id, member]));
  const hide = (values: WantedChanges) => (isClear ? values : withMasks(values));
  const records: RequestRecord[] = [];
  for (const request of requests) {
    const member = members.get(request.memberId);
    const isOpen = request.sealed !== undefined;
    records.push({
      ...toRecord(request, member),
      current: isOpen && member ? hide(await currentOf(tools, who, member, request.fields)) : null,
      changes: isOpen ? hide(await openChanges(tools, who, request)) : null,
    });
  }
  return records;
}

/** The present values of the fields that the member wants to change. */
async function currentOf(
  tools: Pick<Tools, 'serverKeys'>,
  who: Who,
  member: Member,
  fields: readonly string[],
): Promise<WantedChanges> {
  const open = identifierOpener(tools, who);
  const identifier = async (name: 'curp' | 'rfc') =>
    fields.includes(name) && member[name] ? open(member.id, name, member[name].sealed) : null;
  const values: Record<RequestField, string | null> = {
    given_name: member.givenName,
    first_surname: member.firstSurname,
    second_surname: member.secondSurname ?? null,
    curp: await identifier('curp'),
    rfc: await identifier('rfc'),
    professional_license: member.professionalLicense ?? null,
    specialty: member.specialty ?? null,
    specialty_license: member.specialtyLicense ?? null,
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
}

function withMasks(values: WantedChanges): WantedChanges {
  const { curp, rfc } = values;
  return { ...values, ...(curp && { curp: masked(curp) }), ...(rfc && { rfc: masked(rfc) }) };
}

function toRecord(
  request: MemberRequest,
  member: Member | undefined,
): Omit<RequestRecord, 'current' | 'changes'> {
  const { decidedAt, decidedBy, decisionReason } = request;
  return {
    id: request.id,
    object: 'member_request',
    livemode: request.livemode,
    member_id: request.memberId,
    member: { member_number: member?.memberNumber ?? '', name: member ? fullName(member) : '' },
    fields: [...request.fields] as RequestRecord['fields'],
    status: request.status,
    decision:
      decidedAt === undefined
        ? null
        : { by: decidedBy ?? null, at: decidedAt.toISOString(), reason: decisionReason ?? null },
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  };
}
