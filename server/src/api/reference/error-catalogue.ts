/**
 * What causes each error code and how to fix it. The texts are in `server/guides/reference`, one file for each
 * language. The example messages are in the English file, because the API answers in English by default.
 */

import { readFile } from 'node:fs/promises';
import type { Language } from '../../http/language.ts';

export type ErrorEntry = { cause: string; mend: string; example: string | undefined };

const FOLDER = new URL('../../../guides/reference/', import.meta.url);

export async function readErrorCatalogue(language: Language): Promise<ReadonlyMap<string, ErrorEntry>> {
  const [text, english] = await Promise.all([read(language), read('en')]);
  const examples = entriesOf(english);
  return new Map(
    [...entriesOf(text)].map(([code, entry]) => [code, { ...entry, example: examples.get(code)?.example }]),
  );
}

function read(language: Language): Promise<string> {
  return readFile(new URL(`errors.${language}.md`, FOLDER), 'utf8');
}

/** Each code is a heading, followed by a line with the cause and a line with the fix; the quotation is the example. */
function entriesOf(text: string): Map<string, ErrorEntry> {
  const blocks = text.trim().split(/^## /m).slice(1);
  return new Map(
    blocks.map((block) => {
      const [code = '', cause, mend, quoted] = block.trim().split('\n');
      if (cause === undefined || mend === undefined)
        throw new Error(`The catalogue lacks the cause or the fix of ${code}`);
      return [code, { cause, mend, example: quoted?.replace(/^> /, '') }];
    }),
  );
}
