/** A member of the caller's account, or a 404. */

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

/** Locked, and not anonymised. */
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
