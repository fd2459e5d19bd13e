/** Makes a test clock. It stands still until it is moved. */

import { invalidField } from '../../http/text-rules.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { assertLine, dayOf } from '../fields.ts';
import { note } from '../note-change.ts';
import { type Clock, FIRST_DAY, LAST_DAY, MOST_CLOCKS } from './clock.ts';
import { countClocks, insertClock } from './pg-clocks.ts';
import { tooManyClocks } from './refusals.ts';

export async function createClock(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  asked: { name?: string | null; day?: string },
): Promise<Clock> {
  assertLine('name', asked.name, 200);
  const day = clockDay(asked.day ?? (await todayOf(tools, who)));
  if ((await countClocks(tools, who)) >= MOST_CLOCKS) throw tooManyClocks();
  const now = tools.now();
  const clock: Clock = {
    id: tools.newId('clk'),
    name: asked.name ?? undefined,
    day,
    target: undefined,
    createdAt: now,
    updatedAt: now,
  };
  await insertClock(tools, who, clock);
  await note(tools, who, 'clock.create', clock.id, { on: day });
  return clock;
}

export function clockDay(text: string): string {
  const day = dayOf('day', text);
  if (day >= FIRST_DAY && day <= LAST_DAY) return day;
  throw invalidField(
    '`day`',
    `must lie between ${FIRST_DAY} and ${LAST_DAY}.`,
    `debe estar entre ${FIRST_DAY} y ${LAST_DAY}.`,
  );
}
