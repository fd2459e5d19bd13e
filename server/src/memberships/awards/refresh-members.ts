/**
 * Updates the stored evaluations of terms after ledgers changed. It takes a thousand members at a time, because
 * evaluating takes processor time.
 */

import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { refreshTerms } from '../membership/terms/refresh-terms.ts';

const SLICE = 1_000;

export async function refreshMembers(
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  awards: readonly { memberId: MemberId }[],
): Promise<void> {
  const memberIds = membersOf(awards);
  for (let at = 0; at < memberIds.length; at += SLICE) {
    await refreshTerms(tools, owner, memberIds.slice(at, at + SLICE));
  }
}

/** Each once. */
export function membersOf(awards: readonly { memberId: MemberId }[]): MemberId[] {
  return [...new Set(awards.map(({ memberId }) => memberId))];
}
