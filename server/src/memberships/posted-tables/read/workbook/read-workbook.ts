/** Reads the first visible sheet of an XLSX workbook as rows of texts. Runs in a thread of its own. */

import { MAX_COLUMNS } from '../read-header.ts';
import { formatOf, type NumberFormat } from './number-format.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { type OpenEntry, openArchive } from './unzip.ts';
import { attributeOf, walkXml } from './walk-xml.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/** The most characters of all texts of a workbook together, as for a CSV table. */
const MOST_TEXT_CHARS = 8 * 1024 * 1024;

export async function readWorkbook(bytes: Buffer, mostRows: number): Promise<SheetRow[]> {
  const open = openArchive(bytes);
  const book = await readBook(open);
  const [strings, formats] = [await readStrings(open, book.folder), await readFormats(open, book.folder)];
  const sheet = open(book.sheet);
  if (sheet === undefined) throw new WorkbookProblem('damaged');
  return readSheet(sheet, {
    strings,
    formats,
    isFrom1904: book.isFrom1904,
    mostRows,
    mostColumns: MAX_COLUMNS,
  });
}

type Book = { folder: string; sheet: string; isFrom1904: boolean };

/**
 * Where the parts of the workbook are. LibreOffice, Excel, Numbers and Google use the same names, but other programs
 * need not.
 */
async function readBook(open: OpenEntry): Promise<Book> {
  const root = await readLinks(open, '_rels/.rels', '');
  const path = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.path;
  if (path === undefined || !path.endsWith('.xml')) throw new WorkbookProblem('other_kind');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const links = await readLinks(open, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const content = open(path);
  if (content === undefined) throw new WorkbookProblem('other_kind');
  const sheets: { link: string; isVisible: boolean }[] = [];
  let isFrom1904 = false;
  await walkXml(content, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const isVisible = (attributes.state ?? 'visible') === 'visible';
      sheets.push({ link: attributeOf(attributes, 'id') ?? '', isVisible });
    },
  });
  const chosen = sheets.find(({ isVisible }) => isVisible) ?? sheets[0];
  const sheet = chosen && links.get(chosen.link)?.path;
  if (sheet === undefined) throw new WorkbookProblem('other_kind');
  return { folder, sheet, isFrom1904 };
}

type Link = { type: string; path: string };

async function readLinks(open: OpenEntry, name: string, folder: string): Promise<Map<string, Link>> {
  const links = new Map<string, Link>();
  const content = open(name);
  if (content === undefined) return links;
  await walkXml(content, {
    open(element, { Id = '', Type = '', Target = '', TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      links.set(Id, { type: Type, path: Target.startsWith('/') ? Target.slice(1) : folder + Target });
    },
  });
  return links;
}

/** Reads the texts that several cells share, without the readings that Excel adds for speaking them (`rPh`). */
async function readStrings(open: OpenEntry, folder: string): Promise<string[]> {
  const strings: string[] = [];
  const content = open(`${folder}sharedStrings.xml`);
  if (content === undefined) return strings;
  let [chars, current, isText, isReading] = [0, '', false, false];
  await walkXml(content, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 't') isText = !isReading;
      if (name === 'rPh') isReading = true;
    },
    text(text) {
      if (isText) current += text;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      chars += current.length;
      if (chars > MOST_TEXT_CHARS) throw new WorkbookProblem('too_large');
      strings.push(current);
    },
  });
  return strings;
}

/** The number format of each style, by the style's position. */
async function readFormats(open: OpenEntry, folder: string): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  const content = open(`${folder}styles.xml`);
  if (content === undefined) return formats;
  const codes = new Map<number, string>();
  let isCells = false;
  await walkXml(content, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells)
        formats.push(formatOf(Number(numFmtId ?? 0), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return formats;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
