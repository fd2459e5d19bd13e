/** Why an award counts something else than its points, in words. */

import type { Transcript } from '../../../api.ts';

type Words = {
  cap: (category: string) => string;
  yearlyCap: (category: string) => string;
  share: (category: string) => string;
  awardCap: (category: string) => string;
  multiplier: (category: string) => string;
  notAmongLargest: string;
  outsideTerms: string;
  notInVersion: string;
  other: string;
};

export function becauseWords(because: string, nameOf: (code: string) => string, words: Words): string {
  const [reason, code = ''] = because.split(':');
  switch (reason) {
    case 'cap':
      return words.cap(nameOf(code));
    case 'yearly_cap':
      return words.yearlyCap(nameOf(code));
    case 'share':
      return words.share(nameOf(code));
    case 'award_cap':
      return words.awardCap(nameOf(code));
    case 'multiplier':
      return words.multiplier(nameOf(code));
    case 'not_among_largest':
      return words.notAmongLargest;
    case 'outside_terms':
      return words.outsideTerms;
    case 'not_in_version':
      return words.notInVersion;
    default:
      return words.other;
  }
}

/** The name of a category in the newest rules that apply to a term; its code if they do not have it. */
export function categoryNames(program: Transcript['programs'][number] | undefined): (code: string) => string {
  const named = new Map(
    program?.versions.flatMap(({ rules }) => rules.categories.map(({ code, name }) => [code, name] as const)),
  );
  return (code) => named.get(code) ?? code;
}
