import { useMemo } from 'react';
import { makeFormats } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/language.tsx';

/** A day such as 2026-01-31 has no time, so no time zone may shift it. */
export function useDay(): (day: string) => string {
  const language = useLanguage();
  return useMemo(() => makeFormats({ language, timeZone: 'UTC' }).date, [language]);
}
