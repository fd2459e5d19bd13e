import { AppError } from '../kernel/errors.ts';

/**
 * RFC 3339 has times that `Date` cannot hold, such as leap seconds; they are refused here rather than by the
 * database.
 */
export function dateTimeOf(field: string, text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new AppError('validation_failed', {
    en: `\`${field}\` must be written as date-time, for example 2026-01-31T18:00:00Z.`,
    es: `\`${field}\` debe escribirse como date-time, por ejemplo 2026-01-31T18:00:00Z.`,
  });
}
