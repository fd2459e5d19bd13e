/** Numbers and times in the account's language and time zone. */

import { useMemo } from 'react';
import { type Locale, useLocale } from './language.tsx';

const TAGS = { en: 'en-US', es: 'es-MX' } as const;

export type Formats = ReturnType<typeof makeFormats>;

export function useFormats(): Formats {
  const { language, timeZone } = useLocale();
  return useMemo(() => makeFormats({ language, timeZone }), [language, timeZone]);
}

export function makeFormats({ language, timeZone }: Locale) {
  const tag = TAGS[language];
  // The clock has 24 hours, as on the public pages; with “a.m.” at its end, a sentence would have two full stops.
  const zone = { timeZone, hourCycle: 'h23' } as const;
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', ...zone });
  const exactTime = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium', ...zone });
  const zoneName = zoneNameOf(tag, timeZone);
  // A date such as 2026-01-31 has no time, so no time zone may shift it.
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const fullDay = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(tag);
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return {
    date: (at: string) => date.format(new Date(at)),
    dateTime: (at: string) => dateTime.format(new Date(at)),
    time: (at: string) => time.format(new Date(at)),
    /** With seconds and the zone's name, for evidence. */
    exactTime: (at: string) => `${exactTime.format(new Date(at))} (${zoneName})`,
    day: (on: string) => day.format(new Date(on)),
    /** With its year. */
    fullDay: (on: string) => fullDay.format(new Date(on)),
    /** The month and year of a day. */
    month: (on: string) => month.format(new Date(on)),
    number: (value: number) => number.format(value),
    /** The time since an earlier moment, such as `+4 s`. */
    elapsed: (from: string, to: string) => elapsedText(from, to, number),
    /** With one decimal. */
    decimal: (value: number) => decimal.format(value),
    /** From a share between 0 and 1. */
    percent: (share: number) => percent.format(share),
    bytes: (size: number) => formatBytes(tag, size),
    /** Such as "3 minutes ago". */
    relative: (at: string, now: Date = new Date()) =>
      formatRelative(relative, (Date.parse(at) - now.getTime()) / 1_000),
  };
}

/** The public pages show Mexico City's time under these names. */
const MEXICO_CITY = { 'en-US': 'Mexico City time', 'es-MX': 'hora del centro de México' } as const;

function zoneNameOf(tag: keyof typeof MEXICO_CITY, timeZone: string): string {
  if (timeZone === 'America/Mexico_City') return MEXICO_CITY[tag];
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name === 'GMT+00:00' ? 'UTC' : name;
}

function formatBytes(tag: string, size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(size / 1_000 ** step);
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function formatRelative(format: Intl.RelativeTimeFormat, seconds: number): string {
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return format.format(Math.trunc(seconds / length), unit);
}

function elapsedText(from: string, to: string, number: Intl.NumberFormat): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  const say = (value: number, unit: string) => `+${number.format(Math.round(value))} ${unit}`;
  if (seconds < 1) return '< 1 s';
  if (seconds < 90) return say(seconds, 's');
  if (seconds < 5_400) return say(seconds / 60, 'min');
  return seconds < 129_600 ? say(seconds / 3_600, 'h') : say(seconds / 86_400, 'd');
}
