/** Gives a test clock a later day as its target. `move-clocks.ts` moves it to that day. */

import { invalidField } from '../../http/text-rules.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { tellDay } from '../membership/tell-days.ts';
import { note } from '../note-change.ts';
import { addMonthsTo } from '../standing/days.ts';
import { type Clock, MOST_MONTHS_AT_ONCE } from './clock.ts';
import { clockDay } from './create-clock.ts';
import { findClock, writeDay } from './pg-clocks.ts';
import { clockAdvancing, clockNotFound } from './refusals.ts';

export async function advanceClock(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  asked: { day: string },
): Promise<Clock> {
  const target = clockDay(asked.day);
  const clockId = parseId('clk', named);
  const clock = clockId && (await findClock(tools, who, clockId, 'for update'));
  if (clock === undefined) throw clockNotFound();
  if (clock.target !== undefined) throw clockAdvancing(clock);
  assertAhead(clock, target);
  // Events that are due today are written before the clock leaves this day.
  await tellDay(tools.query, who, clock, tools.now());
  const sent: Clock = { ...clock, target, updatedAt: tools.now() };
  await writeDay(tools, sent);
  await note(tools, who, 'clock.advance', clock.id, { from: clock.day, to: target });
  return sent;
}

function assertAhead({ day }: Clock, target: string): void {
  const last = addMonthsTo(day, MOST_MONTHS_AT_ONCE);
  if (target > day && target <= last) return;
  throw invalidField(
    '`day`',
    `must lie after ${day}, the clock's present day, and no later than ${last}: a clock moves at most ${MOST_MONTHS_AT_ONCE} months at once.`,
    `debe ser posterior al ${day}, el día actual del reloj, y no pasar del ${last}: un reloj avanza a lo más ${MOST_MONTHS_AT_ONCE} meses por vez.`,
  );
}
