/** Tags: words with which the owner groups certificates. They are not evidence. */

import { Type } from 'typebox';

export const MOST_TAG_CHARS = 40;
const MOST_TAGS = 20;

export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: MOST_TAG_CHARS }), {
  maxItems: MOST_TAGS,
  description: 'All tags of the certificate; an empty list removes them.',
});

/** Removes duplicates and sorts, so that the same tags always look the same. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.normalize('NFC').trim()))].sort((a, b) =>
    a.localeCompare(b, 'es'),
  );
}
