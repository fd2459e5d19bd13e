/** Texts of a page in both languages. `defineText` makes the compiler ask for every text in both. */

import { useLanguage } from './language.tsx';

export type Language = 'en' | 'es';
type Dictionary<T> = Readonly<Record<Language, T>>;

type Texts = Readonly<Record<string, unknown>>;

/** Widens literals, so that Spanish may say something else than English does. */
type Widened<T> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...args: infer Args) => unknown
      ? (...args: Args) => string
      : T[Key] extends object
        ? Widened<T[Key]>
        : T[Key];
};

export function defineText<T extends Texts>(texts: {
  en: T;
  es: Widened<NoInfer<T>>;
}): Dictionary<Widened<T>> {
  return texts as Dictionary<Widened<T>>;
}

export function useText<T>(dictionary: Dictionary<T>): T {
  return dictionary[useLanguage()];
}
