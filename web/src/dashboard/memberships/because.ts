/** Why an award counts for more or less than its points, as a sentence: "Counts 6 of 10: …". */

import { defineText } from '../../i18n/use-text.ts';
import type { Transcript } from '../api.ts';

type Named = (category: string) => string;

export const BECAUSE = defineText({
  en: {
    less: (counted: string, points: string) => `Counts ${counted} of ${points}`,
    more: (counted: string, points: string) => `Counts ${counted} in place of ${points}`,
    cap: ((category) => `the category “${category}” is full this term.`) as Named,
    yearly_cap: ((category) => `the category “${category}” is full this year.`) as Named,
    share: ((category) =>
      `the category “${category}” has reached the part of the whole that it may count.`) as Named,
    award_cap: ((category) => `the category “${category}” counts no more of one award.`) as Named,
    multiplier: ((category) => `the category “${category}” multiplies its points.`) as Named,
    not_among_largest: 'only the largest awards of the year count in its category.',
    outside_terms: 'its day is outside every term.',
    not_in_version: 'the rules of its term do not have its category.',
    other: 'the rules of the program say so.',
  },
  es: {
    less: (counted, points) => `Cuenta ${counted} de ${points}`,
    more: (counted, points) => `Cuenta ${counted} en lugar de ${points}`,
    cap: (category) => `la categoría «${category}» ya está llena en este periodo.`,
    yearly_cap: (category) => `la categoría «${category}» ya está llena este año.`,
    share: (category) => `la categoría «${category}» ya llegó a la parte del total que puede contar.`,
    award_cap: (category) => `la categoría «${category}» no cuenta más por acreditación.`,
    multiplier: (category) => `la categoría «${category}» multiplica sus puntos.`,
    not_among_largest: 'en su categoría solo cuentan las acreditaciones mayores del año.',
    outside_terms: 'su fecha queda fuera de todo periodo.',
    not_in_version: 'las reglas de su periodo no tienen su categoría.',
    other: 'así lo dicen las reglas del programa.',
  },
});

type Words = (typeof BECAUSE)['en'];

type Line = { points: number; counted: number; because: string | null };

/** "Counts 6 of 10: the category is full this year." Empty if the line counts exactly its points. */
export function countsWords(
  { points, counted, because }: Line,
  nameOf: (code: string) => string,
  words: Words,
  print: (points: number) => string,
): string {
  if (because === null) return '';
  const amounts = (counted > points ? words.more : words.less)(print(counted), print(points));
  return `${amounts}: ${becauseWords(because, nameOf, words)}`;
}

/** Only the reason. */
export function becauseWords(because: string, nameOf: (code: string) => string, words: Words): string {
  const [reason = '', code = ''] = because.split(':');
  switch (reason) {
    case 'cap':
    case 'yearly_cap':
    case 'share':
    case 'award_cap':
    case 'multiplier':
      return words[reason](nameOf(code));
    case 'not_among_largest':
    case 'outside_terms':
    case 'not_in_version':
      return words[reason];
    default:
      return words.other;
  }
}

/** The name of a category in the newest rules that apply to a term, or its code if no rules name it. */
export function categoryNames(program: Transcript['programs'][number] | undefined): (code: string) => string {
  const named = new Map(
    program?.versions.flatMap(({ rules }) => rules.categories.map(({ code, name }) => [code, name] as const)),
  );
  return (code) => named.get(code) ?? code;
}
