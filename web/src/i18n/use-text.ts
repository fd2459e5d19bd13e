/** Texts in both languages. `defineText` makes the compiler require every text in both. */

import { type Language, useLanguage } from './language.tsx';

type Dictionary<T> = Readonly<Record<Language, T>>;

type Texts = Readonly<Record<string, unknown>>;

/** Widens string literals, so that the Spanish texts may differ. */
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
