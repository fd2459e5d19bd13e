/**
 * Moves the test clocks that are on their way, to one day with news after the other, each in one transaction: the day and
 * its events are stored together. A process that is killed between two days, or in the middle of one, leaves the clock on
 * the last whole day with its target, and any process goes on from there; an event is written once for its subject.
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

/** Clocks of all accounts take turns, so that none waits for the two years of another. */
const DAYS_IN_A_TURN = 20;
const CLOCKS_IN_A_ROUND = 50;

/** Returns on how many days clocks were set. */
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

/** False if the clock has arrived, is gone, or is being moved by another process. */
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
