/** Reads the two ASN.1 time types, keeping every digit as written. */

import { ProofError } from '../proof-error.ts';
import { type DerElement, TAG } from './der.ts';
import { isoText } from './iso-text.ts';

export type Asn1Time = {
  /** Truncated to the millisecond, the precision of `Date`. */
  at: Date;
  /** The digits of the fraction as written. Empty if the time has no fraction. */
  fraction: string;
};

/** RFC 3339, with every digit of the fraction. */
export function textOfTime({ at, fraction }: Asn1Time): string {
  const toTheSecond = isoText(at).slice(0, 19);
  return fraction === '' ? `${toTheSecond}Z` : `${toTheSecond}.${fraction}Z`;
}

/**
 * GeneralizedTime in UTC to the second or finer (RFC 3161 §2.4.2: any number of fraction digits).
 * Trailing zeros in the fraction violate DER but are unambiguous, and genuine authorities that write
 * milliseconds produce them in one token of ten, so they are accepted.
 */
export function readGeneralizedTime(element: DerElement): Asn1Time {
  if (element.tag !== TAG.generalizedTime) throw notATime(element);
  const year = readDigits(element, 0, 4);
  // `Date.UTC` would read a year below 100 as 19xx.
  if (year < 100) throw notATime(element);
  return readTime(element, year, 4);
}

/**
 * UTCTime to the second. `allowFraction` is only for signingTime attributes, where one accredited provider
 * writes milliseconds; the caller decides whether to tolerate that.
 */
export function readUtcTime(element: DerElement, options: { allowFraction?: boolean } = {}): Asn1Time {
  if (element.tag !== TAG.utcTime) throw notATime(element);
  const year = readDigits(element, 0, 2);
  // RFC 5280 §4.1.2.5.1: 50–99 mean 1950–1999.
  const time = readTime(element, year >= 50 ? 1900 + year : 2000 + year, 2);
  if (time.fraction !== '' && options.allowFraction !== true) throw notATime(element);
  return time;
}

/** The CHOICE `Time` of X.509 and CMS. */
export function readAsn1Time(element: DerElement): Asn1Time {
  return element.tag === TAG.utcTime ? readUtcTime(element) : readGeneralizedTime(element);
}

const [DOT, ZED, ZERO, NINE] = [0x2e, 0x5a, 0x30, 0x39];
const MOST_FRACTION_DIGITS = 32;

/**
 * Reads everything after the year, which takes `yearDigits`. It reads digit by digit because every check of a chain
 * reads several such values, and this is the fastest way.
 */
function readTime(element: DerElement, year: number, yearDigits: number): Asn1Time {
  const { source, contentStart, end } = element;
  const month = readDigits(element, yearDigits, 2);
  const day = readDigits(element, yearDigits + 2, 2);
  const hour = readDigits(element, yearDigits + 4, 2);
  const minute = readDigits(element, yearDigits + 6, 2);
  const second = readDigits(element, yearDigits + 8, 2);
  if (source[end - 1] !== ZED || hour > 23 || minute > 59 || second > 59) throw notATime(element);
  const fraction = readFraction(element, contentStart + yearDigits + 10);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  // `Date.UTC` turns 31 February into a day in March; such a date is invalid.
  if (at.getUTCMonth() + 1 !== month || at.getUTCDate() !== day) throw notATime(element);
  return { at, fraction };
}

function readFraction(element: DerElement, start: number): string {
  const { source, end, contentStart } = element;
  const digits = end - 1 - (start + 1);
  if (digits === -1) return '';
  if (source[start] !== DOT || digits < 1 || digits > MOST_FRACTION_DIGITS) throw notATime(element);
  let text = '';
  for (let i = 0; i < digits; i += 1) text += readDigits(element, start + 1 - contentStart + i, 1);
  return text;
}

function readDigits(element: DerElement, offset: number, count: number): number {
  const start = element.contentStart + offset;
  if (start + count > element.end) throw notATime(element);
  let value = 0;
  for (let i = start; i < start + count; i += 1) {
    const digit = element.source[i] ?? 0;
    if (digit < ZERO || digit > NINE) throw notATime(element);
    value = value * 10 + digit - ZERO;
  }
  return value;
}

function notATime(element: DerElement): ProofError {
  return new ProofError('der_value', `no valid time at offset ${element.start}`);
}
