import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The command line does not say what to do; the message tells what is missing. */
export class UsageError extends Error {}

/** The command has said all there is to say; the exit status is 1. */
export class CommandFailed extends Error {}

/** Reads the arguments of one command; what it does not know is a usage error, not something to ignore. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** For commands that take one thing and no options. */
export function onlyArgument(args: string[], what: string): string {
  const [given, more] = readArguments(args, {}).positionals;
  const argument = required(given, what);
  if (more !== undefined) throw new UsageError(`"${more}" means nothing here.`);
  return argument;
}

/** For commands that take none: `sello serve --port 80` must not quietly serve on another port. */
export function refuseArguments([first]: string[]): void {
  if (first !== undefined) throw new UsageError(`"${first}" means nothing here.`);
}

export function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.`);
  return value;
}

export function wholeNumber(value: string, what: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${what} must be a whole number; it is "${value}".`);
  return Number(value);
}
