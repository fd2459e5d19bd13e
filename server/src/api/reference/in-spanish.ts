/**
 * The OpenAPI document with its descriptions in Spanish. Each translation is found by its English text in
 * `server/guides/reference/descriptions.es.json`; a test checks that none is missing.
 */

import { readFile } from 'node:fs/promises';

const WORDS = new URL('../../../guides/reference/descriptions.es.json', import.meta.url);

export async function inSpanish(document: object): Promise<object> {
  const words = new Map(Object.entries(JSON.parse(await readFile(WORDS, 'utf8')) as Record<string, string>));
  return translated(document, words) as object;
}

/**
 * Translates a copy. Examples are left alone, because a field named `description` in an example is not a description.
 */
function translated(value: unknown, words: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => translated(one, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'example' || name === 'examples') return [name, part];
      if (name === 'description' && typeof part === 'string') return [name, words.get(part) ?? part];
      return [name, translated(part, words)];
    }),
  );
}
