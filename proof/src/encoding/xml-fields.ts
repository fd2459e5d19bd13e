/** Reads the fields of a proof's elements; each value has exactly one spelling. */

import { ProofError } from '../proof-error.ts';
import { parseBase64, parseHex } from './bytes.ts';
import type { XmlElement } from './xml-reader.ts';

/** The spelling of a hash in an attribute. */
export const HASH = /^[0-9a-f]{64}$/;
/** The spelling of a count. */
export const COUNT = /^(0|[1-9][0-9]{0,15})$/;

/** Reads exactly the attributes in `rules`, each of which must equal a constant or match a pattern. */
export function readAttributes<Name extends string>(
  element: XmlElement,
  rules: Readonly<Record<Name, string | RegExp>>,
): Record<Name, string> {
  const values = {} as Record<Name, string>;
  const expected = Object.entries(rules) as [Name, string | RegExp][];
  if (element.attributes.size !== expected.length) throw malformed(`${element.name} has unknown attributes`);
  for (const [name, rule] of expected) {
    const value = element.attributes.get(name);
    const fits = value !== undefined && (typeof rule === 'string' ? value === rule : rule.test(value));
    if (!fits) throw malformed(`the attribute ${name} of ${element.name} is missing or wrong`);
    values[name] = value;
  }
  return values;
}

export function requireElement(element: XmlElement | undefined, name: string): XmlElement {
  if (element?.name !== name)
    throw malformed(`${name} is missing${element ? ` before ${element.name}` : ''}`);
  return element;
}

/** Reads exactly these children, in this order. */
export function readChildren<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
): { [K in keyof Names]: XmlElement } {
  if (element.children.length > names.length) throw malformed(`${element.name} has unknown elements`);
  const found = names.map((name, i) => requireElement(element.children[i], name));
  return found as { [K in keyof Names]: XmlElement };
}

export function assertEmpty(element: XmlElement): void {
  if (element.children.length > 0) throw malformed(`${element.name} has content`);
  assertNoText(element);
}

export function assertNoText(element: XmlElement): void {
  if (element.text !== '') throw malformed(`${element.name} has text`);
}

/** Reads a hash from an element without attributes. */
export function readPlainHash(element: XmlElement): Uint8Array {
  readAttributes(element, {});
  return readHash(element);
}

export function readHash(element: XmlElement): Uint8Array {
  const bytes = readHex(element, 32);
  if (bytes.length !== 32) throw malformed(`${element.name} must have 32 bytes, not ${bytes.length}`);
  return bytes;
}

/** Accepts lower case only, so that one value has one spelling. */
export function readHex(element: XmlElement, maxBytes: number): Uint8Array {
  const { text } = element;
  if (element.children.length > 0 || text.length > 2 * maxBytes || !/^[0-9a-f]+$/.test(text)) {
    throw malformed(`${element.name} is not hexadecimal, or too long`);
  }
  return decodeHexText(text);
}

export function readBase64(element: XmlElement, maxBytes: number): Uint8Array {
  const bytes = element.children.length === 0 ? parseBase64(element.text) : undefined;
  if (bytes === undefined || bytes.length === 0 || bytes.length > maxBytes) {
    throw malformed(`${element.name} is not base64, or too long`);
  }
  return bytes;
}

export function decodeHexText(text: string): Uint8Array {
  const bytes = parseHex(text);
  if (bytes === undefined) throw malformed('the number of hexadecimal digits is odd');
  return bytes;
}

export function readCount(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw malformed(`${text} is too large`);
  return value;
}

export function readXmlTime(text: string): number {
  const time = new Date(text).getTime();
  // `Date.parse` may turn 30 February into a day in March.
  const isSame = !Number.isNaN(time) && new Date(time).toISOString() === text.replace('Z', '.000Z');
  // XML Schema has no year 0000.
  const isReal = isSame && text >= '0001';
  if (!isReal) throw malformed(`${text} is not a valid time`);
  return time / 1000;
}

export function malformed(message: string): ProofError {
  return new ProofError('proof_malformed', message);
}
