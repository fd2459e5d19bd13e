/** One JSON line per event on standard output. JSON escapes line breaks, so no value can forge a line. */

import { isoTime } from './clock.ts';

export type LogFields = Record<string, unknown>;

export type Logger = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

export function makeLogger(write: (line: string) => void, now: () => Date): Logger {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      const line: LogFields = { time: isoTime(now()), level, event };
      for (const name in fields) line[name] = readable(fields[name]);
      write(`${JSON.stringify(line)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
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
