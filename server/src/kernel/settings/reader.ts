/** Reads settings from the environment and collects what is wrong with them, so that all of it is told at once. */

import { readFileSync } from 'node:fs';
import type { SecretOrFile, Setting } from './kinds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsReader = {
  env: Environment;
  /** Whoever reads adds to them; nothing that was read counts unless they are empty in the end. */
  problems: string[];
  isGiven(setting: Pick<Setting<unknown>, 'name'>): boolean;
  /** Undefined where it is not set and has no default, and where it is wrong, which is a problem then. */
  take<T>(setting: Setting<T>): T | undefined;
  /** The default also where what is set is wrong: what is read after it is checked all the same. */
  needed<T>(setting: Setting<T, string>): T;
  /** Undefined where neither of the two is set, and where something is wrong with them. */
  takeSecret<T>(secret: SecretOrFile<T>): T | undefined;
  /** `neededFor` begins the message where it is missing: `SELLO_X needs a key`. */
  neededSecret<T>(secret: SecretOrFile<T>, neededFor: string): T | undefined;
};

export function readSettings(env: Environment): SettingsReader {
  const problems: string[] = [];
  const given = (setting: Pick<Setting<unknown>, 'name'>) => env[setting.name]?.trim() || undefined;
  const isGiven = (setting: Pick<Setting<unknown>, 'name'>) => given(setting) !== undefined;

  const take = <T>(setting: Setting<T>): T | undefined => {
    const text = given(setting) ?? setting.fallback;
    if (text === undefined) return undefined;
    const value = setting.parse(text);
    if (value === undefined) {
      const shown = setting.isSecret ? '' : `; it is "${text}"`;
      problems.push(`${setting.name} must be ${setting.expects}${shown}`);
    }
    return value;
  };

  const needed = <T>(setting: Setting<T, string>): T => {
    const value = take(setting) ?? setting.parse(setting.fallback);
    if (value === undefined) throw new Error(`${setting.name} does not take its own default`);
    return value;
  };

  const open = <T>({ direct, file, parse, refusal }: SecretOrFile<T>): T | undefined => {
    const text = given(direct) ?? readText(file.name, given(file) ?? '', problems);
    if (text === undefined) return undefined;
    const value = parse(text.trim());
    if (value === undefined) problems.push(`${isGiven(direct) ? direct.name : file.name} ${refusal}`);
    return value;
  };

  const takeSecret = <T>(secret: SecretOrFile<T>): T | undefined => {
    const { direct, file } = secret;
    if (!isGiven(direct) && !isGiven(file)) return undefined;
    if (isGiven(direct) !== isGiven(file)) return open(secret);
    problems.push(`${direct.name} and ${file.name} exclude each other`);
    return undefined;
  };

  const neededSecret = <T>(secret: SecretOrFile<T>, neededFor: string): T | undefined => {
    const { direct, file } = secret;
    if (isGiven(direct) !== isGiven(file)) return open(secret);
    problems.push(`${neededFor}: set ${direct.name} or ${file.name}, not both`);
    return undefined;
  };

  return { env, problems, isGiven, take, needed, takeSecret, neededSecret };
}

function readText(name: string, file: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`${name} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
