/** ASiC containers: docs/asic.md. */

import { writeAsic } from '../../proof/src/containers/write-asic.ts';
import { readForeignZip } from '../../proof/src/encoding/foreign-zip.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { decodeTimestampResponse } from '../../proof/src/timestamps/timestamp.ts';
import { type OddEntry, oddZip } from '../../tests/harness/odd-zip.ts';
import { FILE_SHA256, readDoc, type Vector } from './vector.ts';

const HOLA = readDoc('vectors/hola.txt');
const TOKEN = decodeTimestampResponse(readDoc('vectors/token.tsr')).token?.der ?? new Uint8Array(0);
const FILE = { name: 'hola.txt', sha256: Buffer.from(FILE_SHA256, 'hex') };
const ROOT = ['--root', 'root.pem'];
const OTHER_ROOT = ['--root', 'other-root.pem'];

/** The entries of two containers of `hola.txt`: one with the token of `token.tsr`, one with `shared.ers`. */
const S: OddEntry[] = [...writeAsic(FILE, { token: TOKEN }).entries, { name: 'hola.txt', content: HOLA }];
const E: OddEntry[] = [
  ...writeAsic(FILE, { record: readDoc('vectors/shared.ers') }).entries,
  { name: 'hola.txt', content: HOLA },
];
/**
 * A container of two files, with a time stamp over their manifest by an authority made for these vectors. It is not
 * made here.
 */
const MANIFEST_ASIC = readDoc('vectors/asic-manifest.asice');
const M: OddEntry[] = readForeignZip(MANIFEST_ASIC, { maxEntries: 9, maxContentBytes: 1 << 20 });
const M_ROOT = ['--root', 'asic-root.pem'];
const MANIFEST = 'META-INF/ASiCManifest001.xml';
const STAMP = 'META-INF/timestamp.tst';

type Row = readonly [
  requirement: number,
  name: string,
  verdict: VerdictWord,
  because: string,
  bytes?: Uint8Array | undefined,
  args?: readonly string[],
];

export function asicVectors(): Vector[] {
  return [
    ...archives(),
    ...names(),
    ...entries(),
    ...mimetypes(),
    ...manifests(),
    ...stamps(),
    ...verdicts(),
  ].map(([requirement, name, verdict, because, bytes, args = ROOT]) => {
    const file = /\.asic[se]$/.test(name) ? name : `${name}.asics`;
    return {
      requirement,
      file,
      verdict,
      because,
      args: [file, ...args],
      ...(bytes && { bytes: Buffer.from(bytes) }),
    };
  });
}

/** The entries with one of them changed. */
function changed(all: readonly OddEntry[], name: string, change: Partial<OddEntry>): OddEntry[] {
  if (!all.some((entry) => entry.name === name)) throw new Error(`there is no entry ${name}`);
  return all.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
}

function archives(): Row[] {
  const inner = oddZip([{ name: 'other.txt', content: 'other' }]);
  return [
    [130, 'asic', 'valid', 'as it is handed out', oddZip(S)],
    [
      130,
      'asic-behind',
      'valid',
      'sizes behind a deflated content',
      oddZip(changed(S, 'hola.txt', { isDeflated: true, isBehind: true })),
    ],
    [
      130,
      'asic-comment',
      'valid',
      'comments of the archive and of an entry',
      oddZip(changed(S, 'hola.txt', { comment: 'any program' }), { comment: 'any program' }),
    ],
    [
      130,
      'asic-gap',
      'invalid',
      'bytes between two entries',
      oddZip(changed(S, 'hola.txt', { gap: 'hidden' })),
    ],
    [
      130,
      'asic-before',
      'invalid',
      'bytes before the first entry',
      oddZip(changed(S, 'mimetype', { gap: 'PK\u0003\u0004' })),
    ],
    [
      130,
      'asic-before-directory',
      'invalid',
      'bytes before the directory',
      oddZip(S, { beforeDirectory: 'hidden' }),
    ],
    [130, 'asic-after', 'invalid', 'bytes behind the end', oddZip(S, { after: 'hidden' })],
    [
      130,
      'asic-two-ends',
      'invalid',
      'a comment that is an archive of its own',
      oddZip(S, { comment: inner }),
    ],
    [
      130,
      'asic-local-name',
      'invalid',
      'another name in the header of an entry',
      oddZip(changed(S, 'hola.txt', { localName: 'hole.txt' })),
    ],
    [
      130,
      'asic-count',
      'invalid',
      'an entry that the directory does not list',
      oddZip(S, { count: S.length - 1 }),
    ],
  ];
}

function names(): Row[] {
  const more = (name: string | Buffer, other: Partial<OddEntry> = {}) =>
    oddZip([...S, { name, content: 'more', ...other }]);
  const LINK = (0o120777 << 16) >>> 0;
  return [
    [131, 'asic-twice', 'invalid', 'a name twice', more('hola.txt')],
    [131, 'asic-case', 'invalid', 'a name twice, once in capitals', more('HOLA.txt')],
    [131, 'asic-meta-case', 'invalid', 'another spelling of META-INF', more('meta-inf/timestamp.tst')],
    [131, 'asic-outside', 'invalid', 'a name that leads out', more('META-INF/../../more.txt')],
    [131, 'asic-absolute', 'invalid', 'a name that begins at the root', more('/more.txt')],
    [131, 'asic-backslash', 'invalid', 'a name with a backslash', more('META-INF\\more.txt')],
    [
      131,
      'asic-hidden-character',
      'invalid',
      'a name with a character that turns the text around',
      more('META-INF/a\u202etxt'),
    ],
    [
      131,
      'asic-character-set',
      'invalid',
      'a name that is not ASCII and not marked as UTF-8',
      more(Buffer.from('META-INF/ñ'), { flags: 0 }),
    ],
    [131, 'asic-link', 'invalid', 'a link', more('META-INF/link', { attributes: LINK })],
    [
      131,
      'asic-second-name',
      'invalid',
      'an entry with a second name',
      more('META-INF/more', { extra: unicodePath('META-INF/less') }),
    ],
  ];
}

/** Info-ZIP's extra field, which some programs prefer to the name. */
function unicodePath(name: string): Buffer {
  const text = Buffer.from(name);
  const head = Buffer.from([0x75, 0x70, 5 + text.length, 0, 1, 0, 0, 0, 0]);
  return Buffer.concat([head, text]);
}

function entries(): Row[] {
  const many = Array.from({ length: 257 - S.length }, (_, i) => ({ name: `META-INF/${i}`, content: '' }));
  return [
    [132, 'asic-entries-most', 'valid', '256 entries', oddZip([...S, ...many.slice(1)])],
    [132, 'asic-entries-beyond', 'invalid', '257 entries', oddZip([...S, ...many])],
    [
      132,
      'asic-encrypted',
      'invalid',
      'an entry that is marked as encrypted',
      oddZip(changed(S, 'hola.txt', { flags: 0x0801 })),
    ],
    [
      132,
      'asic-checksum',
      'invalid',
      'an entry with another checksum',
      oddZip(changed(S, 'hola.txt', { crc32: 1 })),
    ],
    [
      132,
      'asic-size',
      'invalid',
      'an entry that says it is larger than it is',
      oddZip(changed(S, 'hola.txt', { isDeflated: true, size: HOLA.length + 1 })),
    ],
    [
      132,
      'asic-bomb',
      'invalid',
      'contents of 67,108,865 bytes',
      oddZip([
        ...S,
        { name: 'META-INF/bomb', isDeflated: true, content: Buffer.alloc(67_108_865 - contentBytes(S)) },
      ]),
    ],
  ];
}

function contentBytes(all: readonly OddEntry[]): number {
  return all.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}

function mimetypes(): Row[] {
  const [mimetype, ...rest] = S as [OddEntry, ...OddEntry[]];
  const as = (content: string) => oddZip([{ ...mimetype, content }, ...rest]);
  return [
    [133, 'asic-mimetype-last', 'valid', 'mimetype is the last entry', oddZip([...rest, mimetype])],
    [133, 'asic-mimetype-none', 'valid', 'no mimetype', oddZip(rest)],
    [
      133,
      'asic-mimetype-deflated',
      'valid',
      'mimetype is compressed',
      oddZip([{ ...mimetype, isDeflated: true }, ...rest]),
    ],
    [133, 'asic-mimetype-other', 'invalid', 'the mimetype of an EPUB', as('application/epub+zip')],
    [
      133,
      'asic-mimetype-line',
      'invalid',
      'a line break behind the mimetype',
      as('application/vnd.etsi.asic-s+zip\n'),
    ],
    [
      133,
      'asic-two-files',
      'invalid',
      'an ASiC-S with two files',
      oddZip([...S, { name: 'more.txt', content: 'more' }]),
    ],
  ];
}

function manifests(): Row[] {
  const ofE = 'META-INF/ASiCEvidenceRecordManifest001.xml';
  const text = textOf(E, ofE);
  const withText = (change: (xml: string) => string) => oddZip(changed(E, ofE, { content: change(text) }));
  const shared = ['--root', 'shared-root.pem'];
  const row = (
    requirement: number,
    name: string,
    verdict: VerdictWord,
    because: string,
    bytes: Buffer,
  ): Row => [requirement, `${name}.asice`, verdict, because, bytes, shared];
  const reference = /<asic:DataObjectReference[\s\S]*<\/asic:DataObjectReference>/.exec(text)?.[0] ?? '';
  const inText = (from: string, to: string) => withText((xml) => xml.replace(from, to));
  return [
    row(134, 'asic-record', 'valid', 'as it is handed out', oddZip(E)),
    row(
      134,
      'asic-namespaces',
      'valid',
      'other prefixes, and a byte order mark',
      withText((xml) => `\ufeff${xml.replaceAll('asic:', 'a.b:').replaceAll('xmlns:asic', 'xmlns:a.b')}`),
    ),
    row(
      134,
      'asic-digest',
      'invalid',
      'a digest that is too long',
      inText('<ds:DigestValue>', '<ds:DigestValue>AAAA'),
    ),
    row(
      134,
      'asic-digest-other',
      'invalid',
      'the digest of another file',
      withText((xml) => xml.replace(/(<ds:DigestValue>)./, '$1A')),
    ),
    row(
      134,
      'asic-sha1',
      'invalid',
      'a SHA-1',
      withText((xml) =>
        xml
          .replace('2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1')
          .replace(/(<ds:DigestValue>)[^<]+/, `$1${Buffer.alloc(20).toString('base64')}`),
      ),
    ),
    row(
      134,
      'asic-missing',
      'invalid',
      'a file that is not there',
      inText('URI="hola.txt"', 'URI="hole.txt"'),
    ),
    row(
      134,
      'asic-no-record',
      'invalid',
      'a record that is not there',
      inText('evidencerecord001', 'evidencerecord002'),
    ),
    row(
      134,
      'asic-reference-twice',
      'invalid',
      'a file named twice',
      inText(reference, reference + reference),
    ),
    row(134, 'asic-doctype', 'invalid', 'a DTD', inText('?>', '?><!DOCTYPE a>')),
    row(
      134,
      'asic-critical',
      'invalid',
      'a critical extension',
      inText(
        reference,
        `${reference}<asic:ASiCManifestExtensions><asic:Extension Critical="true"/></asic:ASiCManifestExtensions>`,
      ),
    ),
    row(
      135,
      'asic-percent',
      'valid',
      'a name with percent signs',
      inText('URI="hola.txt"', 'URI="%68ola.txt"'),
    ),
    row(
      135,
      'asic-two-readings',
      'invalid',
      'a URI that is a name, and another when decoded',
      Buffer.from(
        oddZip([
          ...changed(E, ofE, { content: text.replace('URI="hola.txt"', 'URI="%68ola.txt"') }),
          { name: '%68ola.txt', content: HOLA },
        ]),
      ),
    ),
  ];
}

function textOf(all: readonly OddEntry[], name: string): string {
  const found = all.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`there is no entry ${name}`);
  return Buffer.from(found.content).toString('utf8');
}

function stamps(): Row[] {
  const [first, ...rest] = S as [OddEntry, ...OddEntry[]];
  const asE = { ...first, content: 'application/vnd.etsi.asic-e+zip' };
  const elsewhere = changed(S, STAMP, { name: 'META-INF/timestamp002.tst' });
  const twice = [...M, { name: 'META-INF/ASiCManifest002.xml', content: textOf(M, MANIFEST) }];
  const record = 'META-INF/evidencerecord001.ers';
  return [
    [136, 'asic-manifest.asice', 'valid', 'a manifest names the stamp', undefined, M_ROOT],
    [
      136,
      'asic-no-manifest.asice',
      'invalid',
      'a stamp in an ASiC-E without a manifest',
      oddZip([asE, ...rest]),
    ],
    [136, 'asic-other-name', 'invalid', 'a stamp under another name without a manifest', oddZip(elsewhere)],
    [136, 'asic-two-manifests.asice', 'invalid', 'two manifests that name one stamp', oddZip(twice), M_ROOT],
    [
      137,
      'asic-changed',
      'invalid',
      'the file was changed',
      oddZip(changed(S, 'hola.txt', { content: 'Hola!' })),
    ],
    [
      137,
      'asic-manifest-changed.asice',
      'invalid',
      'a byte of the manifest was changed',
      oddZip(changed(M, MANIFEST, { content: `${textOf(M, MANIFEST)}\n` })),
      M_ROOT,
    ],
    [
      137,
      'asic-token-cut',
      'invalid',
      'half a token',
      oddZip(changed(S, STAMP, { content: TOKEN.subarray(0, TOKEN.length / 2) })),
    ],
    [
      138,
      'asic-record.asice',
      'valid',
      'the record leads to the file',
      undefined,
      ['--root', 'shared-root.pem'],
    ],
    [
      138,
      'asic-record-sibling.asice',
      'invalid',
      'a hash of the tree has another bit',
      oddZip(changed(E, record, { content: readDoc('vectors/shared-sibling.ers') })),
      ['--root', 'shared-root.pem'],
    ],
  ];
}

function verdicts(): Row[] {
  const more = oddZip([...M, { name: 'more.txt', content: 'more' }]);
  const signed = oddZip([
    { name: 'mimetype', content: 'application/vnd.etsi.asic-e+zip' },
    { name: 'hola.txt', content: HOLA },
    { name: 'META-INF/signatures0.xml', content: '<XAdESSignatures/>' },
  ]);
  return [
    [139, 'asic', 'valid', 'the root of its stamp'],
    [139, 'asic', 'unconfirmed', 'no root', undefined, []],
    [139, 'asic', 'invalid', 'another root', undefined, OTHER_ROOT],
    [140, 'asic-uncovered.asice', 'unconfirmed', 'a file that nothing covers', more, M_ROOT],
    [140, 'asic-uncovered.asice', 'valid', 'the document is covered', undefined, ['hola.txt', ...M_ROOT]],
    [141, 'asic', 'valid', 'the document is its file', undefined, ['hola.txt', ...ROOT]],
    [141, 'asic', 'valid', 'the SHA-256 of its file', undefined, ['--hash', FILE_SHA256, ...ROOT]],
    [141, 'asic', 'invalid', 'another document', undefined, ['sealed-original.pdf', ...ROOT]],
    [142, 'asic-signed.asice', 'unconfirmed', 'signatures alone', signed, []],
  ];
}
