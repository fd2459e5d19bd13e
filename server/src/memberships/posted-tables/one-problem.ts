/**
 * Combines all problems of a row into one, with the first code and all messages, so that the row can be corrected in
 * one go.
 */

import type { Refusal } from '../../operations/refusal.ts';

export function oneProblem(refusals: readonly Refusal[]): Refusal | undefined {
  const [first] = refusals;
  if (first === undefined || refusals.length === 1) return first;
  return {
    code: first.code,
    text: {
      en: refusals.map(({ text }) => text.en).join(' '),
      es: refusals.map(({ text }) => text.es).join(' '),
    },
  };
}
