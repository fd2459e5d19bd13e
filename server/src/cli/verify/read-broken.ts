/**
 * Reads `--broken` and `--as-of`: algorithms that a person no longer trusts, and the day as of which the evidence is
 * judged.
 */

import { ALGORITHM_NAMES, type AlgorithmName, type BrokenAlgorithm } from '@sello/proof';
import { UsageError } from '../shared/usage.ts';

/** Throws a `UsageError` that names the known algorithms. */
export function readBroken(
  { broken = [], 'as-of': asOf }: { broken?: readonly string[]; 'as-of'?: string },
  today: Date,
): { now: Date; broken: readonly BrokenAlgorithm[] } {
  const now = asOf === undefined ? today : readDayToCome(asOf, today);
  return { now, broken: broken.map((given) => readOne(given, now)) };
}

function readOne(given: string, now: Date): BrokenAlgorithm {
  const [name = '', day, more] = given.split('@');
  const algorithm = algorithmNamed(name);
  if (algorithm === undefined || day === undefined || more !== undefined)
    throw new UsageError(
      `--broken must be ALGORITHM@DATE; it is "${given}". The algorithms are ${ALGORITHM_NAMES.join(', ')}.`,
    );
  const since = readDay(day, '--broken');
  // Without this error, the requested check would never be made, but would seem to have passed.
  if (since > now)
    throw new UsageError(
      `--broken ${given} is after the day of the check. To judge as on that day, add --as-of ${day}.`,
    );
  return { algorithm, since };
}

/** Finds an algorithm by its name; `sha256` and `SHA-256` are the same. */
function algorithmNamed(given: string): AlgorithmName | undefined {
  const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();
  return ALGORITHM_NAMES.find((name) => plain(name) === plain(given));
}

/** Accepts only future days. Judging as of a past day would ignore what has become known since. */
function readDayToCome(given: string, today: Date): Date {
  const day = readDay(given, '--as-of');
  if (day.toISOString().slice(0, 10) < today.toISOString().slice(0, 10))
    throw new UsageError(`--as-of must be today or a day to come; it is "${given}".`);
  return day > today ? day : today;
}

function readDay(given: string, option: string): Date {
  const [, date, time = 'T00:00:00Z'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\dZ)?$/.exec(given) ?? [];
  const day = new Date(`${date}${time}`);
  // A day such as 2035-02-30 would silently become another one.
  if (Number.isNaN(day.getTime()) || `${day.toISOString().slice(0, 19)}Z` !== `${date}${time}`)
    throw new UsageError(
      `${option} must have a day like 2035-01-01, or a time like 2035-01-01T12:00:00Z; it is "${given}".`,
    );
  return day;
}
