/** The kinds of settings that there are. */

import { isIP } from 'node:net';

/** One line of the README's table. `fallback` is shown there; undefined means that the setting is optional. */
export type Setting<T> = {
  name: string;
  help: string;
  fallback: string | undefined;
  parse: (text: string) => T | undefined;
  expects: string;
  /** Its value never stands in a message. */
  isSecret?: boolean;
};

export function text(name: string, fallback: string | undefined, help: string): Setting<string> {
  return { name, fallback, help, parse: (given) => given, expects: 'a text' };
}

export function matching(
  name: string,
  fallback: string | undefined,
  pattern: RegExp,
  expects: string,
  help: string,
): Setting<string> {
  return { name, fallback, help, parse: (given) => (pattern.test(given) ? given : undefined), expects };
}

export function integer(
  name: string,
  fallback: string,
  min: number,
  max: number,
  help: string,
): Setting<number> {
  const parse = (given: string) => {
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { name, fallback, help, parse, expects: `a whole number from ${min} to ${max}` };
}

export function optionalInteger(name: string, min: number, max: number, help: string): Setting<number> {
  return { ...integer(name, String(min), min, max, help), fallback: undefined };
}

/** A number of processes, or one for each core. */
export function processCount(name: string, cores: number, help: string): Setting<number> {
  const count = integer(name, '1', 1, 256, help);
  return {
    ...count,
    parse: (given) => (given === 'auto' ? cores : count.parse(given)),
    expects: `auto or ${count.expects}`,
  };
}

export function addressList(name: string, help: string): Setting<readonly string[]> {
  const parse = (given: string) => {
    const list = given.split(',').map((one) => one.trim());
    return list.every(isAddressOrNetwork) ? list : undefined;
  };
  return { name, fallback: undefined, help, parse, expects: 'IP addresses or networks such as 10.0.0.0/8' };
}

function isAddressOrNetwork(given: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(given) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

export function choice<const Choice extends string>(
  name: string,
  fallback: Choice,
  choices: readonly Choice[],
  help: string,
): Setting<Choice> {
  return {
    name,
    fallback,
    help,
    parse: (given) => choices.find((one) => one === given),
    expects: choices.join(' or '),
  };
}

export function secret<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, isSecret: true };
}

/** At most eight of them, each once; `parse` brings one into the form that counts. */
export function list(
  name: string,
  help: string,
  expects: string,
  parseOne: (text: string) => string | undefined,
): Setting<readonly string[]> {
  const parse = (given: string) => {
    const parsed = given.split(',').map((one) => parseOne(one.trim()));
    const known = parsed.filter((one) => one !== undefined);
    return known.length < parsed.length || known.length > 8 ? undefined : [...new Set(known)];
  };
  return { name, fallback: undefined, help, parse, expects };
}

export function url(name: string, help: string): Setting<string> {
  const parse = (given: string) => (/^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined);
  return { name, fallback: undefined, help, parse, expects: 'an http:// or https:// address' };
}
