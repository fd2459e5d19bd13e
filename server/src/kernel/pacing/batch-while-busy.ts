/** Each lane runs one batch at a time. Items that arrive during the run form the next batch. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** A batch belongs to several requests, so it runs outside the context of any of them. */
const asPartOfNone = AsyncLocalStorage.snapshot();

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Lane<Item, Result> = {
  waiting: Waiting<Item, Result>[];
  /** Set while the lane waits for more items; called as soon as there are enough. */
  goOn?: (() => void) | undefined;
};

/** Makes a busy lane wait for more items, if one large batch costs less than two small ones. */
export type Gathering = {
  isEnough(lane: string, waiting: number): boolean;
  /** The longest wait, counted from the start of the last batch. A lane that was idle never waits. */
  mostMs: number;
};

/**
 * Collects items into batches, and runs one batch at a time in each lane. An idle lane starts at the end of the
 * current event loop turn, so that items which arrive in one turn share a batch. While a lane is busy its items queue
 * up; as soon as it is free, and there are enough, they run `together`. So batches grow with the load. The lane is
 * free again when `together` resolves, even while its results are pending.
 */
export function batchWhileBusy<Item, Result>(
  laneOf: (item: Item) => string,
  one: (item: Item) => Promise<Result>,
  together: (items: readonly [Item, ...Item[]]) => Promise<readonly Promise<Result>[]>,
  gathering?: Gathering,
): (item: Item) => Promise<Result> {
  const lanes = new Map<string, Lane<Item, Result>>();

  const runBatch = async (
    first: Waiting<Item, Result>,
    batch: readonly Waiting<Item, Result>[],
  ): Promise<void> => {
    try {
      const results = await together([first.item, ...batch.slice(1).map(({ item }) => item)]);
      for (const [i, { resolve, reject }] of batch.entries()) results[i]?.then(resolve, reject);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const isEnough = (name: string, { waiting }: Lane<Item, Result>) =>
    gathering === undefined || waiting.length === 0 || gathering.isEnough(name, waiting.length);

  const drain = async (name: string, lane: Lane<Item, Result>): Promise<void> => {
    for (;;) {
      const beganAt = performance.now();
      const batch = lane.waiting;
      const [first] = batch;
      if (first === undefined) {
        lanes.delete(name);
        return;
      }
      lane.waiting = [];
      if (batch.length === 1) await one(first.item).then(first.resolve, first.reject);
      else await runBatch(first, batch);
      if (!isEnough(name, lane)) await gatherMore(lane, beganAt + (gathering?.mostMs ?? 0));
    }
  };

  return (item) => {
    const name = laneOf(item);
    const lane = lanes.get(name);
    return new Promise((resolve, reject) => {
      if (lane !== undefined) {
        lane.waiting.push({ item, resolve, reject });
        if (lane.goOn !== undefined && isEnough(name, lane)) lane.goOn();
        return;
      }
      const idle: Lane<Item, Result> = { waiting: [{ item, resolve, reject }] };
      lanes.set(name, idle);
      setImmediate(() => asPartOfNone(drain, name, idle));
    });
  };
}

async function gatherMore(lane: { goOn?: (() => void) | undefined }, until: number): Promise<void> {
  const leftMs = until - performance.now();
  // A timer cannot wait for less than a millisecond.
  if (leftMs < 1) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, leftMs);
    lane.goOn = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  lane.goOn = undefined;
}
