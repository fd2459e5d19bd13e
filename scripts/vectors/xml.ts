/** How the XML of a proof is spelled: docs/proof-format.md, §1.1. */

import { withoutHeader } from './limits.ts';
import { accepted, EXAMPLES, proofVector, readDoc, refused, replace, type Vector } from './vector.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const OPEN = '<BlockchainProof';
const MOST_BYTES = 256 * 1024;

export function xmlVectors(): Vector[] {
  return [...bytes(), ...declarations(), ...constructs(), ...tags(), ...content(), ...values()];
}

function bytes(): Vector[] {
  /** Fills the file up to this size with white space after the root element. */
  const ofSize = (size: number) => (xml: string) => xml + '\n'.repeat(size - Buffer.byteLength(xml));
  const example = readDoc(EXAMPLES[0]);
  const malformed = {
    requirement: 2,
    verdict: 'invalid',
    because: 'an octet that UTF-8 does not have',
  } as const;
  return [
    ...accepted([['size-most', 1, 'exactly 262,144 bytes', ofSize(MOST_BYTES)]]),
    ...refused([
      ['size-beyond', 1, 'a byte more than 262,144', ofSize(MOST_BYTES + 1)],
      ['byte-order-mark', 2, 'a byte order mark', (xml) => `\ufeff${xml}`],
    ]),
    proofVector('utf-8-malformed', malformed, Buffer.concat([example, Buffer.of(0xff)])),
  ];
}

function declarations(): Vector[] {
  const as = (written: string) => replace(DECLARATION, written);
  return [
    ...accepted([
      ['declaration-none', 3, 'no declaration', as('')],
      ['declaration-single-quotes', 3, 'single quotes', as("<?xml version='1.0' encoding='UTF-8'?>")],
      ['declaration-lower-case', 3, 'utf-8 in lower case', as('<?xml version="1.0" encoding="utf-8"?>')],
      ['declaration-version-alone', 3, 'no encoding named', as('<?xml version="1.0"?>')],
      [
        'declaration-standalone',
        3,
        'standalone, and a space before the end',
        as('<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'),
      ],
    ]),
    ...refused([
      ['not-utf-8', 3, 'another encoding', replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')],
      ['declaration-version', 3, 'another version of XML', as('<?xml version="1.1" encoding="UTF-8"?>')],
      ['declaration-empty', 3, 'a declaration without a version', as('<?xml encoding="UTF-8"?>')],
      ['declaration-standalone-no', 3, 'standalone="no"', as('<?xml version="1.0" standalone="no"?>')],
      [
        'declaration-order',
        3,
        'encoding behind standalone',
        as('<?xml version="1.0" standalone="yes" encoding="UTF-8"?>'),
      ],
      ['declaration-two-spaces', 3, 'two spaces', as('<?xml version="1.0"  encoding="UTF-8"?>')],
      ['declaration-mixed-case', 3, 'Utf-8', as('<?xml version="1.0" encoding="Utf-8"?>')],
      ['declaration-late', 3, 'white space before the declaration', (xml) => `\n${xml}`],
      ['declaration-twice', 3, 'a second declaration', as(DECLARATION + DECLARATION)],
    ]),
  ];
}

function constructs(): Vector[] {
  return refused([
    ['namespace', 4, 'another format', replace('blockchain-proof:1"', 'blockchain-proof:2"')],
    [
      'namespace-twice',
      4,
      'the namespace declared again, further in',
      replace('<Document>', '<Document xmlns="urn:sello:blockchain-proof:1">'),
    ],
    [
      'prefix',
      4,
      'names with a prefix',
      (xml) =>
        xml.replace(`${OPEN} xmlns=`, '<p:BlockchainProof xmlns:p=').replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:'),
    ],
    ['doctype', 5, 'a document type', replace(OPEN, `<!DOCTYPE BlockchainProof>\n${OPEN}`)],
    [
      'entity',
      5,
      'an entity of its own',
      (xml) =>
        xml
          .replace(OPEN, `<!DOCTYPE x [<!ENTITY log "sello.example">]>\n${OPEN}`)
          .replace('issuer="sello.example', 'issuer="&log;'),
    ],
    ['character-reference', 5, 'a character reference', replace('issuer="s', 'issuer="&#115;')],
    ['comment', 5, 'a comment', replace('<Document>', '<!-- x --><Document>')],
    ['comment-after', 5, 'a comment behind the root element', (xml) => `${xml}<!-- x -->`],
    ['processing-instruction', 5, 'a processing instruction', replace('<Document>', '<?x y?><Document>')],
    ['cdata', 5, 'a CDATA section', (xml) => xml.replace(/<Root>([0-9a-f]+)</, '<Root><![CDATA[$1]]><')],
  ]);
}

function tags(): Vector[] {
  return [
    ...accepted([
      [
        'attributes-single-quotes',
        6,
        'attributes in single quotes',
        replace('leafIndex="2"', "leafIndex='2'"),
      ],
      [
        'attributes-other-order',
        6,
        'attributes in another order',
        replace('leafIndex="2" treeSize="7"', 'treeSize="7" leafIndex="2"'),
      ],
      [
        'tag-line-break',
        6,
        'a line break between attributes, and one before the end of a tag',
        replace(' leafIndex="2" treeSize="7"', '\n leafIndex="2"\ttreeSize="7"\r\n'),
      ],
      ['closing-tag-space', 6, 'white space in a closing tag', replace('</Document>', '</Document\n >')],
    ]),
    ...refused([
      [
        'attribute-spaced',
        6,
        'white space beside an equals sign',
        replace('leafIndex="2"', 'leafIndex ="2"'),
      ],
      ['attribute-unquoted', 6, 'an attribute without quotes', replace('leafIndex="2"', 'leafIndex=2')],
      ['attribute-twice', 6, 'an attribute twice', replace('leafIndex="2"', 'leafIndex="2" leafIndex="2"')],
      [
        'attribute-line-break',
        6,
        'a line break in an attribute',
        replace('issuer="sello', 'issuer="\nsello'),
      ],
      ['attribute-greater-than', 6, 'a bare > in an attribute', replace('issuer="sello', 'issuer=">sello')],
      ['closing-tag-other', 6, 'a closing tag of another element', replace('</Document>', '</Leaf>')],
      ['cut', 6, 'not well-formed', (xml) => xml.slice(0, -10)],
    ]),
  ];
}

function content(): Vector[] {
  return [
    ...accepted([
      ['white-space-none', 7, 'no white space between elements', (xml) => xml.replaceAll(/>\s+</g, '><')],
      [
        'white-space-much',
        7,
        'tabs and empty lines between elements',
        (xml) => xml.replaceAll(/>\n( *)</g, '>\r\n\n\t$1<'),
      ],
      [
        'empty-element-open',
        8,
        'an empty element of two tags',
        (xml) => xml.replace(/<Certificate ([^>]*)\/>/, '<Certificate $1></Certificate>'),
      ],
    ]),
    ...refused([
      ['text-between', 7, 'text between elements', replace('<Document>', '<Document>x')],
      [
        'text-no-break-space',
        7,
        'a no-break space between elements',
        replace('<Document>', '<Document>\u00a0'),
      ],
      [
        'empty-element-space',
        8,
        'white space in an empty element',
        (xml) => xml.replace(/<Certificate ([^>]*)\/>/, '<Certificate $1> </Certificate>'),
      ],
      [
        'empty-commitment-space',
        8,
        'a line break in an empty element',
        (xml) => xml.replace(/<Commitment ([^>]*)\/>/, '<Commitment $1>\n</Commitment>'),
      ],
      ['certificate-twice', 9, 'an element twice', (xml) => xml.replace(/(\n *<Certificate[^\n]*)/, '$1$1')],
      [
        'document-missing',
        9,
        'an element is missing',
        (xml) => xml.replace(/ *<Document>[\s\S]*<\/Document>\n/, ''),
      ],
      [
        'elements-swapped',
        9,
        'elements in another order',
        (xml) => xml.replace(/( *<Salt>.*\n)( *<Hash>.*\n)/, '$2$1'),
      ],
      [
        'element-unknown',
        9,
        'an element that the table does not have',
        replace('<Document>', '<Extra/><Document>'),
      ],
      [
        'attribute-unknown',
        10,
        'an attribute that the table does not have',
        replace('leafIndex="2"', 'leafIndex="2" x="1"'),
      ],
      ['attribute-missing', 10, 'an attribute is missing', replace(' trust="operator"', '')],
      ['version', 10, 'a version that is not known', replace('version="1"', 'version="2"')],
      ['text-after', 11, 'text behind the root element', (xml) => `${xml}x`],
      ['text-before', 11, 'text before the root element', replace(OPEN, `x${OPEN}`)],
    ]),
  ];
}

function values(): Vector[] {
  const inRoot = (change: (digits: string) => string) => (xml: string) =>
    xml.replace(/<Root>([0-9a-f]+)/, (_, digits: string) => `<Root>${change(digits)}`);
  const inTime = (time: string) => replace('2026-03-01T12:00:00Z', time);
  return [
    ...accepted([
      [
        'number-most',
        14,
        '2^53 − 1',
        (xml) => withoutHeader('x')(xml).replace('number="1234"', 'number="9007199254740991"'),
      ],
      [
        'time-leap-day',
        15,
        'the last second of a leap day',
        (xml) => inTime('2028-02-29T23:59:59Z')(withoutHeader('x')(xml)),
      ],
      [
        'time-first-year',
        15,
        'the year 0001',
        (xml) => inTime('0001-01-01T00:00:00Z')(withoutHeader('x')(xml)),
      ],
    ]),
    ...refused([
      ['upper-case', 12, 'hexadecimal digits in upper case', inRoot((digits) => digits.toUpperCase())],
      ['hex-odd', 12, 'an odd number of digits', inRoot((digits) => digits.slice(1))],
      ['hex-short', 12, 'a hash of 31 bytes', inRoot((digits) => digits.slice(2))],
      ['hex-space', 12, 'white space around digits', inRoot((digits) => `\n${digits}\n`)],
      ['hex-prefix', 12, 'digits behind 0x', inRoot((digits) => `0x${digits.slice(2)}`)],
      [
        'base64-line-break',
        13,
        'a line break in base64',
        (xml) => xml.replace(/<Note>(.{64})/, '<Note>$1\n'),
      ],
      ['base64-no-padding', 13, 'base64 without its padding', (xml) => xml.replace(/=+<\/Note>/, '</Note>')],
      ['base64-loose-bits', 13, 'bits that belong to no octet', looseBits],
      ['number-with-zero', 14, 'a number with a leading zero', replace('leafIndex="2"', 'leafIndex="02"')],
      ['number-with-sign', 14, 'a number with a sign', replace('leafIndex="2"', 'leafIndex="+2"')],
      ['number-large', 14, 'a number above 2^53 − 1', replace('number="1234"', 'number="9007199254740992"')],
      [
        'time-year-zero',
        15,
        'the year 0000',
        (xml) => inTime('0000-01-01T00:00:00Z')(withoutHeader('x')(xml)),
      ],
      ['time-fraction', 15, 'a time with a fraction', inTime('2026-03-01T12:00:00.0Z')],
      ['time-offset', 15, 'a time in another zone', inTime('2026-03-01T13:00:00+01:00')],
      ['time-no-day', 15, 'a day that does not exist', inTime('2026-02-29T12:00:00Z')],
      ['time-leap-second', 15, 'a second 60', inTime('2026-03-01T11:59:60Z')],
      ['time-midnight-24', 15, 'an hour 24', inTime('2026-03-01T24:00:00Z')],
    ]),
  ];
}

/** Sets a bit in the last letter before the padding that belongs to no octet and must be zero. */
function looseBits(xml: string): string {
  return xml.replace(/([A-Za-z0-9+/])(=+<\/Note>)/, (_, letter: string, rest: string) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    return `${letters[letters.indexOf(letter) + 1]}${rest}`;
  });
}
