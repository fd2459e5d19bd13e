import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInPieces, nextPiece, Piece } from './pieces.ts';

test('P105 of many long tasks, each in its order does one piece per turn of the event loop', async () => {
  const done: string[] = [];
  const work = async (name: string) => {
    for (let i = 0; i < 3; i += 1) {
      await nextPiece();
      done.push(name);
    }
  };
  const all = Promise.all([work('a'), work('b'), work('c')]);
  let most = 0;
  for (let before = 0; done.length < 9; before = done.length) {
    await turn();
    most = Math.max(most, done.length - before);
  }
  await all;
  expect(done.join('')).toBe('abcabcabc');
  expect(most).toBe(1);
});

test('a piece is over after a few milliseconds, and the next one begins anew', async () => {
  let now = 0;
  const piece = new Piece(() => now);
  now = 3;
  expect(piece.isOver).toBe(false);
  now = 4;
  expect(piece.isOver).toBe(true);
  await piece.next();
  expect(piece.isOver).toBe(false);
});

test('everything is mapped, in order', async () => {
  expect(await mapInPieces(['a', 'b'], (item, index) => item + index)).toEqual(['a0', 'b1']);
});
