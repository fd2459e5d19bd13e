/** Times in a constancia: numeric, so that they are the same in every release of Node. */

import type { Bilingual } from './facts.ts';

const MEXICO_CITY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Mexico_City',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Writes a time for people. It is given as RFC 3339 in UTC, and keeps every digit. */
export function inUtc(rfc3339: string): string {
  return `${rfc3339.replace('T', ' ').replace(/Z$/, '')} UTC`;
}

export function inMexicoCity(rfc3339: string): { day: string; time: string; offset: string } {
  const at = new Date(rfc3339);
  const parts = Object.fromEntries(MEXICO_CITY.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const time = `${parts.hour}:${parts.minute}:${parts.second}`;
  const wholeSecond = Math.floor(at.getTime() / 1000) * 1000;
  const minutes = (Date.parse(`${day}T${time}Z`) - wholeSecond) / 60_000;
  const sign = minutes < 0 ? '−' : '+';
  const offset = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return { day, time: time + (/\.\d+/.exec(rfc3339)?.[0] ?? ''), offset };
}

export function inMexicoCityText(rfc3339: string): string {
  const { day, time, offset } = inMexicoCity(rfc3339);
  return `${day} ${time} America/Mexico_City (UTC${offset})`;
}

const MONTHS: readonly Bilingual[] = [
  { es: 'enero', en: 'January' },
  { es: 'febrero', en: 'February' },
  { es: 'marzo', en: 'March' },
  { es: 'abril', en: 'April' },
  { es: 'mayo', en: 'May' },
  { es: 'junio', en: 'June' },
  { es: 'julio', en: 'July' },
  { es: 'agosto', en: 'August' },
  { es: 'septiembre', en: 'September' },
  { es: 'octubre', en: 'October' },
  { es: 'noviembre', en: 'November' },
  { es: 'diciembre', en: 'December' },
];

/** Writes a day such as 2026-07-18 in words. */
export function inWords(day: string): Bilingual {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const { es, en } = MONTHS[month - 1] ?? { es: '', en: '' };
  return { es: `${date} de ${es} de ${year}`, en: `${date} ${en} ${year}` };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
