import { expect, test } from 'vitest';
import { toCsv } from '../../../http/csv.ts';
import { AppError } from '../../../kernel/errors.ts';
import { readPostedRows } from './posted-rows.ts';
import { readTable } from './read-table.ts';
import type { TableFields } from './table-fields.ts';

const FIELDS: TableFields = { words: { a: ['Alfa'], b: ['Beta'] }, kinds: {}, labels: {} };

const bytes = (text: string) => Buffer.from(text);
const json = (rows: unknown[]) => ({ table: undefined, json: rows, columns: undefined, holder: undefined });
const refusal = async (text: string | Buffer) => {
  const error = await readTable(Buffer.from(text), FIELDS).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('the table was taken');
  return [error.code, error.text.en, error.text.es].join(' ');
};

test('comma, semicolon and tab are told apart by the header row, quoted ones aside', async () => {
  for (const [text, delimiter] of [
    ['a,b\n1,2\n', ','],
    ['a;b\n1;2,5\n', ';'],
    ['a\tb\n1\t2;3,4\n', '\t'],
    ['"a,x,y";b\n1;2\n', ';'],
    ['a\n1\n', ','],
  ] as const) {
    expect((await readTable(bytes(text), FIELDS)).delimiter, text).toBe(delimiter);
  }
});

test('UTF-8 with and without a byte order mark, and Windows-1252, give the same names and say what they were', async () => {
  const text = 'Nombre,apellido\r\nÍñigo,Núñez\r\n';
  const rows = [['Íñigo', 'Núñez']];
  const headers = ['Nombre', 'apellido'];
  expect(await readTable(bytes(text), FIELDS)).toMatchObject({ headers, rows, encoding: 'utf-8' });
  expect(await readTable(bytes(`\ufeff${text}`), FIELDS)).toMatchObject({ headers, rows, encoding: 'utf-8' });
  const old = Buffer.from(text, 'latin1');
  expect(await readTable(old, FIELDS)).toMatchObject({ headers, rows, encoding: 'windows-1252' });
  const euro = Buffer.concat([bytes('a\n'), Buffer.of(0x80, 0x0a)]);
  expect((await readTable(euro, FIELDS)).rows).toEqual([['€']]);
});

test('rows above the header, such as a title, are passed over', async () => {
  const { headers, rows, delimiter } = await readTable(
    bytes('Padrón 2026\n\nal 1 de enero\nalfa;BETA;c\n1;2;3\n'),
    FIELDS,
  );
  expect({ headers, rows, delimiter }).toEqual({
    headers: ['alfa', 'BETA', 'c'],
    rows: [['1', '2', '3']],
    delimiter: ';',
  });
});

test('quoted line breaks, doubled quotes, mixed line ends and blank lines are read as spreadsheets write them', async () => {
  const { rows } = await readTable(bytes('a,b\r\n"x\ny","say ""hi"""\r\n\r\n,\n1,2\r3,4'), FIELDS);
  expect(rows).toEqual([
    ['x\ny', 'say "hi"'],
    ['1', '2'],
    ['3', '4'],
  ]);
});

test('a stray quotation mark stays in its cell and affects no other row', async () => {
  const { rows } = await readTable(bytes('a,b\n5" disk,x\n"y"z,2\n3,4\n'), FIELDS);
  expect(rows).toEqual([
    ['5" disk', 'x'],
    ['"y"z', '2'],
    ['3', '4'],
  ]);
});

test('whole tables are refused with the reason: duplicate, nameless or too many columns, no rows, an open quote', async () => {
  expect(await refusal('a,b, A\n1,2,3\n')).toMatch(/^validation_failed .*`a` twice.*dos veces.*`a`/);
  expect(await refusal('a,,b\n1,2,3\n')).toMatch(/Column 2 has no name/);
  expect(await refusal(`${Array.from({ length: 1_000 }, (_, i) => `c${i}`).join()}\n1\n`)).toMatch(
    /at most 100 columns; this one has 1000/,
  );
  for (const empty of ['', '\n\n', 'a,b\n', 'a,b\n\n,\n'])
    expect(await refusal(empty)).toMatch(/There are no rows/);
  expect(await refusal('a,b\n1,2\n"x,2\n3,4\n')).toMatch(/Row 2 does not end/);
  expect(await refusal(`a\n${'1\n'.repeat(10_001)}`)).toMatch(/^roster_too_large /);
  expect((await readTable(bytes(`a\n${'1\n'.repeat(10_000)}`), FIELDS)).rows).toHaveLength(10_000);
});

test('old workbooks and UTF-16 are refused with the fix', async () => {
  expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(/^unsupported_media_type .*\.xlsx/);
  expect(await refusal(Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'))).toMatch(
    /^unsupported_media_type .*UTF-16/,
  );
});

test('a row with other than the header’s number of cells is a problem of that row only', async () => {
  const table = { type: 'text/csv', bytes: bytes('a,b\n1,2\n1\n1,2,3\n1,2,,\n\u0007,2\n') } as const;
  const { rows } = await readPostedRows(
    { table, json: undefined, columns: undefined, holder: undefined },
    FIELDS,
  );
  expect(rows.map(({ problem }) => problem?.text.en)).toEqual([
    undefined,
    expect.stringContaining('1 cells, the header 2'),
    expect.stringContaining('3 cells, the header 2'),
    undefined,
    expect.stringContaining('U+0007'),
  ]);
});

test('rows of JSON keep their types, and a row that is no object is reported by itself', async () => {
  const { columns, rows } = await readPostedRows(json([{ a: 1 }, 'x', { b: [2] }]), FIELDS);
  expect(columns).toEqual(['a', 'b']);
  expect(rows.map(({ cells, problem }) => [cells, problem?.code])).toEqual([
    [{ a: 1 }, undefined],
    [{}, 'validation_failed'],
    [{ b: [2] }, undefined],
  ]);
  await expect(readPostedRows(json(Array(10_001).fill({})), FIELDS)).rejects.toThrow(/10,000/);
});

test('formulas are made harmless in output, and reading it back gives what was posted', async () => {
  const rows = [['+52 55 1234', '=HYPERLINK("x")', '-1', '@a', "'quoted'"]];
  const out = toCsv(['a', 'b', 'c', 'd', 'e'], rows);
  expect(out).toContain(`"'+52 55 1234","'=HYPERLINK(""x"")","'-1","'@a","'quoted'"`);
  expect((await readTable(bytes(out), FIELDS)).rows).toEqual(rows);
});

test('eight megabytes are read in slices, and others are served in between', async () => {
  const line = `Núñez,${'x'.repeat(380)},"${'y'.repeat(390)}"\n`;
  const large = bytes(`a,b,c\n${line.repeat(10_000)}`);
  const wide = bytes(`a\n${`${','.repeat(190_000)}x\n`.repeat(40)}`);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect((await readTable(large, FIELDS)).rows).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(30);
  expect((await readTable(wide, FIELDS)).rows[0]).toHaveLength(101);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(60);
});
