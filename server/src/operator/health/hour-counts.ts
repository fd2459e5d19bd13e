/** How this process answered in each of the last hours. Kept in memory only: a rough picture, not for billing. */

import type { Clock } from '../../kernel/clock.ts';

const HOUR_MS = 3_600_000;
export const SHOWN_HOURS = 24;

type HourCount = { at: Date; requests: number; clientErrors: number; serverErrors: number };

export type HourCounts = {
  count(status: number): void;
  /** One number for each of the last hours, the oldest first. */
  last(): HourCount[];
};

export function makeHourCounts(now: Clock): HourCounts {
  const counts = new Map<number, Omit<HourCount, 'at'>>();
  const thisHour = () => Math.floor(now().getTime() / HOUR_MS);
  return {
    count(status) {
      const hour = thisHour();
      let here = counts.get(hour);
      if (here === undefined) {
        here = { requests: 0, clientErrors: 0, serverErrors: 0 };
        counts.set(hour, here);
        for (const old of counts.keys()) if (old <= hour - SHOWN_HOURS) counts.delete(old);
      }
      here.requests += 1;
      if (status >= 500) here.serverErrors += 1;
      else if (status >= 400) here.clientErrors += 1;
    },

    last() {
      const newest = thisHour();
      return Array.from({ length: SHOWN_HOURS }, (_, i) => {
        const hour = newest - SHOWN_HOURS + 1 + i;
        const nothing = { requests: 0, clientErrors: 0, serverErrors: 0 };
        return { at: new Date(hour * HOUR_MS), ...(counts.get(hour) ?? nothing) };
      });
    },
  };
}
