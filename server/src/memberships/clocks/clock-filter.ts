/**
 * The filter of lists by test clock. A list shows the members of one test clock, or those of none, because all records
 * in a list must be judged on the same day. In live mode nobody has a clock, and no condition is added.
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
        'In test mode: lists what belongs to members under this test clock, as of its day. Without it, only members without a clock are listed.',
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

/** `memberId` is the column that holds the member's id. The filter's first parameter must be the account. */
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

/** Few members have a clock, so these are read first and excluded. `$1` is the account. */
export function underNoClock(memberId: string): string {
  return `${memberId} not in (select id from members where account_id = $1 and clock_id is not null)`;
}

function underClock(memberId: string, placeholder: string): string {
  return `${memberId} in (select id from members where account_id = $1 and clock_id = ${placeholder})`;
}
