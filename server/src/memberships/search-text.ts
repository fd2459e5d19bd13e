/** Texts to be found by `q`: lower-case and without accents, so that "medicina" finds "MÉDICINA". */

import { wordsOf } from '../http/query/search-text.ts';

export function searchTextOf(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(isText).map(plain).join('\n');
}

/** The patterns for `like`: every word of the parameter must occur somewhere in the text. */
export function searchPatterns(field: string, text: string): string[] {
  return wordsOf(field, plain(text)).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isText(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part !== '';
}
