import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

/** Makes questions that stay open until the test answers them. */
function makeQuestions() {
  const asked: PromiseWithResolvers<number>[] = [];
  const share = shareNext(0, () => {
    const one = Promise.withResolvers<number>();
    asked.push(one);
    return one.promise;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, share, settle };
}

test('callers that arrive during a question share the answer to the next one', async () => {
  const { asked, share, settle } = makeQuestions();
  const first = share();
  await settle();
  expect(asked).toHaveLength(1);
  const others = [share(), share(), share()];
  await settle();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
});

test('calls of one turn share one question', async () => {
  const { asked, share, settle } = makeQuestions();
  const both = [share(), share()];
  await settle();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await Promise.all(both)).toEqual([1, 1]);
});

test('a failure reaches those who waited for it, and the next question is still asked', async () => {
  const { asked, share, settle } = makeQuestions();
  const failing = share();
  failing.catch(() => {});
  await settle();
  const next = share();
  asked[0]?.reject(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  await settle();
  asked[1]?.resolve(2);
  expect(await next).toBe(2);
});
