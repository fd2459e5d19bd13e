import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSemaphore } from './semaphore.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('no more are given out than there are, and the first who waits is next', async () => {
  const places = makeSemaphore({ places: 1, line: { patienceMs: 1_000 } });
  const giveBack = await places.take();
  const order: string[] = [];
  const second = places.take().then((free) => {
    order.push('second');
    return free;
  });
  const third = places.take().then(() => order.push('third'));
  await vi.advanceTimersByTimeAsync(500);
  expect(order).toEqual([]);
  giveBack();
  giveBack();
  const freeSecond = await second;
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual(['second']);
  freeSecond();
  await third;
  expect(order).toEqual(['second', 'third']);
});

test('whoever waited too long is refused, and does not keep the place from others', async () => {
  const places = makeSemaphore({ places: 1, line: { patienceMs: 1_000 }, refusal: (why) => new Error(why) });
  const giveBack = await places.take();
  const late = expect(places.take()).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  giveBack();
  expect(await places.take()).toBeTypeOf('function');
});

test('without a line nobody waits, and a line has its length', async () => {
  const refusal = (why: string) => new Error(why);
  const bare = makeSemaphore({ places: 1, refusal });
  const giveBack = bare.tryTake();
  expect(bare.tryTake()).toBeUndefined();
  await expect(bare.take()).rejects.toThrow('full');
  giveBack?.();
  expect(await bare.run(async () => 'done')).toBe('done');
  const short = makeSemaphore({ places: 1, line: { length: 1 }, refusal });
  const first = await short.take();
  const second = short.take();
  await expect(short.take()).rejects.toThrow('full');
  first();
  (await second)();
  expect(short.tryTake()).toBeTypeOf('function');
});

test('one key holds its share at most; those behind it in the line pass, and it is next when it gives back', async () => {
  const places = makeSemaphore({ places: 3, share: 2, line: {}, refusal: (why) => new Error(why) });
  const order: string[] = [];
  const enter = (key: string, name: string) =>
    places.take(key).then((giveBack) => {
      order.push(name);
      return giveBack;
    });
  const [a1, a2] = [await enter('a', 'a1'), await enter('a', 'a2')];
  const a3 = enter('a', 'a3');
  const b1 = await enter('b', 'b1');
  const b2 = enter('b', 'b2');
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['a1', 'a2', 'b1']);
  b1();
  const freeB2 = await b2;
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2']);
  a1();
  const freeA3 = await a3;
  for (const free of [a2, freeA3, freeB2]) free();
  const strict = makeSemaphore({ places: 3, share: 1, refusal: (why) => new Error(why) });
  await strict.take('a');
  await expect(strict.take('a')).rejects.toThrow('share');
  expect(strict.tryTake('b')).toBeTypeOf('function');
});

test('everybody in the line can be sent away, and places are given out afterwards', async () => {
  const places = makeSemaphore({ places: 1, line: {} });
  const giveBack = await places.take();
  const waiting = [places.take(), places.take()];
  places.refuseWaiting(new Error('away'));
  for (const one of waiting) await expect(one).rejects.toThrow('away');
  giveBack();
  expect(places.tryTake()).toBeTypeOf('function');
});
