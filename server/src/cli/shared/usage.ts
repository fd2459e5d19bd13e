import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestName } from '../../http/nearest-name.ts';

/** A wrong command line; the message says what is missing or unknown. */
export class UsageError extends Error {}

/**
 * Ends the command with exit status 1 or another one. Without a message, the command has already printed everything.
 */
export class CommandFailed extends Error {
  readonly status: number;

  constructor(message = '', status = 1) {
    super(message);
    this.status = status;
  }
}

/**
 * Parses the arguments of one command. An unknown argument, or a second value where one is allowed, is a usage error
 * and never ignored.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    const { tokens, ...read } = parseArgs({
      args,
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const given = tokens.flatMap((token) =>
      token.kind === 'option' && token.value !== undefined ? token.name : [],
    );
    const twice = given.find((name, i) => given.indexOf(name) < i && options[name]?.multiple !== true);
    if (twice === undefined) return read;
    throw new UsageError(`--${twice} can be given only once.`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(wordsFor(error, Object.keys(options)));
  }
}

/**
 * Turns Node's message about an unknown option into ours. Other messages keep their first line, which gets a full stop.
 */
function wordsFor(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '-{1,2}([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message.split('\n', 1)[0]?.replace(/(?<![.?!])$/, '.') ?? message;
  const nearest = nearestName(unknown, known);
  return `There is no option --${unknown}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
}

/** For commands that have verbs of their own. */
export function unknownSubverb(
  command: string,
  verb: string | undefined,
  known: readonly string[],
): UsageError {
  const all = `sello ${command} needs one of: ${known.join(', ')}.`;
  const nearest = verb === undefined ? undefined : nearestName(verb, known);
  return new UsageError(nearest === undefined ? all : `${all} Did you mean "${nearest}"?`);
}

/** For commands that take one argument and no options. */
export function onlyArgument(args: string[], what: string): string {
  const [given, more] = readArguments(args, {}).positionals;
  const argument = required(given, what);
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  return argument;
}

/** For commands without arguments: `sello serve --port 80` must not silently listen on another port. */
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
