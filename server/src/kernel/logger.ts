/** One JSON line per event on standard output. JSON escapes line breaks, so no value can forge a line. */

import { isoTime } from './clock.ts';
import { stackOf } from './source-places.ts';

export type LogFields = Record<string, unknown>;

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Logger = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/** `flush` writes the counts of repetitions that were not written yet: a process that ends would lose them. */
type CountingLogger = Logger & { flush(): void };

/**
 * A repeated failure is written once per period, with the number of repetitions. While the failure lasts, the period
 * grows from this length to the longest one.
 */
const REPEATS_MS = 10_000;
const LONGEST_REPEATS_MS = 160_000;
/** The number of different failures that are remembered. */
const MOST_REMEMBERED = 500;
/** Fields that differ each time the same failure happens. */
const OF_ONE_OCCASION = new Set(['requestId', 'ms', 'ip', 'path', 'keyId', 'order', 'waiting', 'retryInMs']);

export function makeLogger(
  write: (line: string) => void,
  now: () => Date,
  least: LogLevel = 'info',
): CountingLogger {
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
    flush: failures.tellAll,
  };
}

type Failure = {
  level: string;
  event: string;
  fields: LogFields;
  /** When the repetitions are logged. The next field is the time over which they were counted. */
  until: number;
  forMs: number;
  repeated: number;
};

/**
 * An outage causes the same line for every request, some thousand a minute. The first is written at once; the
 * others are counted, and the last of them is written with the count at the end of the period.
 */
function rememberFailures(
  writeLine: (level: string, event: string, fields: LogFields) => void,
  now: () => Date,
) {
  const known = new Map<string, Failure>();
  let nextAt = Number.POSITIVE_INFINITY;
  const tellOne = ({ level, event, fields, repeated }: Failure) => {
    if (repeated > 0) writeLine(level, event, { ...shortened(fields), repeated });
  };
  const tell = () => {
    if (known.size === 0) return;
    const nowMs = now().getTime();
    if (nowMs < nextAt) return;
    nextAt = Number.POSITIVE_INFINITY;
    for (const [name, failure] of known) {
      if (failure.until <= nowMs) {
        tellOne(failure);
        if (failure.repeated === 0) {
          known.delete(name);
          continue;
        }
        failure.forMs = Math.min(failure.forMs * 2, LONGEST_REPEATS_MS);
        failure.until = nowMs + failure.forMs;
        failure.repeated = 0;
      }
      nextAt = Math.min(nextAt, failure.until);
    }
  };
  const remember = (name: string, failure: Failure) => {
    const [oldest] = known;
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) {
      known.delete(oldest[0]);
      tellOne(oldest[1]);
    }
    known.set(name, failure);
    nextAt = Math.min(nextAt, failure.until);
  };
  return {
    tell,
    tellAll() {
      for (const failure of known.values()) tellOne(failure);
      known.clear();
    },
    isRepeated(level: string, event: string, fields: LogFields): boolean {
      tell();
      const name = nameOf(event, fields);
      const failure = known.get(name);
      if (failure === undefined) {
        const until = now().getTime() + REPEATS_MS;
        remember(name, { level, event, fields, until, forMs: REPEATS_MS, repeated: 0 });
        return false;
      }
      failure.repeated += 1;
      failure.fields = fields;
      return true;
    },
  };
}

/** Names a failure. Failures that differ only in fields of one occasion have the same name. */
function nameOf(event: string, fields: LogFields): string {
  return JSON.stringify([event, fields], (key, value) => {
    if (value instanceof Error) return value.message;
    return OF_ONE_OCCASION.has(key) ? undefined : readable(value);
  });
}

/** The fields for a repetition: the message without the stack, which was in the first line about this failure. */
function shortened(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  );
}

/** A logger that writes nothing, for commands that only write to the terminal. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** Errors become text with their causes; everything else is JSON already. */
function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!(value instanceof Error)) return value;
  const cause = value.cause === undefined ? '' : ` ← ${String(readable(value.cause))}`;
  return `${stackOf(value)}${cause}`;
}
