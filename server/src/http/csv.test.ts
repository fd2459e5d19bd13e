import { expect, test } from 'vitest';
import { CSV_START, csvLine, toCsv } from './csv.ts';

test('lines end with CR LF and the first names the columns (RFC 4180)', () => {
  const rows = [
    ['2026-01-31', 3, null],
    ['Ñúñez', 0, ''],
  ];
  expect(toCsv(['date', 'requests', 'note'], rows)).toBe(
    `${CSV_START}date,requests,note\r\n2026-01-31,3,\r\nÑúñez,0,\r\n`,
  );
  expect(toCsv(['a'], [])).toBe(`${CSV_START}a\r\n`);
});

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"\r\n',
  );
});

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
  'a text that a spreadsheet would run as a formula is defused: %j',
  (text) => {
    const line = csvLine([text]);
    expect(line).toMatch(/^"?'/);
    expect(csvLine(['before', text]).split(',')[1]).toMatch(/^"?'/);
  },
);

test.for([
  ['x;=1+1', `"x;'=1+1"`],
  ['x;\t =1+1', `"x;\t '=1+1"`],
  ['x|@SUM(A1)', `"x|'@SUM(A1)"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\r\n-1', `"x\r\n'-1"`],
  ['x;"=1+1', `"x;""'=1+1"`],
  ['x;＝1+1', `"x;'＝1+1"`],
  ['a;b;=c', `"a;b;'=c"`],
] as const)('nor is %j where cells are divided in another way', ([text, written]) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test.for([
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '−1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '"=1',
  '\n=1',
])('full-width signs, and signs after blanks, begin no formula: %j', (text) => {
  expect(csvLine([text])).toMatch(/^"'/);
});

test('every text is quoted that is not a plain word', () => {
  for (const text of ['a;b', 'a,b', 'a\tb', 'a|b', "it's", 'a=b', 'ana@example.com', '(x)', 'a"b', '.', '%s'])
    expect(csvLine([text])).toMatch(/^".+"\r\n$/);
  for (const text of ['Ñúñez López', '2026-01-31T10:00:00.000Z', 'cert_1aB', '2001:db8::1', 'key.create'])
    expect(csvLine([text])).toBe(`${text}\r\n`);
});

test('the guard is linear', () => {
  const blanks = csvLine([`x;${'\t '.repeat(500_000)}`]);
  expect(blanks).toHaveLength(1_000_006);
});

test('numbers are numbers, below zero too', () => {
  expect(csvLine([-5, 1.5, 0])).toBe('-5,1.5,0\r\n');
});
