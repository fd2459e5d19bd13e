/** Comma, semicolon or tab: a spreadsheet takes the one of its country, so the header row has to tell. */

export const DELIMITERS = [',', ';', '\t'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The one that the header row has most of, outside of quotes; a table of one column has none, and gets the comma. */
export function findDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const char of firstChars(text)) {
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (char === '\n' || char === '\r') break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

/** A header row is no longer than this; a file without line breaks is not walked to its end. */
function firstChars(text: string): string {
  return text.trimStart().slice(0, 65_536);
}
