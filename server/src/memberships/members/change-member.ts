/** Changes the fields of a member that a caller sends. */

import type { Tools, Who } from '../../operations/operation.ts';
import { changesBetween, namesOfChanges, note } from '../note-change.ts';
import { openApplyInput } from './apply-input.ts';
import { findMemberToChange } from './find-member.ts';
import type { Member } from './member.ts';
import type { MemberChange } from './member-input.ts';
import { findHolders } from './pg-holders.ts';
import { updateMembers } from './pg-members.ts';
import { taken } from './refusals.ts';

export async function changeMember(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>,
  who: Who,
  id: string,
  wanted: MemberChange,
  { keptSession }: { keptSession?: Uint8Array } = {},
): Promise<Member> {
  const before = await findMemberToChange(tools, who, id);
  const apply = await openApplyInput(tools, who);
  const after = { ...apply(before, wanted), updatedAt: tools.now() };
  const changes = changesOf(before, after);
  if (changes.fields.length === 0) return before;
  const [holders = []] = await findHolders(tools, who, [after]);
  const other = holders.find(({ memberId }) => memberId !== before.id);
  if (other !== undefined) throw taken(other.field, other.memberId);
  await updateMembers(tools, who, [after], { keptSession });
  await note(tools, who, 'member.update', after.id, changes);
  return after;
}

/** The names of all changed fields, and the values of those that are not personal. */
export function changesOf(before: Member, after: Member) {
  const { fields, ...keys } = namesOfChanges({ ...before, updatedAt: 0 }, { ...after, updatedAt: 0 });
  return { fields: fields.map(asField), ...keys, ...changesBetween(open(before), open(after)) };
}

function open({ locale, publicProfile, publicFields }: Member) {
  return { locale, public_profile: publicProfile, public_fields: publicFields };
}

function asField(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
