import { expect, test } from 'vitest';
import { amountCell, dayCell, roleCell, textCell } from './row-values.ts';

const amount = (cell: unknown) => {
  const read = amountCell('points', cell, 0, 100);
  return 'value' in read ? read.value : read.problem.code;
};

test.for([
  [10, 1_000],
  ['10', 1_000],
  [' 1.5 ', 150],
  ['007', 700],
  [0.1, 10],
  [1.1, 110],
  [0, 0],
  [100, 10_000],
  ['', undefined],
  ['  ', undefined],
  [null, undefined],
  [undefined, undefined],
] as const)('%o is %o hundredths', ([cell, hundredths]) => {
  expect(amount(cell)).toBe(hundredths);
});

test.for([
  '1,5',
  '1.234',
  '1e2',
  '0x10',
  '-1',
  '+1',
  '.5',
  '5.',
  '100.01',
  '90%',
  'NaN',
  '١',
  100.01,
  -0.01,
  1.005,
  0.1 + 0.2,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  {},
  [],
])('%o is no amount, and the message says how one is written', (cell) => {
  expect(amount(cell)).toBe('validation_failed');
  const read = amountCell('points', cell, 0, 100);
  if ('problem' in read) expect(read.problem.text.en).toContain('decimal point');
});

test('days are strict, and messages repeat nothing of the row', () => {
  expect(dayCell('completed_on', ' 2024-02-29 ')).toEqual({ value: '2024-02-29' });
  for (const cell of ['2023-02-29', '2024-2-9', '29/02/2024', '2024-02-29T00:00', 20240229, {}]) {
    const read = dayCell('completed_on', cell);
    expect(read).toMatchObject({ problem: { code: 'validation_failed' } });
    expect(JSON.stringify(read)).not.toContain('2024-02-29T');
  }
});

test('roles and texts', () => {
  expect(roleCell('speaker ')).toEqual({ value: 'speaker' });
  expect(roleCell('')).toEqual({ value: undefined });
  for (const cell of ['Speaker', 'a-b', 'x'.repeat(31), 7]) expect(roleCell(cell)).toHaveProperty('problem');
  expect(textCell('external_id', 17, 100)).toEqual({ value: '17' });
  for (const cell of ['a\nb', 'x'.repeat(101), {}, true]) {
    expect(textCell('external_id', cell, 100)).toHaveProperty('problem');
  }
});
