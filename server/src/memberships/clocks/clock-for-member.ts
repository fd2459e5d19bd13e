/** Finds the test clock that a new member is to live under, and keeps a place there. */

import type { ClockId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { MOST_MEMBERS } from './clock.ts';
import { readClockNamed } from './clock-filter.ts';
import { membersUnder } from './pg-clocks.ts';
import { clockFull } from './refusals.ts';

export async function clockForMember(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string | undefined,
): Promise<ClockId | undefined> {
  if (named === undefined) return undefined;
  const clock = await readClockNamed(tools, owner, named, 'for update');
  if ((await membersUnder(tools, owner, clock.id)).length >= MOST_MEMBERS) throw clockFull(clock);
  return clock.id;
}
