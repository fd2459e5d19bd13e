/** Days and points as people write them. */

import { useLanguage } from '../i18n/language.tsx';

const TAGS = { en: 'en-US', es: 'es-MX' } as const;

export function useDays(): { day: (on: string) => string; points: (value: number) => string } {
  const tag = TAGS[useLanguage()];
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  // A day has no time: no zone may shift it.
  return {
    day: (on) => day.format(new Date(`${on}T00:00:00Z`)),
    points: (value) => number.format(value),
  };
}
