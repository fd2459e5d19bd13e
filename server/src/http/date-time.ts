import { AppError } from '../kernel/errors.ts';

/**
 * Reads a time in the format of RFC 3339. Some of these times, such as leap seconds, cannot be held by `Date`. They
 * are refused here, before they reach the database.
 */
export function dateTimeOf(field: string, text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new AppError('validation_failed', {
    en: `\`${field}\` must be written as date-time, for example 2026-01-31T18:00:00Z.`,
    es: `\`${field}\` debe escribirse como date-time, por ejemplo 2026-01-31T18:00:00Z.`,
  });
}
