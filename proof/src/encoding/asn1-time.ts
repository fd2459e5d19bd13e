/** Reads the two ASN.1 time types, keeping every digit as written. */

import { ProofError } from '../proof-error.ts';
import { contentOf, type DerElement, TAG } from './der.ts';

export type Asn1Time = {
  /** Truncated to the millisecond, the precision of `Date`. */
  at: Date;
  /** RFC 3339, with every digit of the fraction. */
  text: string;
  hasFraction: boolean;
};

/**
 * GeneralizedTime in UTC to the second or finer (RFC 3161 §2.4.2: any number of fraction digits).
 * Trailing zeros in the fraction violate DER but are unambiguous, and genuine authorities that write
 * milliseconds produce them in one token of ten, so they are accepted.
 */
export function readGeneralizedTime(element: DerElement): Asn1Time {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{1,32}))?Z$/.exec(timeText(element));
  if (element.tag !== TAG.generalizedTime || match === null) throw notATime(element);
  return timeFrom(match, element);
}

/**
 * UTCTime to the second. `allowFraction` is only for signingTime attributes, where one accredited provider
 * writes milliseconds; the caller decides whether to tolerate that.
 */
export function readUtcTime(element: DerElement, options: { allowFraction?: boolean } = {}): Asn1Time {
  const match = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{1,32}))?Z$/.exec(timeText(element));
  if (element.tag !== TAG.utcTime || match === null) throw notATime(element);
  if (match[7] !== undefined && options.allowFraction !== true) throw notATime(element);
  // RFC 5280 §4.1.2.5.1: 50–99 mean 1950–1999.
  const century = (match[1] ?? '') >= '50' ? '19' : '20';
  match[1] = `${century}${match[1]}`;
  return timeFrom(match, element);
}

/** The CHOICE `Time` of X.509 and CMS. */
export function readAsn1Time(element: DerElement): Asn1Time {
  return element.tag === TAG.utcTime ? readUtcTime(element) : readGeneralizedTime(element);
}

function timeText(element: DerElement): string {
  const content = contentOf(element);
  return content.length <= 64 ? String.fromCharCode(...content) : '';
}

function timeFrom(match: RegExpExecArray, element: DerElement): Asn1Time {
  const [, year, month, day, hour, minute, second, fraction] = match;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s, milliseconds));
  // `Date.UTC` turns 31 February into a day in March; such a date is invalid.
  const rolledOver = at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day);
  if (rolledOver || h > 23 || m > 59 || s > 59 || Number(year) < 100) throw notATime(element);
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}Z`;
  return { at, text, hasFraction: fraction !== undefined };
}

function notATime(element: DerElement): ProofError {
  return new ProofError('der_value', `no valid time at offset ${element.start}`);
}
