/** Reads the two ASN.1 time types, keeping every digit that was written. */
import { contentOf, type DerElement, TAG } from './der.ts';
import { ProofError } from './proof-error.ts';

export type Asn1Time = {
  /** Cut to the millisecond, because a `Date` holds no more. */
  at: Date;
  /** RFC 3339 text with all the digits of the fraction as they stand in the source. */
  text: string;
  hasFraction: boolean;
};

/**
 * GeneralizedTime in UTC to the second or finer (RFC 3161 §2.4.2: any number of fraction digits).
 * Trailing zeros in the fraction break a rule of DER but leave no doubt about the instant, and genuine
 * authorities that count milliseconds write them once in ten tokens, so they are read.
 */
export function readGeneralizedTime(element: DerElement): Asn1Time {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{1,32}))?Z$/.exec(timeText(element));
  if (element.tag !== TAG.generalizedTime || match === null) throw notATime(element);
  return timeFrom(match, element);
}

/**
 * UTCTime to the second. `allowFraction` is for signingTime attributes alone, where one accredited
 * provider writes milliseconds into this type; the caller decides what that is worth.
 */
export function readUtcTime(element: DerElement, options: { allowFraction?: boolean } = {}): Asn1Time {
  const match = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{1,32}))?Z$/.exec(timeText(element));
  if (element.tag !== TAG.utcTime || match === null) throw notATime(element);
  if (match[7] !== undefined && options.allowFraction !== true) throw notATime(element);
  // RFC 5280 §4.1.2.5.1: 50–99 are the nineteen hundreds.
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
  // `Date.UTC` rolls 31 February over into March; what rolls over was never a date.
  const rolledOver = at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day);
  if (rolledOver || h > 23 || m > 59 || s > 59 || Number(year) < 100) throw notATime(element);
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}Z`;
  return { at, text, hasFraction: fraction !== undefined };
}

function notATime(element: DerElement): ProofError {
  return new ProofError('der_value', `no valid time at offset ${element.start}`);
}
