/** The vectors of `tests/vectors/pdf-stamps`. */

import { decodePem, type TrustProfile } from '../../proof/src/index.ts';
import { readVector } from './read-vector.ts';

export type PdfStampVector = {
  file: string;
  what: string;
  ok: boolean;
  pdf: Uint8Array;
  original: Uint8Array | undefined;
  at: Date | undefined;
  trust: TrustProfile;
};

type Stored = {
  file: string;
  what: string;
  ok: boolean;
  original: string | null;
  at: string | null;
  roots: string[];
};

const read = (path: string): Uint8Array => readVector(`pdf-stamps/${path}`);

export function pdfStampVectors(): PdfStampVector[] {
  const stored: Stored[] = JSON.parse(Buffer.from(read('expected.json')).toString('utf8'));
  return stored.map(({ file, what, ok, original, at, roots }) => ({
    file,
    what,
    ok,
    pdf: read(file),
    original: original === null ? undefined : read(original),
    at: at === null ? undefined : new Date(at),
    trust: {
      name: 'the root of the vectors',
      roots: roots.flatMap((root) => decodePem('CERTIFICATE', Buffer.from(read(root)).toString('latin1'))),
      policies: 'any',
      toleratedQuirks: [],
      accredited: false,
      from: 'demanded',
    },
  }));
}
