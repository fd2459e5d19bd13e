/** Reads settings from the environment and collects all problems, so that they are reported together. */

import { readFileSync } from 'node:fs';
import type { SecretOrFile, Setting } from './kinds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsReader = {
  env: Environment;
  /** Every read may add problems; the settings are valid only if the list is empty at the end. */
  problems: string[];
  isGiven(setting: Pick<Setting<unknown>, 'name'>): boolean;
  /**
   * The value. Undefined if it is not set and has no default; an invalid value is undefined too, and adds a problem.
   */
  take<T>(setting: Setting<T>): T | undefined;
  /** An invalid value adds a problem and gives the default, so that later settings are still checked. */
  needed<T>(setting: Setting<T, string>): T;
  /** The secret. Undefined if neither setting is given, or if the secret is invalid. */
  takeSecret<T>(secret: SecretOrFile<T>): T | undefined;
  /**
   * A secret that must be given. If it is missing, the message begins with `neededFor`, such as `SELLO_X needs a
   * key`.
   */
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
    if (value === undefined) throw new Error(`${setting.name} rejects its own default`);
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
