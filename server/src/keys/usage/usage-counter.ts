/** Sums counts in memory until the next flush, so that a call costs a map lookup and no round trip. */

import type { UsageCounts, UsageSource } from './usage.ts';

/** One row of `usage_days`. */
export type UsageRow = UsageCounts & UsageSource & { day: string };

type UsageCounter = {
  count(source: UsageSource, counts: Partial<UsageCounts>): void;
  /** Resolves once everything counted before is written. */
  flush(): Promise<void>;
};

/**
 * `write` gets each row once, sorted, so that processes writing at the same time lock rows in the same order and
 * cannot deadlock. Counts that could not be written are added to the next batch. If the connection breaks after
 * the write but before its answer, that batch is counted twice.
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
      // Flushes run one after the other, because counts that a second caller waits for may be in the batch of the
      // first.
      writing = writing.then(writeWaiting, writeWaiting);
      return writing;
    },
  };
}

const NOTHING: UsageCounts = { requests: 0, ok: 0, clientErrors: 0, serverErrors: 0, certificates: 0 };
const FIELDS = Object.keys(NOTHING) as (keyof UsageCounts)[];
