/** Finds members by a complete identifier. */

import { api, type Member, type Mode } from '../../api.ts';
import type { Identifier } from './list-query.ts';

export async function findByIdentifier(identifier: Identifier, mode: Mode): Promise<readonly Member[]> {
  const { members } =
    'professional_license' in identifier
      ? await api.listMembersWithStandings({ ...identifier, mode })
      : await api.searchMembers(identifier, { mode });
  return members;
}
