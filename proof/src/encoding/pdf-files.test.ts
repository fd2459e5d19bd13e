/** P110: a PDF in which two readers could find two time stamps is refused. */

import { expect, test } from 'vitest';
import { accreditedSample, writeSample } from '../../../tests/harness/sample-constancia.ts';
import { ProofError } from '../proof-error.ts';
import { readPdfFiles } from './pdf-files.ts';

const GENUINE = Buffer.from(await writeSample(await accreditedSample('final'))).toString('latin1');

/** Writes the table of objects again, so that the file is complete whatever was put into it. */
function withTable(body: string): Uint8Array {
  const objects = body.slice(0, body.lastIndexOf('xref\n0 '));
  const [trailer = ''] = /trailer\n[\s\S]*?>>\n(?=startxref)/.exec(body.slice(objects.length)) ?? [];
  const at = new Map(
    [...objects.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)].map((found) => [Number(found[1]), found.index]),
  );
  const count = Math.max(...at.keys()) + 1;
  const lines = Array.from({ length: count }, (_, number) =>
    number === 0 ? '0000000000 65535 f \n' : `${String(at.get(number) ?? 0).padStart(10, '0')} 00000 n \n`,
  );
  const text = `${objects}xref\n0 ${count}\n${lines.join('')}${trailer}startxref\n${objects.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Adds an object with the next number: the token of another provider. */
function withObject(text: string, object: (number: number) => string): string {
  const end = text.lastIndexOf('xref\n0 ');
  const count = Number(/xref\n0 (\d+)/.exec(text.slice(end))?.[1]);
  return `${text.slice(0, end)}${count} 0 obj\n${object(count)}\nendobj\n${text.slice(end)}`;
}

const OTHER = '<<\n/Type /EmbeddedFile\n/Length 5\n>>\nstream\nother\nendstream';
const NEXT = Number(/xref\n0 (\d+)/.exec(GENUINE)?.[1]);
const SPECIFICATION = `<<\n/Type /Filespec\n/F (timestamp.tsr)\n/UF (timestamp.tsr)\n/EF <<\n/F ${NEXT} 0 R\n/UF ${NEXT} 0 R\n>>\n>>`;
const STAMP = /\/UF \(timestamp\.tsr\)\n\/Desc [^\n]*\n\/EF <<\n\/F (\d+) 0 R\n\/UF \d+ 0 R\n>>/;

const withOther = withObject(GENUINE, () => OTHER);
const changed = (from: string | RegExp, to: string) => {
  const text = withOther.replace(from, to);
  if (text === withOther) throw new Error(`nothing was changed: ${String(from)}`);
  return text;
};
const inStamp = (change: (specification: string) => string) =>
  changed(STAMP, change(STAMP.exec(withOther)?.[0] ?? ''));

const FORGERIES: Readonly<Record<string, string>> = {
  'another content under /UF': inStamp((text) => text.replace(/\/UF \d+ 0 R/, `/UF ${NEXT} 0 R`)),
  'another content under an escaped /UF': inStamp((text) =>
    text.replace(/\/UF \d+ 0 R/, `/#55F ${NEXT} 0 R`),
  ),
  'another content for Windows': inStamp((text) => text.replace('/EF <<', `/EF <<\n/DOS ${NEXT} 0 R`)),
  'no content under /UF': inStamp((text) => text.replace(/\/UF \d+ 0 R\n/, '')),
  'a second /E#46': inStamp((text) => `${text}\n/E#46 <<\n/F ${NEXT} 0 R\n/UF ${NEXT} 0 R\n>>`),
  'another name in an escaped field': inStamp((text) => `${text}\n/#55F (other.tsr)`),
  'a name for other systems': inStamp((text) => `${text}\n/Unix (other.tsr)`),
  'related files': inStamp((text) => `${text}\n/RF <<\n/F [(timestamp.tsr) ${NEXT} 0 R]\n>>`),
  'a second list under /N#61mes': changed(
    /\/Names (?=\d+ 0 R|<<)/,
    `/N#61mes <<\n/EmbeddedFiles <<\n>>\n>>\n/Names `,
  ),
  'a list with branches': changed('/EmbeddedFiles <<', '/EmbeddedFiles <<\n/Kids []'),
  'a file that hangs on a note': withObject(
    withOther,
    () => `<<\n/Type /Annot\n/Subtype /FileAttachment\n/FS ${SPECIFICATION}\n>>`,
  ),
  'a file that the catalogue names': withObject(withOther, () => SPECIFICATION),
  'a content kept elsewhere': changed(
    new RegExp(`(${STAMP.exec(GENUINE)?.[1]} 0 obj\\n<<\\n)`),
    '$1/F (https://example.com/other.tsr)\n',
  ),
};

test.each(Object.entries(FORGERIES))('P110 %s is refused', (_, text) => {
  expect(() => readPdfFiles(withTable(text))).toThrow(ProofError);
});

test('P110 an object that the table does not list is refused, wherever it stands', () => {
  const hidden = `${/\n(\d+ 0 obj\n<<\n\/Type \/EmbeddedFile)/.exec(GENUINE)?.[1]}\n/Length 5\n>>\nstream\nother\nendstream\nendobj\n`;
  const table = GENUINE.lastIndexOf('xref\n0 ');
  const moved = `${GENUINE.slice(0, table)}${hidden}${GENUINE.slice(table)}`.replace(
    /startxref\n\d+/,
    `startxref\n${table + hidden.length}`,
  );
  const inTrailer = GENUINE.replace(/>>\nstartxref/, `>>\n${hidden}startxref`);
  for (const text of [moved, inTrailer])
    expect(() => readPdfFiles(new Uint8Array(Buffer.from(text, 'latin1')))).toThrow(ProofError);
});

test('the genuine one is read, also with its table written again', () => {
  for (const bytes of [
    new Uint8Array(Buffer.from(GENUINE, 'latin1')),
    withTable(GENUINE),
    withTable(withOther),
  ])
    expect([...readPdfFiles(bytes).keys()]).toContain('timestamp.tsr');
});
