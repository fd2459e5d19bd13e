/** Every setting, read in one place. Wrong ones are all reported at once, before anything starts. */

import path from 'node:path';
import { type ChainConfig, readChain } from './config-chain.ts';
import { checkPsc, type PscConfig, readSimpleTrust } from './config-psc.ts';
import { readPscFile } from './config-psc-file.ts';
import { PSC_DIALECTS } from './domain/psc.ts';

export type { PscConfig } from './config-psc.ts';

export type Config = {
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  serviceName: string;
  signup: 'open' | 'closed';
  freeCertificates: number;
  maxRatePerMinute: number;
  maxMonthlyQuota: number;
  tsaKey: 'p256' | 'rsa2048' | 'rsa3072';
  /** In the order in which they are asked. None: the embedded authority stamps live certificates too. */
  psc: readonly PscConfig[];
  pscRevocation: 'off' | 'crl' | 'ocsp' | 'both';
  /** Undefined: the embedded chain is the only witness of the log. */
  chain: ChainConfig | undefined;
  anchorIntervalMs: number;
  embeddedAnchorIntervalMs: number;
  /** Name of a log that begins now; one that has begun keeps its name. Empty: the host's. */
  logOrigin: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** One line of the README's table. `fallback` is shown there; undefined means that the setting is optional. */
type Setting<T> = {
  name: string;
  help: string;
  fallback: string | undefined;
  parse: (text: string) => T | undefined;
  expects: string;
  /** Its value never stands in a message. */
  isSecret?: boolean;
};

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const SETTINGS = {
  port: integer('PORT', '3000', 0, 65_535, 'Port to listen on (0: any free one)'),
  host: text('SELLO_HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for all'),
  baseUrl: url('SELLO_BASE_URL', 'Start of every address in answers; `http://localhost:PORT` when not set'),
  dataDir: text(
    'SELLO_DATA_DIR',
    './data',
    'Folder of everything embedded: database, files, time-stamping keys',
  ),
  databaseUrl: secret(
    matching(
      'DATABASE_URL',
      undefined,
      /^postgres(ql)?:\/\//,
      'a postgres:// address',
      'PostgreSQL 15 or newer instead of the embedded one (`postgres://…`)',
    ),
  ),
  databaseConnections: integer(
    'SELLO_DATABASE_CONNECTIONS',
    '16',
    1,
    500,
    'Connections of one process to the database',
  ),
  serviceName: matching(
    'SELLO_SERVICE_NAME',
    'sello',
    /^[a-z][a-z0-9]{1,19}$/,
    'a short lower-case word',
    'Short name of the service, and first part of its keys',
  ),
  signup: choice('SELLO_SIGNUP', 'open', ['open', 'closed'], 'Whether anybody may make an account'),
  freeCertificates: integer(
    'SELLO_FREE_CERTIFICATES',
    '5',
    0,
    1_000_000_000,
    'Live certificates of a new account',
  ),
  maxRatePerMinute: integer(
    'SELLO_MAX_RATE_PER_MINUTE',
    '100000',
    1,
    1_000_000_000,
    'Highest rate that a key can be given',
  ),
  maxMonthlyQuota: integer(
    'SELLO_MAX_MONTHLY_QUOTA',
    '10000000',
    1,
    2_000_000_000,
    'Highest monthly quota that a key can be given',
  ),
  tsaKey: choice(
    'SELLO_TSA_KEY',
    'p256',
    ['p256', 'rsa2048', 'rsa3072'],
    'Key of the embedded time-stamping authority',
  ),
  pscUrl: url(
    'SELLO_PSC_URL',
    'Address of the time-stamping provider; not set: the embedded authority, without legal value',
  ),
  pscFile: text(
    'SELLO_PSC_FILE',
    undefined,
    'JSON file with several providers in order and whom to trust, instead of the other SELLO_PSC settings; see docs/providers.md',
  ),
  pscDialect: choice(
    'SELLO_PSC_DIALECT',
    'rfc3161',
    PSC_DIALECTS,
    'How the provider is spoken to: `rfc3161`, `cincel`, `mifiel`, `advantage` or `pscworld`',
  ),
  pscName: text(
    'SELLO_PSC_NAME',
    undefined,
    'Name of the provider as certificates show it; its host when not set',
  ),
  pscTimeoutMs: integer(
    'SELLO_PSC_TIMEOUT_MS',
    '10000',
    100,
    120_000,
    'Longest wait for a time stamp, over all providers',
  ),
  pscBasic: secret(
    matching(
      'SELLO_PSC_BASIC',
      undefined,
      /^[^:]+:.*$/,
      '`user:password`',
      '`user:password` for the provider, as its dialect sends them: HTTP Basic, SOAP header, signature',
    ),
  ),
  pscBearer: text('SELLO_PSC_BEARER', undefined, 'Bearer token for the provider'),
  pscEntity: text('SELLO_PSC_ENTITY', undefined, 'Entity that Advantage’s credentials belong to'),
  pscClientCertFile: text(
    'SELLO_PSC_CLIENT_CERT',
    undefined,
    'PEM file of our certificate for mutual TLS with the provider',
  ),
  pscClientKeyFile: text('SELLO_PSC_CLIENT_KEY', undefined, 'PEM file of its private key'),
  pscTlsCaFile: text(
    'SELLO_PSC_TLS_CA',
    undefined,
    'PEM file of the authorities that may vouch for the provider’s server',
  ),
  pscNonce: choice(
    'SELLO_PSC_NONCE',
    'yes',
    ['yes', 'no'],
    'Whether to send a nonce; some providers refuse it',
  ),
  pscPolicy: matching(
    'SELLO_PSC_POLICY',
    undefined,
    /^[0-2](\.\d+)+$/,
    'a dotted OID',
    'Policy OID to ask for and to insist on',
  ),
  pscRootsFile: text(
    'SELLO_PSC_ROOTS',
    undefined,
    'PEM file of roots that tokens may chain to, besides ACR2-SE, which is always known',
  ),
  pscAccredited: choice(
    'SELLO_PSC_ACCREDITED',
    'no',
    ['yes', 'no'],
    'Whether tokens under SELLO_PSC_ROOTS count as accredited',
  ),
  pscRevocation: choice(
    'SELLO_PSC_REVOCATION',
    'off',
    ['off', 'crl', 'ocsp', 'both'],
    'Where to ask whether a provider’s certificates were revoked: `crl`, `ocsp`, `both` or `off`; unanswered, it is a warning',
  ),
  chainRpcUrl: secret(
    url(
      'SELLO_CHAIN_RPC_URL',
      'JSON-RPC address of an EVM chain that witnesses the log; not set: the embedded chain alone, which is no independent witness',
    ),
  ),
  chainId: optionalInteger(
    'SELLO_CHAIN_ID',
    1,
    Number.MAX_SAFE_INTEGER,
    'Id of that chain, checked before anything is sent',
  ),
  chainKey: secret(
    text('SELLO_CHAIN_KEY', undefined, 'Private key that pays for anchors, 64 hexadecimal characters'),
  ),
  chainKeyFile: text('SELLO_CHAIN_KEY_FILE', undefined, 'File that holds that key instead'),
  chainFinality: text(
    'SELLO_CHAIN_FINALITY',
    'finalized',
    'When a block is final: `finalized` (the chain says so) or a number of blocks on top',
  ),
  chainMaxFeeGwei: integer(
    'SELLO_CHAIN_MAX_FEE_GWEI',
    '200',
    1,
    1_000_000,
    'Highest fee per gas that an anchor may offer',
  ),
  chainTrust: choice(
    'SELLO_CHAIN_TRUST',
    'public',
    ['public', 'permissioned'],
    'Who could rewrite the chain, as proofs say it',
  ),
  anchorIntervalSeconds: integer(
    'SELLO_ANCHOR_INTERVAL_SECONDS',
    '600',
    1,
    86_400,
    'Least time between two anchors on that chain',
  ),
  logOrigin: matching(
    'SELLO_LOG_ORIGIN',
    undefined,
    /^[^\s+]{1,200}$/,
    'a name without spaces and plus signs',
    'Name of the log in its checkpoints, fixed when it begins; the host of SELLO_BASE_URL with `/log` when not set',
  ),
} as const;

/** The settings as the README and `.env.example` list them. */
export const SETTING_LIST: readonly Pick<Setting<unknown>, 'name' | 'help' | 'fallback'>[] =
  Object.values(SETTINGS);

export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const take = <T>(setting: Setting<T>): T | undefined => {
    const given = env[setting.name]?.trim() || setting.fallback;
    if (given === undefined) return undefined;
    const value = setting.parse(given);
    if (value === undefined) {
      const shown = setting.isSecret ? '' : `; it is "${given}"`;
      problems.push(`${setting.name} must be ${setting.expects}${shown}`);
    }
    return value;
  };
  const needed = <T>(setting: Setting<T>) => take(setting) as T;
  const port = needed(SETTINGS.port);
  const config: Config = {
    port,
    host: needed(SETTINGS.host),
    baseUrl: (take(SETTINGS.baseUrl) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(needed(SETTINGS.dataDir)),
    databaseUrl: take(SETTINGS.databaseUrl),
    databaseConnections: needed(SETTINGS.databaseConnections),
    serviceName: needed(SETTINGS.serviceName),
    signup: needed(SETTINGS.signup),
    freeCertificates: needed(SETTINGS.freeCertificates),
    maxRatePerMinute: needed(SETTINGS.maxRatePerMinute),
    maxMonthlyQuota: needed(SETTINGS.maxMonthlyQuota),
    tsaKey: needed(SETTINGS.tsaKey),
    psc: readPsc(env, take, needed, problems),
    chain: readChain(
      {
        rpcUrl: take(SETTINGS.chainRpcUrl),
        chainId: take(SETTINGS.chainId),
        key: take(SETTINGS.chainKey),
        keyFile: take(SETTINGS.chainKeyFile),
        finality: needed(SETTINGS.chainFinality),
        maxFeeGwei: needed(SETTINGS.chainMaxFeeGwei),
        trust: needed(SETTINGS.chainTrust),
      },
      problems,
    ),
    anchorIntervalMs: needed(SETTINGS.anchorIntervalSeconds) * 1000,
    embeddedAnchorIntervalMs: 2_000,
    logOrigin: take(SETTINGS.logOrigin) ?? '',
    pscRevocation: needed(SETTINGS.pscRevocation),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** What `sello certify` reads; a server has no use for them. */
const CLIENT_SETTINGS = ['SELLO_URL', 'SELLO_API_KEY'];

/** Settings named SELLO_… that mean nothing: most likely a typing error. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set<string>([...SETTING_LIST.map((setting) => setting.name), ...CLIENT_SETTINGS]);
  return Object.keys(env).filter((name) => name.startsWith('SELLO_') && !known.has(name));
}

type Take = <T>(setting: Setting<T>) => T | undefined;
type Needed = <T>(setting: Setting<T>) => T;

function readPsc(env: Environment, take: Take, needed: Needed, problems: string[]): readonly PscConfig[] {
  // All of them are read, even where there is no provider: what is wrong is told once, not one by one.
  const url = take(SETTINGS.pscUrl);
  const file = take(SETTINGS.pscFile);
  const psc = {
    name: take(SETTINGS.pscName),
    dialect: take(SETTINGS.pscDialect) ?? 'rfc3161',
    timeoutMs: needed(SETTINGS.pscTimeoutMs),
    basic: take(SETTINGS.pscBasic),
    bearer: take(SETTINGS.pscBearer),
    entity: take(SETTINGS.pscEntity),
    clientCertFile: take(SETTINGS.pscClientCertFile),
    clientKeyFile: take(SETTINGS.pscClientKeyFile),
    tlsCaFile: take(SETTINGS.pscTlsCaFile),
    nonce: needed(SETTINGS.pscNonce) === 'yes',
    policy: take(SETTINGS.pscPolicy),
  };
  const rootsFile = take(SETTINGS.pscRootsFile);
  const accredited = needed(SETTINGS.pscAccredited) === 'yes';
  if (file !== undefined) {
    const others = PSC_SETTINGS.filter(({ name }) => env[name]?.trim()).map(({ name }) => name);
    for (const name of others) problems.push(`${name} goes into SELLO_PSC_FILE where that is set`);
    return readPscFile(file, env, psc.timeoutMs, problems);
  }
  checkPsc(psc, (field) => CALLED[field].name, problems);
  const trust = readSimpleTrust(rootsFile, psc.policy, accredited, problems);
  return url === undefined ? [] : [{ ...psc, url, name: psc.name ?? new URL(url).host, trust }];
}

const CALLED = {
  basic: SETTINGS.pscBasic,
  bearer: SETTINGS.pscBearer,
  entity: SETTINGS.pscEntity,
  clientCertFile: SETTINGS.pscClientCertFile,
  clientKeyFile: SETTINGS.pscClientKeyFile,
  tlsCaFile: SETTINGS.pscTlsCaFile,
  policy: SETTINGS.pscPolicy,
};

/** What describes the one provider of the simple form. */
const PSC_SETTINGS = [
  ...Object.values(CALLED),
  SETTINGS.pscUrl,
  SETTINGS.pscName,
  SETTINGS.pscDialect,
  SETTINGS.pscNonce,
  SETTINGS.pscRootsFile,
  SETTINGS.pscAccredited,
];

function text(name: string, fallback: string | undefined, help: string): Setting<string> {
  return { name, fallback, help, parse: (given) => given, expects: 'a text' };
}

function matching(
  name: string,
  fallback: string | undefined,
  pattern: RegExp,
  expects: string,
  help: string,
): Setting<string> {
  return { name, fallback, help, parse: (given) => (pattern.test(given) ? given : undefined), expects };
}

function integer(name: string, fallback: string, min: number, max: number, help: string): Setting<number> {
  const parse = (given: string) => {
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { name, fallback, help, parse, expects: `a whole number from ${min} to ${max}` };
}

function optionalInteger(name: string, min: number, max: number, help: string): Setting<number> {
  return { ...integer(name, String(min), min, max, help), fallback: undefined };
}

function choice<const Choice extends string>(
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

function secret<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, isSecret: true };
}

function url(name: string, help: string): Setting<string> {
  const parse = (given: string) => (/^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined);
  return { name, fallback: undefined, help, parse, expects: 'an http:// or https:// address' };
}
