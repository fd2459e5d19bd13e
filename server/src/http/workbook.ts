/** Workbooks (.xlsx, ECMA-376) with one sheet of texts, for people who keep their tables in Excel. */

import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { ZipWriter } from '@sello/proof';
import { mapInPieces } from '../kernel/pacing/pieces.ts';
import type { CsvCell } from './csv.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const deflated = promisify(deflateRaw);

/**
 * Cells are texts, so that a spreadsheet keeps the zeros of 00123, does not run `=…` as a formula and does not turn
 * numbers into days.
 */
export async function toWorkbook(
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): Promise<Buffer> {
  const lines = await mapInPieces([header, ...rows], (cells, i) => toRow(cells, i === 0 ? BOLD : TEXT));
  const sheet = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, header.length)}" width="24" style="${TEXT}" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
  const zip = new ZipWriter();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  for (const [name, text] of [...FRAME, ['xl/worksheets/sheet1.xml', sheet] as const]) {
    const content = Buffer.from(text);
    const packed = await deflated(content);
    const { local, central } = zip.begin({
      name,
      size: content.length,
      crc32: crc32(content),
      deflatedSize: packed.length,
    });
    parts.push(local, packed);
    directory.push(central);
  }
  return Buffer.concat([...parts, ...directory, zip.end()]);
}

/** The styles of cells, as indexes into the list of styles below. */
const TEXT = 0;
const BOLD = 1;

function toRow(cells: readonly CsvCell[], style: number): string {
  return `<row>${cells.map((cell) => toCell(cell, style)).join('')}</row>`;
}

function toCell(cell: CsvCell, style: number): string {
  if (cell === null) return `<c s="${style}"/>`;
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that are the same in every workbook. Format 49 is text. */
const FRAME: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  ],
];
