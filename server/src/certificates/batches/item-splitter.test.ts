import { expect, test } from 'vitest';
import { JsonLimits } from '../../http/bodies/json-limits.ts';
import { AppError } from '../../kernel/errors.ts';
import { splitJson, splitLines } from './item-splitter.ts';

function itemsOf(split: typeof splitJson, body: string, chunkBytes: number): string[] | string {
  const items: string[] = [];
  const splitter = split(
    (text) => items.push(text.toString()),
    new JsonLimits({ depth: 16, values: 1_000, names: 100 }),
  );
  const bytes = Buffer.from(body);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
    splitter.end();
    return items;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

const ITEMS = ['{"a":"]}\\"\\\\"}', '{"b":[{"c":1}]}', '7', '"text"', 'null', '{}'];

test('P28 items are the same wherever the body is cut, in either encoding', () => {
  const json = ` {"x" : {"items":["no"]}, "items" :\n[ ${ITEMS.join(' , ')} ] ,"y":[1,"]"]} `;
  const lines = `${ITEMS.join('\n')}\r\n\n`;
  for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 1) {
    expect(itemsOf(splitJson, json, chunkBytes)).toEqual(ITEMS);
    const found = itemsOf(splitLines, lines, chunkBytes);
    expect(typeof found === 'string' ? found : found.map((item) => item.trim())).toEqual(ITEMS);
  }
});

test.for<[body: string, code: string]>([
  ['', 'malformed_json'],
  ['{', 'malformed_json'],
  ['{"items":[1', 'malformed_json'],
  ['{"items":[1]', 'malformed_json'],
  ['{"items":[1]} x', 'malformed_json'],
  ['{"items" [1]}', 'malformed_json'],
  ['{items:[1]}', 'malformed_json'],
  ['{"x":tru,"items":[1]}', 'malformed_json'],
  ['[1]', 'malformed_json'],
  ['{}', 'validation_failed'],
  ['{"x":[1]}', 'validation_failed'],
  ['{"items":{"0":1}}', 'validation_failed'],
  ['{"items":[1],"items":[2]}', 'validation_failed'],
  [`{"items":["${'x'.repeat(600_000)}"]}`, 'validation_failed'],
])('%s is refused', ([body, code]) => {
  for (const chunkBytes of [1_000_000, 3]) expect(itemsOf(splitJson, body, chunkBytes)).toBe(code);
});

test('an item that does not follow a comma is refused', () => {
  expect(itemsOf(splitJson, '{"items":[1 2]}', 100)).toBe('malformed_json');
  expect(itemsOf(splitJson, '{"items":[1}', 100)).toBe('malformed_json');
});
