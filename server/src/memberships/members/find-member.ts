/** A member of the caller's account, or a 404. */

import { assertNoHold } from '../../holds/pg-holds.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Member } from './member.ts';
import { readMembers } from './pg-members.ts';
import { memberAnonymised, memberNotFound } from './refusals.ts';

export async function findMember(tools: Pick<Tools, 'query'>, owner: Owner, text: string): Promise<Member> {
  const id = parseId('mem', text);
  const [member] = id === undefined ? [] : await readMembers(tools, owner, [id]);
  if (member === undefined) throw memberNotFound();
  return member;
}

/** Must come before anything else in a transaction that erases. Invalid ids are ignored here and refused later. */
export async function assertMembersNotHeld(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  texts: readonly string[],
): Promise<void> {
  const members = texts.map((text) => parseId('mem', text)).filter((id) => id !== undefined);
  await assertNoHold(query, accountId, { members });
}

/** Finds a member that is not anonymised, and locks it. */
export async function findMemberToChange(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  text: string,
): Promise<Member> {
  const id = parseId('mem', text);
  const [member] = id === undefined ? [] : await readMembers(tools, owner, [id], { isToChange: true });
  if (member === undefined) throw memberNotFound();
  if (member.status === 'anonymised') throw memberAnonymised();
  return member;
}
