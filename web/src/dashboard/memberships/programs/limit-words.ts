/** The special rules of a category, in a few words each. */

import type { Category } from '@sello/rules';

type LimitWords = {
  term: (points: string) => string;
  year: (points: string) => string;
  awards: (count: string) => string;
  award: (points: string) => string;
  times: (multiplier: string) => string;
  firstTimes: (multiplier: string, points: string) => string;
  shareOfCounted: (percent: string) => string;
  shareOfAsked: (percent: string) => string;
  unit: (unit: string) => string;
};

export function limitWords(
  category: Category,
  words: LimitWords,
  print: (value: number) => string,
): readonly string[] {
  const { max_share: share, multiplier = 1, multiplier_first_points: first, unit } = category;
  const said = (value: number | null | undefined, say: (printed: string) => string) =>
    typeof value === 'number' && !Number.isNaN(value) ? [say(print(value))] : [];
  return [
    ...(unit ? [words.unit(unit)] : []),
    ...said(category.max_points, words.term),
    ...said(category.max_points_per_year, words.year),
    ...said(category.max_awards_per_year, words.awards),
    ...said(category.max_points_per_award, words.award),
    ...(share
      ? [(share.of === 'counted' ? words.shareOfCounted : words.shareOfAsked)(print(share.percent))]
      : []),
    ...(typeof first === 'number'
      ? [words.firstTimes(print(multiplier), print(first))]
      : multiplier === 1
        ? []
        : [words.times(print(multiplier))]),
  ];
}
