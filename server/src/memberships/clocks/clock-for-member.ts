/** Finds the test clock under which new members will live, and reserves room for them. */

import type { ClockId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { type Clock, MOST_MEMBERS } from './clock.ts';
import { readClockNamed } from './clock-filter.ts';
import { membersUnder } from './pg-clocks.ts';
import { clockFull } from './refusals.ts';

/** `free`: how many more members fit. */
export type Places = { clock: Clock; free: number };

/** Locks the clock: until this transaction ends, nobody else can put a member under it. */
export async function placesUnder(tools: Pick<Tools, 'query'>, owner: Owner, named: string): Promise<Places> {
  const clock = await readClockNamed(tools, owner, named, 'for update');
  const taken = (await membersUnder(tools, owner, clock.id)).length;
  return { clock, free: Math.max(0, MOST_MEMBERS - taken) };
}

export async function clockForMember(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string | undefined,
): Promise<ClockId | undefined> {
  if (named === undefined) return undefined;
  const { clock, free } = await placesUnder(tools, owner, named);
  if (free === 0) throw clockFull(clock);
  return clock.id;
}
