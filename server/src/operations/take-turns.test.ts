import { expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import { SHARED_THINGS } from '../kernel/shares/shared-things.ts';
import { makeTurns } from './take-turns.ts';

const turns = (budget: number, patienceMs = 20_000) =>
  makeTurns({ ...SHARED_THINGS.changes, budget, line: { length: 1_000, patienceMs } });

function deferred() {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test('no more than so many run at once, and the others follow in order', async () => {
  const take = turns(4);
  const works = Array.from({ length: 4 }, deferred);
  const started: number[] = [];
  const all = works.map(({ promise }, index) =>
    take('a', async () => {
      started.push(index);
      await promise;
      return index;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  works[1]?.resolve();
  await all[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  expect(started).toEqual([0, 1, 2, 3]);
});

test('a failure of one is not that of the others, but an outage is told to all that wait', async () => {
  const take = turns(1);
  const [first, second] = [deferred(), deferred()];
  const failed = take('a', () => first.promise);
  const next = take('a', async () => 'next');
  first.reject(new Error('mine'));
  await expect(failed).rejects.toThrow('mine');
  expect(await next).toBe('next');
  const away = new AppError('storage_unavailable', { en: 'away', es: 'fuera' });
  const all = [take('a', () => second.promise), take('a', async () => 'a'), take('a', async () => 'b')];
  second.reject(away);
  expect(await Promise.allSettled(all)).toEqual(all.map(() => ({ status: 'rejected', reason: away })));
  expect(await take('a', async () => 'again')).toBe('again');
});

test('whoever waits too long is told to come back', async () => {
  const take = turns(1, 5);
  const stuck = deferred();
  const first = take('a', () => stuck.promise);
  await expect(take('b', async () => 'late')).rejects.toMatchObject({ code: 'overloaded' });
  stuck.resolve();
  await first;
});
