import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { batchWhileBusy, type Gathering } from './batch-while-busy.ts';

/** Makes batches that stay busy until the test lets them end. */
function makeLane(gathering?: Gathering) {
  const batches: string[][] = [];
  let letGo = () => {};
  const run = async (items: readonly string[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
  };
  const add = batchWhileBusy<string, string>(
    () => 'lane',
    async (item) => {
      await run([item]);
      return item;
    },
    async (items) => {
      await run(items);
      return items.map(async (item) => item);
    },
    gathering,
  );
  const finish = async () => {
    letGo();
    await turn();
  };
  return { add, batches, finish };
}

test('items that arrive in one turn share a batch, and those that arrive meanwhile share the next one', async () => {
  const { add, batches, finish } = makeLane();
  const first = [add('a'), add('b')];
  await turn();
  const second = [add('c'), add('d'), add('e')];
  await finish();
  expect(await Promise.all(first)).toEqual(['a', 'b']);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
  await finish();
  expect(await Promise.all(second)).toEqual(['c', 'd', 'e']);
});

test('a failure is reported to every caller in the batch, and the next batch is tried', async () => {
  let fails = true;
  const add = batchWhileBusy<string, string>(
    () => 'lane',
    async (item) => item,
    async (items) => {
      if (fails) throw new Error('away');
      return items.map(async (item) => item);
    },
  );
  const outcomes = await Promise.allSettled([add('a'), add('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await Promise.all([add('c'), add('d')])).toEqual(['c', 'd']);
});

test('a busy lane waits until there are enough, an idle one never does', async () => {
  const isEnough = vi.fn((_lane: string, waiting: number) => waiting >= 3);
  const { add, batches, finish } = makeLane({ isEnough, mostMs: 3_600_000 });
  const all = [add('a')];
  await turn();
  expect(batches).toEqual([['a']]);
  all.push(add('b'));
  await finish();
  all.push(add('c'));
  await turn();
  expect(batches).toEqual([['a']]);
  all.push(add('d'));
  await turn();
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  await finish();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(isEnough).toHaveBeenCalledWith('lane', 3);
});

test('nobody waits for others longer than allowed, counted from the start of the last batch', async () => {
  const { add, batches, finish } = makeLane({ isEnough: () => false, mostMs: 5 });
  const all = [add('a')];
  await turn();
  all.push(add('b'));
  await finish();
  await expect.poll(() => batches.length).toBe(2);
  await finish();
  expect(await Promise.all(all)).toEqual(['a', 'b']);
});
