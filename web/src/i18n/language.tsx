/** The language and time zone of everything on the screen. */

import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { readPreference } from '../ui/preference.ts';

export type Language = 'en' | 'es';

export const LANGUAGES: readonly Language[] = ['es', 'en'];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { es: 'Español', en: 'English' };

export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

export type Locale = { language: Language; timeZone: string };

type LocaleState = Locale & { changeLanguage: (language: Language) => void };

const LocaleContext = createContext<LocaleState>({
  language: 'es',
  timeZone: DEFAULT_TIME_ZONE,
  changeLanguage: () => {},
});

export function LocaleProvider({ children, ...locale }: LocaleState & { children: ReactNode }) {
  const { language } = locale;
  // Set before any request is sent, since the server answers in the page's language.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export const useLocale = (): LocaleState => useContext(LocaleContext);
export const useLanguage = (): Language => useLocale().language;

/** Without an account: the earlier choice, else the browser's language, else Spanish. */
export function browserLanguage(): Language {
  const candidates = [readPreference('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return candidates.find((tag) => tag === 'es' || tag === 'en') ?? 'es';
}
