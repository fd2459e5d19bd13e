/** Adds up what is counted, and hands it on about once a second: a call costs a look into a map, no round trip. */

import type { UsageCounts, UsageSource } from './usage.ts';

/** One row of `usage_days`. */
export type UsageRow = UsageCounts & UsageSource & { day: string };

type UsageCounter = {
  count(source: UsageSource, counts: Partial<UsageCounts>): void;
  /** Resolves once what was counted before is written. */
  flush(): Promise<void>;
};

/**
 * `write` gets each row once, sorted, so that processes that write at the same moment take the rows in one order
 * and never wait for each other in a circle. What it could not write is added to what comes next. A connection that
 * breaks after the write and before its answer makes that second count twice.
 */
export function makeUsageCounter(
  now: () => Date,
  write: (rows: readonly UsageRow[]) => Promise<void>,
): UsageCounter {
  let waiting = new Map<string, UsageRow>();
  let writing: Promise<void> = Promise.resolve();

  const add = (row: UsageRow): void => {
    const key = [row.accountId, row.day, row.keyId ?? '', row.livemode].join(' ');
    const sum = waiting.get(key);
    if (sum === undefined) waiting.set(key, row);
    else for (const field of FIELDS) sum[field] += row[field];
  };

  const writeWaiting = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await write([...batch].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row));
    } catch (error) {
      for (const row of batch.values()) add(row);
      throw error;
    }
  };

  return {
    count({ accountId, keyId, livemode }, counts) {
      const day = now().toISOString().slice(0, 10);
      add({ accountId, keyId, livemode, day, ...NOTHING, ...counts });
    },

    flush() {
      // One after the other: what a second caller waits for may be in the batch of the first.
      writing = writing.then(writeWaiting, writeWaiting);
      return writing;
    },
  };
}

const NOTHING: UsageCounts = { requests: 0, ok: 0, clientErrors: 0, serverErrors: 0, certificates: 0 };
const FIELDS = Object.keys(NOTHING) as (keyof UsageCounts)[];
