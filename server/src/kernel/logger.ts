/** One JSON line per event on standard output. JSON escapes line breaks, so no value can forge a line. */

import { isoTime } from './clock.ts';

export type LogFields = Record<string, unknown>;

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Logger = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/** A repeated failure is written once in this time, with the number of repetitions. */
const REPEATS_MS = 10_000;
/** The number of different failures that are remembered. */
const MOST_REMEMBERED = 500;

export function makeLogger(write: (line: string) => void, now: () => Date, least: LogLevel = 'info'): Logger {
  const writeLine = (level: string, event: string, fields: LogFields) => {
    const line: LogFields = { time: isoTime(now()), level, event };
    for (const name in fields) line[name] = readable(fields[name]);
    write(`${JSON.stringify(line)}\n`);
  };
  const failures = rememberFailures(writeLine, now);
  const isWritten = (level: LogLevel) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
  const failed =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (isWritten(level) && !failures.isRepeated(level, event, fields)) writeLine(level, event, fields);
    };
  return {
    info(event, fields = {}) {
      failures.tell();
      if (isWritten('info')) writeLine('info', event, fields);
    },
    warn: failed('warn'),
    error: failed('error'),
  };
}

type Failure = { level: string; event: string; fields: LogFields; until: number; repeated: number };

/**
 * An outage causes the same line for every request, some thousand a minute. The first is written at once; the
 * others are counted, and the last of them is written with the count at the end of the period.
 */
function rememberFailures(
  writeLine: (level: string, event: string, fields: LogFields) => void,
  now: () => Date,
) {
  const known = new Map<string, Failure>();
  const forget = (name: string, { level, event, fields, repeated }: Failure) => {
    known.delete(name);
    if (repeated > 0) writeLine(level, event, { ...fields, repeated });
  };
  /** Ordered by the end of their period. */
  const tell = () => {
    const nowMs = known.size === 0 ? 0 : now().getTime();
    for (const [name, failure] of known) {
      if (failure.until > nowMs && known.size <= MOST_REMEMBERED) break;
      forget(name, failure);
    }
  };
  return {
    tell,
    isRepeated(level: string, event: string, fields: LogFields): boolean {
      tell();
      const name = nameOf(event, fields);
      const failure = known.get(name);
      if (failure === undefined) {
        known.set(name, { level, event, fields, until: now().getTime() + REPEATS_MS, repeated: 0 });
        return false;
      }
      failure.repeated += 1;
      failure.fields = fields;
      return true;
    },
  };
}

/** Two failures are the same if they differ only in the request that met them. */
function nameOf(event: string, fields: LogFields): string {
  return JSON.stringify([event, fields], (key, value) => {
    if (value instanceof Error) return value.message;
    return key === 'requestId' ? undefined : readable(value);
  });
}

/** For commands that only write to the terminal. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** Errors become text with their causes; everything else is JSON already. */
function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!(value instanceof Error)) return value;
  const cause = value.cause === undefined ? '' : ` ← ${String(readable(value.cause))}`;
  return `${value.stack ?? value.message}${cause}`;
}
