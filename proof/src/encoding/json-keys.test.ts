import { expect, test } from 'vitest';
import { repeatedKey } from './json-keys.ts';

test('P110 a duplicate key in one object is found, however it is spelled and wherever it is', () => {
  for (const json of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{ "a" :1, "b":{"c":[{"a" \n: 2,"x":"}","a":3}]}}',
    '[{"x":"\\"","a":1},{"a":1,"b":"{","a":{}}]',
  ])
    expect(repeatedKey(json), json).toBe('a');
});

test('the same key in two objects, or a value that looks like a key, is no duplicate', () => {
  for (const json of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"\\"a\\":1,\\"a\\":"}',
    '[]',
    '"a"',
  ])
    expect(repeatedKey(json), json).toBeUndefined();
});
