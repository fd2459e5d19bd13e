/** Writes small PDFs byte by byte, with oddities chosen by a test. */

import { latin1 } from './latin1.ts';

export type OddPdf = {
  /** The bodies by object number. Object 1 is the catalogue unless `root` names another. */
  objects: Readonly<Record<number, string>>;
  root?: number;
  /** Generation numbers other than 0. */
  generations?: Readonly<Record<number, number>>;
  lineBreak?: '\n' | '\r\n';
  /** Entries of the trailer other than Size and Root. */
  trailer?: string;
  /** The bytes after `%%EOF`. */
  end?: string;
};

/** The objects of a document with one page. Entries may be added to the catalogue and to the page. */
export function onePage({
  catalogue = '',
  page = '',
  ...more
}: Record<string, string> = {}): Record<number, string> {
  const text = 'BT /F1 24 Tf 72 700 Td (Contrato) Tj ET';
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    4: `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  };
}

/** Writes a file with a table of objects. */
export function writePdf({
  objects,
  root = 1,
  generations = {},
  lineBreak = '\n',
  trailer = '',
  end = lineBreak,
}: OddPdf): Uint8Array {
  let text = `%PDF-1.7${lineBreak}%\xe2\xe3\xcf\xd3${lineBreak}`;
  const places = new Map<number, number>();
  for (const [number, body] of Object.entries(objects)) {
    places.set(Number(number), text.length);
    text += `${number} ${generations[Number(number)] ?? 0} obj${lineBreak}${body}${lineBreak}endobj${lineBreak}`;
  }
  const size = Math.max(...places.keys()) + 1;
  const lines = Array.from({ length: size }, (_, number) => {
    const place = places.get(number);
    const ending = lineBreak === '\n' ? ' \n' : '\r\n';
    if (place === undefined) return `0000000000 ${number === 0 ? '65535' : '00001'} f${ending}`;
    return `${pad(place, 10)} ${pad(generations[number] ?? 0, 5)} n${ending}`;
  });
  const at = text.length;
  text += `xref${lineBreak}0 ${size}${lineBreak}${lines.join('')}trailer${lineBreak}`;
  text += `<< /Size ${size} /Root ${root} ${generations[root] ?? 0} R ${trailer} >>${lineBreak}startxref${lineBreak}${at}${lineBreak}%%EOF${end}`;
  return latin1(text);
}

/** Appends a revision to a file with a table of objects. */
export function revisePdf(
  bytes: Uint8Array,
  objects: Readonly<Record<number, string>>,
  trailer: string,
): Uint8Array {
  const before = Buffer.from(bytes).toString('latin1');
  const [, previous] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before) ?? [];
  let text = `${before}\n`;
  const lines = Object.entries(objects).map(([number, body]) => {
    const line = `${number} 1\n${pad(text.length, 10)} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return line;
  });
  const at = text.length;
  return latin1(
    `${text}xref\n${lines.join('')}trailer\n<< ${trailer} /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`,
  );
}

function pad(value: number, width: number): string {
  return value.toString().padStart(width, '0');
}
