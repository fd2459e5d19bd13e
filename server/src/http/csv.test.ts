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

test('numbers are numbers, below zero too', () => {
  expect(csvLine([-5, 1.5, 0])).toBe('-5,1.5,0\r\n');
});
