/** Members' names, for lists of other records. */

import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { KnownMember } from '../posted-tables/preview.ts';
import { fullName } from './full-name.ts';
import { readMembers } from './pg-members.ts';

/** The members by id, without those of other accounts. The name of an anonymised member is empty. */
export async function readKnownMembers(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  ids: readonly MemberId[],
): Promise<Map<string, KnownMember>> {
  const members = ids.length === 0 ? [] : await readMembers(tools, owner, [...new Set(ids)]);
  return new Map(
    members.map((member) => [
      member.id,
      {
        id: member.id,
        member_number: member.memberNumber,
        name: member.status === 'anonymised' ? '' : fullName(member),
      },
    ]),
  );
}
