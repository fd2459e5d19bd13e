import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeShared } from './shared.ts';
import type { SharedThing } from './shared-things.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const what = { en: 'things', es: 'las cosas' };

function shared(thing: Omit<SharedThing, 'what' | 'retryAfterSeconds'>) {
  return makeShared({ retryAfterSeconds: 1, what, ...thing }, (why) => new Error(why));
}

function takeAll(things: ReturnType<typeof shared>, holder: string): number {
  let taken = 0;
  while (things.tryTake(holder) !== undefined) taken += 1;
  return taken;
}

test('P105: one greedy holder gets a half, a second one a third, and something is left for the next', () => {
  const things = shared({ budget: 12 });
  expect(takeAll(things, 'greedy')).toBe(6);
  expect(takeAll(things, 'second')).toBe(3);
  expect(takeAll(things, 'third')).toBe(2);
  expect(things.tryTake('fourth')).toBeTypeOf('function');
  const wide = shared({ budget: 12, timesLeft: 3 });
  expect(takeAll(wide, 'greedy')).toBe(9);
  expect(takeAll(wide, 'second')).toBe(2);
  expect(wide.tryTake('third')).toBeTypeOf('function');
  const one = shared({ budget: 1 });
  expect(takeAll(one, 'greedy')).toBe(1);
});

test('amounts count: one that does not fit with the others is refused, and a first one that fits is admitted', async () => {
  const bytes = shared({ budget: 100, most: 60 });
  expect(bytes.tryTake('a', 61)).toBeUndefined();
  const giveBack = bytes.tryTake('a', 40);
  expect(bytes.tryTake('a', 21)).toBeUndefined();
  expect(bytes.tryTake('b', 60)).toBeTypeOf('function');
  await expect(bytes.take('c', 1)).rejects.toThrow('full');
  giveBack?.();
  giveBack?.();
  await expect(bytes.take('c', 41)).rejects.toThrow('full');
  expect(bytes.tryTake('c', 40)).toBeTypeOf('function');
});

test('P105: the queue has shares too, and others overtake a holder whose share is used up', async () => {
  const things = shared({ budget: 2, line: { length: 4, patienceMs: 1_000 } });
  const order: string[] = [];
  const enter = async (holder: string) => {
    const giveBack = await things.take(holder);
    order.push(holder);
    return giveBack;
  };
  const first = await enter('greedy');
  const waiting = [enter('greedy'), enter('greedy')];
  await expect(things.take('greedy')).rejects.toThrow('share');
  const other = await enter('other');
  const third = enter('third');
  other();
  const giveBackThird = await third;
  expect(order).toEqual(['greedy', 'other', 'third']);
  giveBackThird();
  first();
  for (const one of waiting) (await one)();
  expect(order.slice(3)).toEqual(['greedy', 'greedy']);
});

test('a caller who waited too long is refused with the reason, and blocks nothing for others', async () => {
  const things = shared({ budget: 2, line: { length: 10, patienceMs: 1_000 } });
  const giveBack = await things.take('a');
  const own = expect(things.take('a')).rejects.toThrow('share');
  await vi.advanceTimersByTimeAsync(1_000);
  await own;
  await things.take('b');
  const late = expect(things.take('c')).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  giveBack();
  expect(await things.run('c', async () => 'done')).toBe('done');
});

test('everybody in the queue can be refused at once, and the resource is given out again afterwards', async () => {
  const things = shared({ budget: 1, line: { length: 10, patienceMs: 1_000 } });
  const giveBack = await things.take('a');
  const waiting = [things.take('b'), things.take('c')];
  things.refuseWaiting(new Error('away'));
  for (const one of waiting) await expect(one).rejects.toThrow('away');
  giveBack();
  expect(things.tryTake('a')).toBeTypeOf('function');
});

test('a full share is a 429, which counts; a full budget is a 503', async () => {
  const things = makeShared({ budget: 2, retryAfterSeconds: 7, what });
  await things.take('a');
  await expect(things.take('a')).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 7 });
  await things.take('b');
  await expect(things.take('c')).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 7 });
});

test('P105: holders in the queue take turns, whoever came first', async () => {
  const things = shared({ budget: 1, line: { length: 20, patienceMs: 1_000 } });
  const giveBack = await things.take('greedy');
  const order: string[] = [];
  const enter = (holder: string) =>
    things.take(holder).then((free) => {
      order.push(holder);
      free();
    });
  const all = [...Array.from({ length: 5 }, () => enter('greedy')), enter('other'), enter('third')];
  giveBack();
  await Promise.all(all);
  expect(order.slice(0, 3)).toEqual(['greedy', 'other', 'third']);
});

test('the service itself has no share, only the total limit', async () => {
  const things = shared({ budget: 4, most: 1 });
  for (let i = 0; i < 4; i++) expect(things.tryTake(undefined)).toBeTypeOf('function');
  await expect(things.take('a')).rejects.toThrow('full');
});

test('callers who wait for something held by another do not slow each other down: ten thousand are served at once', async () => {
  const things = shared({ budget: 2, line: { length: 20_000, patienceMs: 1_000 } });
  const giveBack = await things.take('greedy');
  const work = Array.from({ length: 10_000 }, () => things.run('greedy', async () => {}));
  giveBack();
  await Promise.all(work);
});
