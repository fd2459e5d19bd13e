import { crc32, deflateRawSync } from 'node:zlib';
import { ZipWriter } from '@sello/proof';
import { expect, test } from 'vitest';
import { toWorkbook } from '../../../../http/workbook.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { readWorkbookAside } from './read-aside.ts';
import { readWorkbook } from './read-workbook.ts';

const RELS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook as Excel writes them. Parts that a test gives replace these or are added to them. */
const PARTS: Record<string, string> = {
  '_rels/.rels': `${RELS}<Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${RELS}<Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
  'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="${LINKS}"><x:sheets><x:sheet name="old" state="hidden" r:id="rId1"/><x:sheet name="Padrón" r:id="rId2"/></x:sheets></x:workbook>`,
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-80A]dd\\/mm\\/yyyy;@"/><numFmt numFmtId="165" formatCode="00000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Nombre(s)</t></si><si><r><t>Í</t></r><r><t>ñigo &amp; Co</t></r><rPh><t>phonetic</t></rPh></si></sst>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
};

function zipped(parts: Record<string, string | Buffer>): Buffer {
  const zip = new ZipWriter();
  const [written, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const sums = { size: content.length, crc32: crc32(content), deflatedSize: packed.length };
    const { local, central } = zip.begin({ name, ...sums });
    written.push(local, packed);
    directory.push(central);
  }
  return Buffer.concat([...written, ...directory, zip.end()]);
}

const sheetOf = (rows: string, more: Record<string, string> = {}) =>
  zipped({
    ...PARTS,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const rowsOf = (rows: string, more?: Record<string, string>) => readWorkbook(sheetOf(rows, more), 10_010);
const problemOf = (bytes: Buffer, mostRows = 10_010) =>
  readWorkbook(bytes, mostRows).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  );

test('texts, days, shares, codes with zeros and truths are read as they are seen', async () => {
  const rows = await rowsOf(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t xml:space="preserve"> a b </t></is></c></row>' +
      '<row r="3"><c t="s"><v>1</v></c><c s="1"><v>45366</v></c><c s="2"><v>45366.5</v></c><c s="3"><v>123</v></c><c s="4"><v>0.95</v></c><c t="b"><v>1</v></c><c><v>95.299999999999997</v></c><c><v>1.2345678E+7</v></c><c t="d"><v>2024-03-15T00:00:00</v></c></row>' +
      '<row r="4"><c r="A4" s="1"/></row>',
  );
  expect(rows).toEqual([
    { cells: ['Nombre(s)', '', ' a b '] },
    {
      cells: [
        'Íñigo & Co',
        '2024-03-15',
        '2024-03-15',
        '00000123',
        '95',
        'true',
        '95.3',
        '12345678',
        '2024-03-15',
      ],
    },
  ]);
});

test('days of workbooks that count from 1904 are the same days', async () => {
  const book = (PARTS['xl/workbook.xml'] ?? '').replace(
    '<x:sheets>',
    '<x:workbookPr date1904="1"/><x:sheets>',
  );
  const [row] = await rowsOf('<row><c s="1"><v>43904</v></c></row>', { 'xl/workbook.xml': book });
  expect(row?.cells).toEqual(['2024-03-15']);
});

test('formulas are not computed: their stored result counts, and one without it is reported', async () => {
  const rows = await rowsOf(
    '<row><c t="str"><f>A1&amp;"x"</f><v>=cmd|\'/c calc\'!A1</v></c></row>' +
      '<row><c><f>1+1</f><v>2</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
      '<row><c t="s"><v>0</v></c><c><f>NOW()</f></c></row>',
  );
  expect(rows).toEqual([
    { cells: ["=cmd|'/c calc'!A1"] },
    { cells: ['2', '#DIV/0!'], bad: { column: 1, what: 'error' } },
    { cells: ['Nombre(s)'], bad: { column: 1, what: 'formula' } },
  ]);
});

test('bombs are stopped: bytes are counted as they come out, and so are cells and rows', async () => {
  const bomb = Buffer.alloc(97 * 1024 * 1024, 0x20);
  expect(await problemOf(zipped({ ...PARTS, 'xl/worksheets/sheet2.xml': bomb }))).toBe('too_large');
  const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`;
  expect(await problemOf(sheetOf(row.repeat(5_001)))).toBe('too_large');
  expect(await problemOf(sheetOf('<row><c><v>1</v></c></row>'.repeat(11)), 10)).toBe('too_many_rows');
  const shared = `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`;
  const same = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
  expect(await problemOf(sheetOf(same, { 'xl/sharedStrings.xml': shared }))).toBe('too_large');
});

test('entities of a document type are never expanded, and broken files are reported as such', async () => {
  const laughs = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><worksheet>&a;</worksheet>';
  expect(await problemOf(sheetOf('', { 'xl/worksheets/sheet2.xml': laughs }))).toBe('damaged');
  expect(await problemOf(sheetOf('<row><c></row>'))).toBe('damaged');
  expect(await problemOf(Buffer.from('PK\u0003\u0004nothing'))).toBe('damaged');
  expect(await problemOf(zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }))).toBe(
    'other_kind',
  );
  const whole = sheetOf('<row><c><v>1</v></c></row>');
  for (let at = 0; at < whole.length; at += 7)
    expect(['damaged', 'other_kind', 'encrypted', 'too_large']).toContain(
      await problemOf(Buffer.from(whole.subarray(0, at))),
    );
});

test('what we write is read back as it was, in a thread of its own', async () => {
  const header = ['Cédula', 'Nota'];
  const rows = [
    ['00123', '=1+1'],
    ['<&">', ' línea\ndos '],
    [null, 'x'],
  ];
  const read = await readWorkbookAside('acct_1', await toWorkbook(header, rows), 100);
  expect(read.map(({ cells }) => cells)).toEqual([
    header,
    ...rows.map((row) => row.map((cell) => cell ?? '')),
  ]);
});

test('the thread answers hostile files with a refusal, and the next file is read', async () => {
  const refused = readWorkbookAside('acct_1', zipped({ a: 'b' }), 100);
  await expect(refused).rejects.toThrow(AppError);
  await expect(refused).rejects.toMatchObject({ code: 'unsupported_media_type' });
  const good = await toWorkbook(['a'], [['1']]);
  expect(await readWorkbookAside('acct_1', good, 100)).toHaveLength(2);
});
