/** What a search text means: words, a folio, or the beginning of a fingerprint. */

import { type CertificateId, parseId } from '../../kernel/ids.ts';

/**
 * The patterns for `like`: every word must be somewhere in the text. The database removes case and accents, both here
 * and in what is searched.
 */
export function patternsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** Whether an index over groups of three letters or digits can find this pattern. */
export function hasTrigram(pattern: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(pattern.normalize('NFC'));
}

type Range = { from: Buffer; to: Buffer };
/** `sha256` is undefined if the text has more characters than a SHA-256. */
type Exact = { id: CertificateId } | { id: undefined; sha256: Range | undefined; long: Range };

/**
 * Reads a folio or the beginning of a fingerprint. Undefined for a text that is neither a folio nor eight or more
 * hexadecimal characters.
 */
export function exactOf(text: string): Exact | undefined {
  const word = text.trim();
  const id = parseId('cert', word);
  if (id !== undefined) return { id };
  if (!/^[0-9a-f]{8,128}$/i.test(word)) return undefined;
  return {
    id: undefined,
    sha256: word.length > 64 ? undefined : rangeFrom(word, 64),
    long: rangeFrom(word, 128),
  };
}

/**
 * The range of the digests that begin with `word`. The lower bound is not padded, because a shorter digest could sort
 * before a padded one.
 */
function rangeFrom(word: string, digits: number): Range {
  const whole = word.length % 2 === 0 ? word : `${word}0`;
  return { from: Buffer.from(whole, 'hex'), to: Buffer.from(word.padEnd(digits, 'f'), 'hex') };
}
