/** Times for people, on pages. */

import type { Language } from '../language.ts';

const MEXICO_CITY = 'America/Mexico_City';

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-MX', en: 'en-US' };

/**
 * Writes a time like `2026-03-01 12:00:00.25 UTC`, with every digit of an RFC 3339 time in UTC and nothing rounded.
 */
export function utcText(time: string): string {
  return time.replace('T', ' ').replace(/Z$/, ' UTC');
}

/** Writes date and time in central Mexico, whose law applies. */
export function mexicoText(time: string | Date, language: Language): string {
  return format(new Date(time), language, { dateStyle: 'long', timeStyle: 'medium' });
}

/** Writes a day such as `2027-03-31` in words; it is the same day wherever it is read. */
export function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/[\u202f\u00a0]/g, ' ');
}

export function mexicoShortText(time: string | Date, language: Language): string {
  return format(new Date(time), language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });
}

function format(time: Date, language: Language, style: Intl.DateTimeFormatOptions): string {
  // The clock has 24 hours in both languages. The narrow spaces of ICU are replaced by plain ones, because not every
  // font has them.
  const hours = { hourCycle: 'h23', timeZone: MEXICO_CITY } as const;
  return new Intl.DateTimeFormat(LOCALES[language], { ...style, ...hours })
    .format(time)
    .replace(/[\u202f\u00a0]/g, ' ');
}

/** The time since an earlier moment, such as `+4 s`. */
export function elapsedText(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  if (seconds < 1) return '< 1 s';
  return seconds < 129_600 ? `+${roughDuration(seconds)}` : `+${Math.round(seconds / 86_400)} d`;
}

/** Writes a duration roughly: `45 s`, `3 min`, `2 h`. */
export function roughDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
