import { expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { JsonLimits } from './json-limits.ts';

const MOST = { depth: 4, values: 10, names: 3 };

function outcome(limits: JsonLimits, text: string): unknown {
  try {
    return limits.parse(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}

const parse = (text: string) => outcome(new JsonLimits(MOST), text);

test('P107 a text within the limits is parsed unchanged', () => {
  expect(parse('{"a":[[["x"]]]}')).toEqual({ a: [[['x']]] });
  expect(parse('"[[[[[["')).toBe('[[[[[[');
  expect(parse('"\\"[[[[[["')).toBe('"[[[[[[');
  expect(parse('[1,2,3,4,5,6,7,8,9,10]')).toHaveLength(10);
  expect(parse('{"a":1,"b":2,"c":3}')).toEqual({ a: 1, b: 2, c: 3 });
  expect(parse('[{"a":1},{"a":2},{"a":3},{"a":4}]')).toHaveLength(4);
  expect(parse('":,:,:,:,:,:,:"')).toBe(':,:,:,:,:,:,:');
});

test.for([
  ['too deep', '[[[[[1]]]]]', 'malformed_json'],
  ['too deep in mixed brackets', '{"a":[{"a":[{}]}]}', 'malformed_json'],
  ['too deep behind a string that ends in a backslash', '["\\\\",[[[[1]]]]]', 'malformed_json'],
  ['never closed', '['.repeat(100), 'malformed_json'],
  ['too many elements', `[${'1,'.repeat(11)}1]`, 'validation_failed'],
  ['too many empty objects', `[${'{},'.repeat(6)}{}]`, 'validation_failed'],
  ['too many names', '{"a":1,"b":2,"c":3,"d":4}', 'validation_failed'],
  ['too many names, spread', '[{"a":1},{"b":2},{"c":3},{"d" :4}]', 'validation_failed'],
  ['too many names that look alike', '{"a":1,"\\u0061":2,"a ":3," a":4}', 'validation_failed'],
  [
    'too many long names',
    `{${['p', 'q', 'r', 's'].map((end) => `"${'n'.repeat(5_000)}${end}":1`)}}`,
    'validation_failed',
  ],
  ['no JSON', '{"a":', 'no JSON'],
  ['closed too often', ']]]]', 'no JSON'],
] as const)('P107 %s', ([, text, expected]) => {
  expect(parse(text)).toBe(expected);
});

test('P106 colons without a name do not count, and the name before them counts once', () => {
  const text = `{"a":1,"b":1,"c":1,"${'x'.repeat(50_000)}"${':'.repeat(50_000)}1}`;
  expect(outcome(new JsonLimits({ ...MOST, names: 5 }), text)).toBe('no JSON');
  expect(outcome(new JsonLimits({ ...MOST, names: 3 }), text)).toBe('validation_failed');
});

test('bytes that are no UTF-8 are no JSON', () => {
  expect(() => new JsonLimits(MOST).parse(Buffer.from([0x22, 0xff, 0x22]))).toThrow(TypeError);
});

test('P107 the texts of one body are added up', () => {
  const limits = new JsonLimits(MOST);
  for (const text of ['{"a":1}', '{"b":1}', '{"c":1}']) expect(outcome(limits, text)).toBeTypeOf('object');
  const later = ['d', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => outcome(limits, `{"${name}":1}`));
  expect(later.at(-1)).toBe('validation_failed');
  const wide = new JsonLimits(MOST);
  expect(outcome(wide, '[1,2,3,4,5,6]')).toHaveLength(6);
  expect(outcome(wide, '[1,2,3,4,5,6]')).toBe('validation_failed');
});
