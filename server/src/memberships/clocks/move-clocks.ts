/**
 * Moves the test clocks that have a target, from one day with events to the next. Each move is one transaction, which
 * stores the day and its events together. If the process is killed, the clock stays on the last complete day, and any
 * process can continue from there. No event is written twice for its subject.
 */

import type { Database } from '../../database/pool.ts';
import { noteEvents } from '../../events/note-event.ts';
import type { Clock as Time } from '../../kernel/clock.ts';
import type { ClockId } from '../../kernel/ids.ts';
import { nextDayWithNews } from '../membership/pg-days.ts';
import { tellDay } from '../membership/tell-days.ts';
import type { Clock } from './clock.ts';
import { clocksOnTheirWay, takeMovingClock, writeDay } from './pg-clocks.ts';

type Ports = { records: Pick<Database, 'query' | 'transaction'>; now: Time };

/** The clocks of all accounts take turns, so that one clock's move over two years does not delay the others. */
const DAYS_IN_A_TURN = 20;
const CLOCKS_IN_A_ROUND = 50;

/** Returns how many moves were made. */
export async function moveClocks(ports: Ports, isStopping: () => boolean): Promise<number> {
  const clocks = await clocksOnTheirWay(ports.records.query, CLOCKS_IN_A_ROUND);
  let days = 0;
  for (const clockId of clocks) {
    for (let day = 0; day < DAYS_IN_A_TURN && !isStopping(); day++) {
      if (!(await moveToNextDay(ports, clockId))) break;
      days++;
    }
  }
  return days;
}

/** False if the clock has arrived, was deleted, or is being moved by another process. */
function moveToNextDay({ records, now }: Ports, clockId: ClockId): Promise<boolean> {
  return records.transaction(async (query) => {
    const moving = await takeMovingClock(query, clockId);
    if (moving === undefined) return false;
    const { owner, clock, target } = moving;
    const at = now();
    const between = { day: clock.day, last: target };
    const day = (await nextDayWithNews(query, owner, clock.id, between)) ?? target;
    const moved: Clock = { ...clock, day, target: day === target ? undefined : target, updatedAt: at };
    await writeDay({ query }, moved);
    await tellDay(query, owner, moved, at);
    if (moved.target === undefined) await noteEvents(query, owner, at, [readyEvent(moved)]);
    return true;
  });
}

function readyEvent({ id, day }: Clock) {
  return {
    type: 'clock.ready' as const,
    data: { id, object: 'clock', status: 'ready', clock: { id, day } },
  };
}
