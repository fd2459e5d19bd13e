/** Why an award counts less, in words. */

import type { Rules } from '@sello/rules';

type Words = {
  cap: (name: string) => string;
  yearly_cap: (name: string) => string;
  not_among_largest: string;
  outside_terms: string;
  not_in_version: string;
};

export function becauseWords(because: string | null, { categories }: Rules, words: Words): string {
  if (because === null) return '';
  const [kind, code = ''] = because.split(':');
  const name = categories.find((one) => one.code === code)?.name ?? code;
  if (kind === 'cap' || kind === 'yearly_cap') return words[kind](name);
  return kind === 'not_among_largest' || kind === 'outside_terms' || kind === 'not_in_version'
    ? words[kind]
    : because;
}
