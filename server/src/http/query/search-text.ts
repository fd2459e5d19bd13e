/**
 * Reads a text to search for. Each word is looked for in every record, so the work grows with the number of words,
 * which is limited.
 */

import { type TString, Type } from 'typebox';
import { invalidField } from '../text-rules.ts';

const MOST_WORDS = 10;

export function searchText(description: string): TString {
  return Type.String({ maxLength: 200, description: `${description} At most ${MOST_WORDS} words.` });
}

/**
 * Splits a text into words. Too many words are refused and not cut: with fewer words more records would match, and
 * nobody would see why.
 */
export function wordsOf(field: string, text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length <= MOST_WORDS) return words;
  throw invalidField(
    `\`${field}\``,
    `has ${words.length} words, and at most ${MOST_WORDS} are searched for; leave some out.`,
    `tiene ${words.length} palabras y se buscan ${MOST_WORDS} como máximo; quite algunas.`,
  );
}
