import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { JsonLimits } from './json-limits.ts';
import { parseTableJson } from './table-json.ts';

const MOST = { depth: 32, values: 500_000, names: 1_000 };

const parse = (text: string, most = MOST) =>
  parseTableJson(Buffer.from(text), new JsonLimits(most), async (json) => JSON.parse(json.toString()));

async function outcome(text: string, most = MOST): Promise<unknown> {
  try {
    return await parse(text, most);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}

const spaces = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });

test('P106 a table reads as JSON.parse reads it, however it is written', async () => {
  const table = fc.record({ rows: fc.array(fc.jsonValue()), note: fc.jsonValue() }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(table, spaces, fc.boolean(), async (value, space, isLast) => {
      const ordered = isLast ? value : { note: value.note, ...value };
      const text = space + JSON.stringify(ordered, undefined, space) + space;
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('P106 a text with one character changed is read as JSON.parse reads it, or refused', async () => {
  const text = '{"a":[1],"rows":[{"b":"x,]}"},[2,"\\"]"],null , 3],"c":{"rows":[4]}}';
  for (let at = 0; at < text.length; at += 1) {
    for (const char of ['', ',', ']', '}', '[', '{', '"', ':', ' ', '\\', 'x']) {
      const changed = text.slice(0, at) + char + text.slice(at + 1);
      const read = await outcome(changed);
      if (typeof read === 'string') continue;
      expect(read, changed).toEqual(JSON.parse(changed));
    }
  }
});

test('P106 a text that JSON.parse refuses is refused', async () => {
  for (const text of [
    '{"rows":[1,]}',
    '{"rows":[,1]}',
    '{"rows":[1,,2]}',
    '{"rows":[,]}',
    '{"rows":[1}',
    '{"rows":[1]',
    '{"rows":[1]}]',
    '{"rows":[{"a":1]]}',
    '{"rows":[1 2]}',
    '',
  ])
    expect(['malformed_json', 'no JSON'], text).toContain(await outcome(text));
});

test('many rows are parsed in several slices', async () => {
  const rows = Array.from({ length: 9_000 }, (_, i) => ({ name: `Ñandú ${i}`, note: 'x'.repeat(i % 60) }));
  expect(await parse(JSON.stringify({ dry_run: true, rows }))).toEqual({ dry_run: true, rows });
});

test.for([
  ['a row that is too long', `{"rows":[{},{"a":"${'x'.repeat(200_001)}"}]}`, 'roster_too_large'],
  ['too much besides the rows', `{"rows":[],"a":"${'x'.repeat(300_000)}"}`, 'roster_too_large'],
  ['rows in a name of other spelling', `{"\\u0072ows":["${'x'.repeat(300_000)}"]}`, 'roster_too_large'],
  ['rows twice', '{"rows":[1],"rows":[2]}', 'malformed_json'],
  ['too deep', `{"rows":[${'['.repeat(40)}${']'.repeat(40)}]}`, 'malformed_json'],
  ['too many values', `{"rows":[[${'1,'.repeat(30)}1]]}`, 'validation_failed'],
  ['too many names', '{"rows":[{"a":1},{"b":1},{"c":1},{"d":1}]}', 'validation_failed'],
] as const)('P107 %s is refused', async ([, text, code]) => {
  expect(await outcome(text, { depth: 8, values: 30, names: 4 })).toBe(code);
});
