/** `SELLO_PSC_FILE`: several providers in order and their trust profiles, in one JSON file. See docs/providers.md. */

import path from 'node:path';
import { acr2SeProfile, type Quirk, type TrustProfile } from '@sello/proof';
import type { Environment } from '../kernel/settings/reader.ts';
import { readRoots, readText } from './named-files.ts';
import { PSC_DIALECTS } from './psc.ts';
import { checkPsc, isDay, type PscConfig } from './psc-config.ts';
import { PSC_SERVICES } from './statements/ports.ts';

/** Adds everything that is wrong with the file to `problems`, each with its place in the file. */
export function readPscFile(
  file: string,
  env: Environment,
  deadlineMs: number,
  problems: string[],
): readonly PscConfig[] {
  const text = readText(file, 'SELLO_PSC_FILE', problems);
  if (text === undefined) return [];
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    problems.push(`SELLO_PSC_FILE: ${file} is not JSON: ${(error as Error).message}`);
    return [];
  }
  const folder = path.dirname(path.resolve(file));
  const whole = fieldsOf(content, 'SELLO_PSC_FILE', problems);
  const trust = (whole.optional('trust', list) ?? []).map((one, index) =>
    readTrust(one, `SELLO_PSC_FILE trust[${index}]`, folder, problems),
  );
  const listed = whole.needed('providers', list) ?? [];
  if (listed.length === 0) problems.push('SELLO_PSC_FILE providers must name at least one provider');
  whole.end();
  const profiles = [acr2SeProfile(), ...trust];
  reportRepeated(profiles, 'SELLO_PSC_FILE trust', problems);
  const share = Math.floor(deadlineMs / Math.max(listed.length, 1));
  const providers = listed.map((one, index) =>
    readProvider(one, `SELLO_PSC_FILE providers[${index}]`, { folder, env, profiles, share }, problems),
  );
  reportRepeated(providers, 'SELLO_PSC_FILE providers', problems);
  // If the sum were larger, the last provider would never be asked within the deadline.
  const totalMs = providers.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0);
  if (totalMs > deadlineMs) {
    problems.push(
      `SELLO_PSC_FILE: the providers' timeout_ms add up to ${totalMs}, more than SELLO_PSC_TIMEOUT_MS (${deadlineMs})`,
    );
  }
  return providers;
}

type Context = { folder: string; env: Environment; profiles: readonly TrustProfile[]; share: number };

function readProvider(given: unknown, where: string, context: Context, problems: string[]): PscConfig {
  const { folder, env, profiles, share } = context;
  const fields = fieldsOf(given, where, problems);
  const file = (name: string) => {
    const relative = fields.optional(name, text);
    return relative === undefined ? undefined : path.resolve(folder, relative);
  };
  /** A credential may come from the environment instead, so that the file itself holds no secret. */
  const credential = (name: string, rule: Rule<string>) => {
    const direct = fields.optional(name, rule);
    const variable = fields.optional(`${name}_env`, text);
    if (variable === undefined) return direct;
    if (direct !== undefined) problems.push(`${where} has both ${name} and ${name}_env; keep one`);
    const value = env[variable]?.trim() || undefined;
    const parsed = value === undefined ? undefined : rule.parse(value);
    if (parsed === undefined) {
      problems.push(`${where}.${name}_env: the environment variable ${variable} must be ${rule.expects}`);
    }
    return parsed ?? '';
  };
  const nonce = fields.optional('nonce', flag);
  const psc: PscConfig = {
    name: fields.needed('name', text) ?? '',
    dialect: fields.optional('dialect', oneOf(PSC_DIALECTS)) ?? 'rfc3161',
    url: fields.needed('url', address) ?? '',
    timeoutMs: fields.optional('timeout_ms', integer(100, 120_000)) ?? share,
    basic: credential('basic', userAndPassword),
    bearer: credential('bearer', secretText),
    entity: fields.optional('entity', text),
    clientCertFile: file('client_cert'),
    clientKeyFile: file('client_key'),
    tlsCaFile: file('tls_ca'),
    nonce: nonce ?? true,
    policy: fields.optional('policy', oid),
    trust: readTrustNames(fields.optional('trust', words), where, profiles, problems),
    statement: {
      legalName: fields.optional('legal_name', text),
      service: fields.optional('service', oneOf(PSC_SERVICES)),
      dofDate: fields.optional('dof_date', day),
    },
  };
  fields.end();
  if (nonce !== undefined && psc.dialect !== 'rfc3161') {
    problems.push(`${where}.nonce means nothing to the dialect ${psc.dialect}`);
  }
  checkPsc(psc, (field) => `${where}.${FILE_NAMES[field]}`, problems);
  return psc;
}

const FILE_NAMES = {
  basic: 'basic',
  bearer: 'bearer',
  entity: 'entity',
  clientCertFile: 'client_cert',
  clientKeyFile: 'client_key',
  tlsCaFile: 'tls_ca',
  policy: 'policy',
};

function readTrustNames(
  names: readonly string[] | undefined,
  where: string,
  profiles: readonly TrustProfile[],
  problems: string[],
): readonly TrustProfile[] {
  if (names?.length === 0) problems.push(`${where}.trust is empty, so no token could ever be trusted`);
  return (names ?? [acr2SeProfile().name]).flatMap((name) => {
    const profile = profiles.find((one) => one.name === name);
    if (profile === undefined)
      problems.push(`${where}.trust names "${name}", which is not in the file's trust`);
    return profile ?? [];
  });
}

function readTrust(given: unknown, where: string, folder: string, problems: string[]): TrustProfile {
  const fields = fieldsOf(given, where, problems);
  const name = fields.needed('name', text) ?? '';
  const files = fields.needed('roots', words) ?? [];
  if (files.length === 0) problems.push(`${where}.roots must name at least one PEM file`);
  const profile: TrustProfile = {
    name,
    roots: files.flatMap((file) => readRoots(path.resolve(folder, file), `${where}.roots`, problems)),
    policies: fields.needed('policies', policies) ?? [],
    toleratedQuirks: fields.optional('tolerated_quirks', quirks) ?? [],
    accredited: fields.needed('accredited', flag) ?? false,
  };
  fields.end();
  return profile;
}

function reportRepeated(named: readonly { name: string }[], where: string, problems: string[]): void {
  const seen = new Set<string>();
  for (const { name } of named) {
    if (name !== '' && seen.has(name)) problems.push(`${where}: the name "${name}" is taken`);
    seen.add(name);
  }
}

// ── Reading JSON strictly ────────────────────────────────────────────────────

type Rule<T> = { expects: string; parse: (value: unknown) => T | undefined };

type Fields = {
  needed<T>(name: string, rule: Rule<T>): T | undefined;
  optional<T>(name: string, rule: Rule<T>): T | undefined;
  /** Reports unknown fields, which are most likely typos. */
  end(): void;
};

function fieldsOf(value: unknown, where: string, problems: string[]): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) problems.push(`${where} must be a JSON object`);
  const left = new Map<string, unknown>(isObject ? Object.entries(value) : []);
  const optional = <T>(name: string, rule: Rule<T>): T | undefined => {
    const given = left.get(name);
    left.delete(name);
    if (given === undefined) return undefined;
    const parsed = rule.parse(given);
    // The value is not shown, because it may be a secret.
    if (parsed === undefined) problems.push(`${where}.${name} must be ${rule.expects}`);
    return parsed;
  };
  return {
    optional,
    needed(name, rule) {
      if (isObject && !left.has(name)) problems.push(`${where}.${name} is missing: ${rule.expects}`);
      return optional(name, rule);
    },
    end() {
      for (const name of left.keys()) problems.push(`${where}.${name} is not known`);
    },
  };
}

const text: Rule<string> = {
  expects: 'a text that is not empty',
  parse: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
};
const secretText: Rule<string> = { ...text, expects: 'set' };
const userAndPassword = matching(/^[^:]+:.*$/, '`user:password`');
const oid = matching(/^[0-2](\.\d+)+$/, 'a dotted OID');
const day: Rule<string> = {
  expects: 'a day such as 2019-05-31',
  parse: (value) => (typeof value === 'string' && isDay(value) ? value : undefined),
};
const address: Rule<string> = {
  expects: 'an http:// or https:// address',
  parse: (value) =>
    typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined,
};
const flag: Rule<boolean> = {
  expects: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};
const list: Rule<readonly unknown[]> = {
  expects: 'a list',
  parse: (value) => (Array.isArray(value) ? value : undefined),
};
const words = listOf(text, 'a list of texts');
const policies: Rule<readonly string[] | 'any'> = {
  expects: 'a list of dotted OIDs or "any"',
  parse: (value) => (value === 'any' ? 'any' : listOf(oid, '').parse(value)),
};
/** This is a record, so that the compiler checks that no quirk is missing. */
const QUIRKS: Record<Quirk, true> = {
  eku_missing: true,
  ess_mismatch: true,
  signing_time_syntax: true,
  negative_serial: true,
  attribute_certificate_ignored: true,
  policy_unknown_in_arc: true,
  nonce_absent: true,
};
const QUIRK_NAMES = Object.keys(QUIRKS) as Quirk[];
const quirks = listOf(oneOf(QUIRK_NAMES), `a list of ${QUIRK_NAMES.join(', ')}`);

function matching(pattern: RegExp, expects: string): Rule<string> {
  return {
    expects,
    parse: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  };
}

function integer(min: number, max: number): Rule<number> {
  return {
    expects: `a whole number from ${min} to ${max}`,
    parse: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined,
  };
}

function oneOf<const Word extends string>(choices: readonly Word[]): Rule<Word> {
  return { expects: choices.join(' or '), parse: (value) => choices.find((one) => one === value) };
}

function listOf<T>(rule: Rule<T>, expects: string): Rule<readonly T[]> {
  const parse = (value: unknown): readonly T[] | undefined => {
    if (!Array.isArray(value)) return undefined;
    const parsed = value.map(rule.parse).filter((one) => one !== undefined);
    return parsed.length === value.length ? parsed : undefined;
  };
  return { expects, parse };
}
