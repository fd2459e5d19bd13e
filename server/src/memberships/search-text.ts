/** Texts to be found by `q`: lower-case and without accents, so that "medicina" finds "MÉDICINA". */

export function searchTextOf(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(isText).map(plain).join('\n');
}

/** For `like`: every word of `q` must be somewhere in the text. */
export function searchPatterns(q: string): string[] {
  return plain(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isText(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part !== '';
}
