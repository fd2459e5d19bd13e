/** Enters a member into the register. */

import { randomBase62 } from '../../kernel/base62.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { clockForMember } from '../clocks/clock-for-member.ts';
import { note } from '../note-change.ts';
import { openApplyInput } from './apply-input.ts';
import { type Member, NO_PERSON } from './member.ts';
import type { MemberChange } from './member-input.ts';
import { newMemberNumbers } from './member-numbers.ts';
import { findHolders } from './pg-holders.ts';
import { insertMembers } from './pg-members.ts';
import { taken } from './refusals.ts';

export async function createMember(
  tools: Pick<Tools, 'query' | 'now' | 'newId' | 'randomBytes' | 'serverKeys'>,
  who: Who,
  { clock_id, ...wanted }: MemberChange & { clock_id?: string | null },
): Promise<Member> {
  const clockId = await clockForMember(tools, who, clock_id ?? undefined);
  const apply = await openApplyInput(tools, who);
  const asked = apply({ ...blankMember(tools, who.livemode), clockId }, wanted);
  await assertFree(tools, who, asked);
  const [number = ''] =
    asked.memberNumber === '' ? await newMemberNumbers(tools, who, 1) : [asked.memberNumber];
  const member = { ...asked, memberNumber: number };
  const entered = await insertMembers(tools, who, [member]);
  if (!entered.has(member.id)) {
    // Another request entered the same person in the meantime.
    await assertFree(tools, who, member);
    throw new Error('A member was not inserted although no other member conflicts');
  }
  await note(tools, who, 'member.create', member.id);
  return member;
}

async function assertFree(tools: Pick<Tools, 'query'>, who: Who, member: Member): Promise<void> {
  const [holders] = await findHolders(tools, who, [member]);
  const holder = holders?.[0];
  if (holder !== undefined) throw taken(holder.field, holder.memberId);
}

/** An empty member, to which the caller's input is applied. */
export function blankMember(tools: Pick<Tools, 'now' | 'newId' | 'randomBytes'>, livemode: boolean): Member {
  const now = tools.now();
  return {
    id: tools.newId('mem'),
    livemode,
    memberNumber: '',
    ...NO_PERSON,
    locale: 'es',
    memberSince: undefined,
    status: 'active',
    suspendedOn: undefined,
    suspendReason: undefined,
    consent: undefined,
    publicProfile: false,
    publicFields: [],
    // 131 bits: the address of a member's page cannot be guessed.
    publicCode: randomBase62(tools.randomBytes, 22),
    externalId: undefined,
    metadata: {},
    clockId: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
