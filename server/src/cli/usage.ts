import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A wrong command line; the message says what is missing or unknown. */
export class UsageError extends Error {}

/** Exit status 1. Without a message, the command has printed everything already. */
export class CommandFailed extends Error {}

/** Parses the arguments of one command; unknown ones are a usage error, never ignored. */
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

/** For commands that take one argument and no options. */
export function onlyArgument(args: string[], what: string): string {
  const [given, more] = readArguments(args, {}).positionals;
  const argument = required(given, what);
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  return argument;
}

/** For commands without arguments: `sello serve --port 80` must not silently serve on another port. */
export function refuseArguments([first]: string[]): void {
  if (first !== undefined) throw new UsageError(`Unexpected argument "${first}".`);
}

export function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.`);
  return value;
}

export function wholeNumber(value: string, what: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${what} must be a whole number; it is "${value}".`);
  return Number(value);
}
