/** Finds the test clock that a new member is to live under, and keeps a place there. */

import type { ClockId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { MOST_MEMBERS } from './clock.ts';
import { findClock, membersUnder } from './pg-clocks.ts';
import { clockFull, noSuchClock } from './refusals.ts';

export async function clockForMember(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string | undefined,
): Promise<ClockId | undefined> {
  if (named === undefined) return undefined;
  const clockId = parseId('clk', named);
  const clock = clockId && (await findClock(tools, owner, clockId, 'for update'));
  if (clock === undefined) throw noSuchClock();
  if ((await membersUnder(tools, owner, clock.id)).length >= MOST_MEMBERS) throw clockFull(clock);
  return clock.id;
}
