/** One run at a time per lane; items that arrive meanwhile form the next batch. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** A batch belongs to all of its requests, so it runs as part of none. */
const asPartOfNone = AsyncLocalStorage.snapshot();

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * An idle lane starts at the end of the current event loop turn, so that items which arrive in one turn share a
 * batch. While a lane is busy its items queue up; as soon as it is free they run `together`: the busier, the larger
 * the batches. The lane is free again when `together` resolves, even while its results are pending.
 */
export function batchWhileBusy<Item, Result>(
  laneOf: (item: Item) => string,
  one: (item: Item) => Promise<Result>,
  together: (items: readonly [Item, ...Item[]]) => Promise<readonly Promise<Result>[]>,
): (item: Item) => Promise<Result> {
  const lanes = new Map<string, Waiting<Item, Result>[]>();

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

  const drain = async (lane: string): Promise<void> => {
    for (;;) {
      const batch = lanes.get(lane) ?? [];
      const [first] = batch;
      if (first === undefined) {
        lanes.delete(lane);
        return;
      }
      lanes.set(lane, []);
      if (batch.length === 1) await one(first.item).then(first.resolve, first.reject);
      else await runBatch(first, batch);
    }
  };

  return (item) => {
    const lane = laneOf(item);
    const gathering = lanes.get(lane);
    if (gathering !== undefined) {
      return new Promise((resolve, reject) => gathering.push({ item, resolve, reject }));
    }
    return new Promise((resolve, reject) => {
      lanes.set(lane, [{ item, resolve, reject }]);
      setImmediate(() => asPartOfNone(drain, lane));
    });
  };
}
