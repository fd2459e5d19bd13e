import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSemaphore } from './semaphore.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('no more are given out than there are, and the first who waits is next', async () => {
  const places = makeSemaphore(1, 1_000);
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
  const places = makeSemaphore(1, 1_000);
  const giveBack = await places.take();
  const late = expect(places.take()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  giveBack();
  expect(await places.take()).toBeTypeOf('function');
});
