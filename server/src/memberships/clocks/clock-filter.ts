/**
 * A list has one day: it shows the members of one test clock, or those of none. In live mode nobody has a clock, and no
 * condition is added.
 */

import { Type } from 'typebox';
import { type ClockId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Clock } from './clock.ts';
import { findClock } from './pg-clocks.ts';
import { noSuchClock } from './refusals.ts';

export const CLOCK_QUERY = {
  clock_id: Type.Optional(
    Type.String({
      description:
        'In test mode: those under this test clock, on its day. Without it, those under no clock are listed.',
    }),
  ),
};

/** The clock that the caller names; undefined if none is named. */
export async function clockNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string | undefined,
): Promise<ClockId | undefined> {
  if (named === undefined) return undefined;
  return (await readClockNamed(tools, owner, named)).id;
}

export async function readClockNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
  lock: '' | 'for update' = '',
): Promise<Clock> {
  const clockId = parseId('clk', named);
  const clock = clockId && (await findClock(tools, owner, clockId, lock));
  if (clock === undefined) throw noSuchClock();
  return clock;
}

/** `memberId` is the column with the id of a member. The filter's first parameter is the account. */
export function whereClock(
  filter: Filter,
  { livemode }: Owner,
  memberId: string,
  clockId: ClockId | undefined,
): void {
  if (livemode) return;
  if (clockId === undefined) filter.conditions.push(underNoClock(memberId));
  else where(filter, clockId, (p) => underClock(memberId, p));
}

/** Few members have a clock, so they are read first and left out. `$1` is the account. */
export function underNoClock(memberId: string): string {
  return `${memberId} not in (select id from members where account_id = $1 and clock_id is not null)`;
}

function underClock(memberId: string, placeholder: string): string {
  return `${memberId} in (select id from members where account_id = $1 and clock_id = ${placeholder})`;
}
