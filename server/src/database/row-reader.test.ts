import { describe, expect, test } from 'vitest';
import type { Row } from './pool.ts';
import * as read from './row-reader.ts';

const BYTES = Buffer.from([1, 2, 3]);
const HASH = Buffer.alloc(32, 0xab);
const AT = new Date('2031-05-06T07:08:09.123Z');
const COLOURS = ['red', 'green'] as const;

/**
 * For each kind of value: the function that reads it, values that this function accepts, and some values of other
 * kinds.
 */
const KINDS: [
  name: string,
  read: (row: Row, column: string) => unknown,
  good: [stored: unknown, given: unknown][],
  bad: unknown[],
][] = [
  ['text', read.text, [same(''), same('x')], [7, true, AT, BYTES, ['x'], {}]],
  ['number', read.number, [same(0), same(-1.5)], ['7', true, AT, BYTES]],
  [
    'bigint',
    read.bigint,
    [
      ['-12', -12n],
      [`1${'0'.repeat(30)}`, 10n ** 30n],
    ],
    [12, '1.5', '', '1e3', ' 1'],
  ],
  ['boolean', read.boolean, [same(true), same(false)], ['t', 1]],
  ['date', read.date, [same(AT)], [AT.toISOString(), AT.getTime(), {}]],
  ['bytes', read.bytes, [same(BYTES), same(new Uint8Array(0))], ['\\x010203', [1, 2, 3], AT]],
  ['sha256Hex', read.sha256Hex, [[HASH, 'ab'.repeat(32)]], [HASH.subarray(1), HASH.toString('hex')]],
  ['textList', read.textList, [same([]), same(['a', 'b'])], ['a', ['a', 1], ['a', null], { 0: 'a' }]],
  ['bytesList', read.bytesList, [same([]), same([BYTES, HASH])], [BYTES, [BYTES, 'x'], [null]]],
  [
    'id',
    (row, column) => read.id('acct', row, column),
    [same('acct_0123456789012345678901')],
    ['cert_0123456789012345678901', 'acct', 'accts_1', '', 5],
  ],
  ['idAsStored', (row, column) => read.idAsStored('acct', row, column), [same('acct_1'), same('?')], [5, AT]],
  ['oneOf', (row, column) => read.oneOf(row, column, COLOURS), [same('red')], ['blue', 'Red', '', 0]],
  [
    'knownOf',
    (row, column) => read.knownOf(row, column, COLOURS),
    [same([]), same(['green', 'red']), [['red', 'blue'], ['red']]],
    ['red', [null]],
  ],
  [
    'shaped',
    (row, column) => read.shaped(row, column, read.isRecord, 'an object'),
    [same({}), same({ a: 1 })],
    ['{}', [], 1],
  ],
];

const OPTIONAL_KINDS: typeof KINDS = [
  ['optionalText', read.optionalText, [same('x')], [7, {}]],
  ['optionalNumber', read.optionalNumber, [same(0)], ['7', false]],
  ['optionalDate', read.optionalDate, [same(AT)], ['2031-05-06', 0]],
  ['optionalBytes', read.optionalBytes, [same(BYTES)], ['\\x01', []]],
  ['optionalBytesList', read.optionalBytesList, [same([BYTES])], [BYTES, ['x']]],
  ['optionalOneOf', (row, column) => read.optionalOneOf(row, column, COLOURS), [same('green')], ['blue', 1]],
];

describe.for([...KINDS, ...OPTIONAL_KINDS])('%s', ([, readColumn, good, bad]) => {
  test('gives the value of its column', () => {
    for (const [stored, given] of good)
      expect(readColumn({ other: null, wanted: stored }, 'wanted')).toEqual(given);
  });

  test('refuses other kinds and names the column', () => {
    for (const stored of bad)
      expect(() => readColumn({ wanted: stored }, 'wanted')).toThrow(
        /^The column wanted should hold .+, but it holds /,
      );
  });

  test('refuses a column that the row does not have', () => {
    expect(() => readColumn({ other: 1 }, 'wanted')).toThrow(
      /^The column wanted .+ the row does not have it$/,
    );
  });
});

test.for(KINDS)('%s refuses null', ([, readColumn]) => {
  expect(() => readColumn({ wanted: null }, 'wanted')).toThrow(/^The column wanted .+ it is null$/);
});

test.for(OPTIONAL_KINDS)('%s gives undefined for null', ([, readColumn]) => {
  expect(readColumn({ wanted: null }, 'wanted')).toBeUndefined();
});

test('an error says what was found and never the value', () => {
  const found = ([value, kind]: [unknown, string]) =>
    expect(() => read.oneOf({ state: value }, 'state', COLOURS)).toThrow(
      new Error(`The column state should hold one of red, green, but it holds ${kind}`),
    );
  found(['maria@example.com', 'text']);
  found([4242, 'a value of the type number']);
  found([false, 'true or false']);
  found([AT, 'a date']);
  found([BYTES, 'bytes']);
  found([['maria'], 'a list']);
  found([{ name: 'maria' }, 'a value of the type object']);
});

test('the first row of a statement that returned none is an error', () => {
  expect(read.firstRow([{ a: 1 }, { a: 2 }])).toEqual({ a: 1 });
  expect(() => read.firstRow([])).toThrow('returned none');
});

function same(value: unknown): [unknown, unknown] {
  return [value, value];
}
