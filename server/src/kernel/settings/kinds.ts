/** The kinds of settings. */

import { isIP } from 'node:net';

/**
 * A setting, which is one row of the README's table. The table shows `fallback`; undefined means that the setting is
 * optional. The type tells these two cases apart, so that a setting that is always needed must have a default.
 */
export type Setting<T, Fallback extends string | undefined = string | undefined> = {
  name: string;
  help: string;
  fallback: Fallback;
  parse: (text: string) => T | undefined;
  expects: string;
  /** True if the value must never appear in a message. */
  isSecret?: boolean;
};

/** A secret given in one setting, or in a file that a second setting names. */
export type SecretOrFile<T> = {
  direct: Setting<string, undefined>;
  file: Setting<string, undefined>;
  parse: (text: string) => T | undefined;
  /** The message when `parse` rejects the secret. It follows the setting's name. */
  refusal: string;
};

/** The settings of one capability, in the README's order. */
type SettingsGroup = Readonly<Record<string, Setting<unknown> | SecretOrFile<unknown>>>;

export function settingsIn(group: SettingsGroup): Setting<unknown>[] {
  return Object.values(group).flatMap((one) => ('direct' in one ? [one.direct, one.file] : [one]));
}

export function text<Fallback extends string | undefined>(
  name: string,
  fallback: Fallback,
  help: string,
): Setting<string, Fallback> {
  return { name, fallback, help, parse: (given) => given, expects: 'a text' };
}

export function matching<Fallback extends string | undefined>(
  name: string,
  fallback: Fallback,
  pattern: RegExp,
  expects: string,
  help: string,
): Setting<string, Fallback> {
  return { name, fallback, help, parse: (given) => (pattern.test(given) ? given : undefined), expects };
}

export function integer(
  name: string,
  fallback: string,
  min: number,
  max: number,
  help: string,
): Setting<number, string> {
  const parse = (given: string) => {
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { name, fallback, help, parse, expects: `a whole number from ${min} to ${max}` };
}

export function optionalInteger(
  name: string,
  min: number,
  max: number,
  help: string,
): Setting<number, undefined> {
  return { ...integer(name, String(min), min, max, help), fallback: undefined };
}

/** A number of processes, or one for each core. */
export function processCount(name: string, cores: number, help: string): Setting<number, string> {
  const count = integer(name, '1', 1, 256, help);
  return {
    ...count,
    parse: (given) => (given === 'auto' ? cores : count.parse(given)),
    expects: `auto or ${count.expects}`,
  };
}

export function addressList(name: string, help: string): Setting<readonly string[], undefined> {
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
): Setting<Choice, string> {
  return {
    name,
    fallback,
    help,
    parse: (given) => choices.find((one) => one === given),
    expects: choices.join(' or '),
  };
}

export function secret<T, Fallback extends string | undefined>(
  setting: Setting<T, Fallback>,
): Setting<T, Fallback> {
  return { ...setting, isSecret: true };
}

/** A secret that is read from `NAME` or from the file that `NAME_FILE` names. Setting both is an error. */
export function secretOrFile<T>(
  name: string,
  help: string,
  fileHelp: string,
  refusal: string,
  parse: (text: string) => T | undefined,
): SecretOrFile<T> {
  return {
    direct: secret(text(name, undefined, help)),
    file: text(`${name}_FILE`, undefined, fileHelp),
    parse,
    refusal,
  };
}

/** A list of at most eight values without duplicates; `parseOne` normalises each value. */
export function list(
  name: string,
  help: string,
  expects: string,
  parseOne: (text: string) => string | undefined,
): Setting<readonly string[], undefined> {
  const parse = (given: string) => {
    const parsed = given.split(',').map((one) => parseOne(one.trim()));
    const known = parsed.filter((one) => one !== undefined);
    return known.length < parsed.length || known.length > 8 ? undefined : [...new Set(known)];
  };
  return { name, fallback: undefined, help, parse, expects };
}

export function url(name: string, help: string): Setting<string, undefined> {
  const parse = (given: string) => (/^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined);
  return { name, fallback: undefined, help, parse, expects: 'an http:// or https:// address' };
}
