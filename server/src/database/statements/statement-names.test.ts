import { expect, test } from 'vitest';
import { makeStatementNames } from './statement-names.ts';

test('each text keeps the name that it was first given, and no two have the same', () => {
  const nameOf = makeStatementNames();
  expect([nameOf('one', 'a'), nameOf('one', 'b'), nameOf('one', 'a'), nameOf('one', 'b')]).toEqual([
    'one',
    'one 1',
    'one',
    'one 1',
  ]);
  expect(nameOf('two', 'b')).toBe('two');
});

test('a statement without a name, or with a text that always changes, is not prepared', () => {
  const nameOf = makeStatementNames();
  expect([nameOf(undefined, 'a'), nameOf('', 'a')]).toEqual([undefined, undefined]);
  const names = Array.from({ length: 10 }, (_, i) => nameOf('many', `text ${i}`));
  expect(names.slice(8)).toEqual([undefined, undefined]);
  expect(new Set(names.slice(0, 8)).size).toBe(8);
});
