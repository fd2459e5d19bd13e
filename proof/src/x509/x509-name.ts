/** Distinguished names (RFC 5280 §4.1.2.4): compared as bytes, shown as text. */
import { encodeHex, parseUtf8 } from '../encoding/bytes.ts';
import {
  childrenOf,
  contentOf,
  type DerElement,
  DerFields,
  encodingOf,
  readOid,
  TAG,
} from '../encoding/der.ts';
import { derOid, derPrintableString, derSequence, derSetOf, derUtf8String } from '../encoding/der-writer.ts';

export type DistinguishedName = {
  der: Uint8Array;
  /** Attributes in encoded order, as `C=MX, O=…, CN=…`. */
  text: string;
  commonName: string | undefined;
};

const ATTRIBUTE_OIDS = {
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  street: '2.5.4.9',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  title: '2.5.4.12',
  postalCode: '2.5.4.17',
  givenName: '2.5.4.42',
  organizationIdentifier: '2.5.4.97',
  emailAddress: '1.2.840.113549.1.9.1',
  DC: '0.9.2342.19200300.100.1.25',
} as const;

const ATTRIBUTE_LABELS = new Map<string, string>(
  Object.entries(ATTRIBUTE_OIDS).map(([label, oid]) => [oid, label]),
);

export type NameAttribute = { type: keyof typeof ATTRIBUTE_OIDS; value: string };

export function readName(element: DerElement): DistinguishedName {
  const shown: string[] = [];
  let commonName: string | undefined;
  for (const relative of childrenOf(element)) {
    for (const attribute of childrenOf(relative, TAG.set)) {
      const fields = new DerFields(attribute);
      const oid = readOid(fields.takeAny());
      const value = textOf(fields.takeAny());
      if (oid === ATTRIBUTE_OIDS.CN) commonName = value;
      shown.push(`${ATTRIBUTE_LABELS.get(oid) ?? oid}=${value}`);
    }
  }
  return { der: encodingOf(element), text: shorten(shown.join(', '), 1024), commonName };
}

export function encodeName(attributes: readonly NameAttribute[]): Uint8Array {
  return derSequence(
    ...attributes.map(({ type, value }) => {
      // RFC 5280 appendix A: countryName is a PrintableString.
      const text = type === 'C' ? derPrintableString(value) : derUtf8String(value);
      return derSetOf(derSequence(derOid(ATTRIBUTE_OIDS[type]), text));
    }),
  );
}

/** For display only: unreadable text is shown as hexadecimal, and long names are cut. */
export function textOf(element: DerElement): string {
  const content = contentOf(element).subarray(0, 1024);
  return shorten(decodeString(element.tag, content) ?? `#${encodeHex(content)}`, 256);
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

function decodeString(tag: number, content: Uint8Array): string | undefined {
  if (tag === TAG.utf8String) return parseUtf8(content);
  if (tag === TAG.bmpString) return decodeUtf16(content);
  const oneBytePerLetter = tag === TAG.printableString || tag === TAG.ia5String || tag === TAG.teletexString;
  return oneBytePerLetter ? Array.from(content, (byte) => String.fromCharCode(byte)).join('') : undefined;
}

function decodeUtf16(content: Uint8Array): string | undefined {
  if (content.length % 2 !== 0) return undefined;
  let text = '';
  for (let i = 0; i < content.length; i += 2) {
    text += String.fromCharCode(((content[i] ?? 0) << 8) | (content[i + 1] ?? 0));
  }
  return text;
}
