/**
 * Writes a revision of a PDF: changed and new objects after the last byte of the file, with a table of objects of the
 * same form as the file's newest table (ISO 32000-2 §7.5.6). Nothing before it changes, so earlier signatures stay
 * valid.
 */

import { concatBytes, encodeHex } from '../encoding/bytes.ts';
import type { PdfDocument } from './pdf-document.ts';
import { isWhite, type PdfValue } from './pdf-syntax.ts';

export type RevisedObject = { number: number; generation: number; body: Uint8Array };

type Revision = {
  /** The bytes that follow the file. */
  bytes: Uint8Array;
  /** The offset of each object's body in the whole file. */
  bodies: ReadonlyMap<number, number>;
};

/** `id`: 16 bytes that distinguish this revision from others (§14.4). */
export function appendRevision(
  pdf: PdfDocument,
  objects: readonly RevisedObject[],
  id: Uint8Array,
): Revision {
  const end = pdf.bytes.length;
  const parts: Uint8Array[] = isWhite(pdf.bytes[end - 1]) ? [] : [latin('\n')];
  let length = parts.length;
  const write = (bytes: Uint8Array): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  const bodies = new Map<number, number>();
  const placed = [...objects]
    .sort((a, b) => a.number - b.number)
    .map(({ number, generation, body }) => {
      const offset = end + length;
      write(latin(`${number} ${generation} obj\n`));
      bodies.set(number, end + length);
      write(body);
      write(latin('\nendobj\n'));
      return { number, generation, offset };
    });
  const startsAt = end + length;
  const { form } = pdf.crossReference;
  const table = form === 'table' ? writeTable(pdf, placed, id) : writeTableStream(pdf, placed, startsAt, id);
  write(table);
  write(latin(`startxref\n${startsAt}\n%%EOF\n`));
  return { bytes: concatBytes(...parts), bodies };
}

type Placed = { number: number; generation: number; offset: number };

function writeTable(pdf: PdfDocument, placed: readonly Placed[], id: Uint8Array): Uint8Array {
  const sections = runs(placed).map((run) => {
    const lines = run.map(({ offset, generation }) => `${digits(offset, 10)} ${digits(generation, 5)} n \n`);
    return `${run[0]?.number ?? 0} ${run.length}\n${lines.join('')}`;
  });
  const size = sizeWith(pdf, placed);
  return concatBytes(
    latin(`xref\n${sections.join('')}trailer\n<< /Size ${size} `),
    sharedEntries(pdf, id),
    latin(' >>\n'),
  );
}

/** The stream lists itself too, because otherwise some programs miscount the objects. */
function writeTableStream(
  pdf: PdfDocument,
  placed: readonly Placed[],
  startsAt: number,
  id: Uint8Array,
): Uint8Array {
  const number = sizeWith(pdf, placed);
  const all = [...placed, { number, generation: 0, offset: startsAt }];
  const index = runs(all).map((run) => `${run[0]?.number ?? 0} ${run.length}`);
  const rows = new Uint8Array(7 * all.length);
  const view = new DataView(rows.buffer);
  for (const [row, { offset, generation }] of all.entries()) {
    view.setUint8(7 * row, 1);
    view.setUint32(7 * row + 1, offset);
    view.setUint16(7 * row + 5, generation);
  }
  const head = `${number} 0 obj\n<< /Type /XRef /Size ${number + 1} /W [1 4 2] /Index [${index.join(' ')}] /Length ${rows.length} `;
  return concatBytes(
    latin(head),
    sharedEntries(pdf, id),
    latin(' >>\nstream\n'),
    rows,
    latin('\nendstream\nendobj\n'),
  );
}

function runs(placed: readonly Placed[]): Placed[][] {
  const found: Placed[][] = [];
  for (const object of placed) {
    const run = found.at(-1);
    if (run?.at(-1)?.number === object.number - 1) run.push(object);
    else found.push([object]);
  }
  return found;
}

function sizeWith({ crossReference }: PdfDocument, placed: readonly Placed[]): number {
  return Math.max(crossReference.size, (placed.at(-1)?.number ?? 0) + 1);
}

/** The entries of every trailer: the catalogue, the document information, the two ids, and the previous section. */
function sharedEntries(pdf: PdfDocument, id: Uint8Array): Uint8Array {
  const { trailer, source, startsAt } = pdf.crossReference;
  const copied = ['Root', 'Info'].flatMap((key) => {
    const value = trailer.entries.get(key)?.value;
    return value?.kind === 'reference'
      ? [latin(`/${key} `), source.slice(value.start, value.end), latin(' ')]
      : [];
  });
  const first = firstId(trailer.entries.get('ID')?.value, pdf) ?? hexString(id);
  return concatBytes(...copied, latin('/ID ['), first, hexString(id), latin(`] /Prev ${startsAt}`));
}

function firstId(value: PdfValue | undefined, pdf: PdfDocument): Uint8Array | undefined {
  const [first] = pdf.array(value, 'list of ids')?.items ?? [];
  // The ids may be in an object of their own, so the value is written again instead of copied.
  if (first?.kind !== 'string') return undefined;
  return first.isHex ? hexString(first.bytes) : concatBytes(latin('('), first.bytes, latin(')'));
}

function hexString(bytes: Uint8Array): Uint8Array {
  return latin(`<${encodeHex(bytes)}>`);
}

function digits(value: number, width: number): string {
  return value.toString().padStart(width, '0');
}

/** Text of ASCII characters as bytes. */
export function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
