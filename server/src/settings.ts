/** Every setting, read in one place. Wrong ones are all reported at once, before anything starts. */

import path from 'node:path';
import { type ChainConfig, readChain } from './anchoring/settings.ts';
import { checkBlobs, type MasterKeys, readMasterKeys, readS3, type S3Config } from './files/settings.ts';
import type { MailConfig } from './people/mail/smtp.ts';
import { SETTING_LIST, SETTINGS, type Setting } from './settings-list.ts';
import { readPscFile } from './timestamps/providers-file.ts';
import { checkPsc, type PscConfig, readSimpleTrust } from './timestamps/settings.ts';

export type { PscConfig } from './timestamps/settings.ts';

export type Config = {
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  /** Where a collector on another machine may ask; `host:port`. */
  metricsAddress: string | undefined;
  /** Where traces go. */
  otlpUrl: string | undefined;
  /** Balancers whose `X-Forwarded-For` names the caller. */
  trustedProxies: readonly string[];
  /** HTTP processes of one `sello serve`. */
  processes: number;
  /** Whether `sello serve` sequences and anchors too. */
  runsBackground: boolean;
  databaseUrl: string | undefined;
  databaseConnections: number;
  serviceName: string;
  signup: 'open' | 'closed';
  /** Undefined: forgotten passwords are the operator's work. */
  mail: MailConfig | undefined;
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
  ots: {
    /** As `parseCalendarAddress` writes them. None: the log is not stamped in Bitcoin. */
    calendars: readonly string[];
    intervalMs: number;
    /** Undefined: what calendars say of Bitcoin's blocks is not compared with anything. */
    bitcoinUrl: string | undefined;
  };
  /** Name of a log that begins now; one that has begun keeps its name. Empty: the host's. */
  logOrigin: string;
  /** Undefined: original files go to the data folder. */
  s3: S3Config | undefined;
  /** Undefined: original files are kept as they are. */
  masterKeys: MasterKeys | undefined;
};

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

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
    metricsAddress: take(SETTINGS.metricsAddress),
    otlpUrl: take(SETTINGS.otlpUrl),
    trustedProxies: take(SETTINGS.trustedProxies) ?? [],
    processes: needed(SETTINGS.processes),
    runsBackground: needed(SETTINGS.background) === 'on',
    databaseUrl: take(SETTINGS.databaseUrl),
    databaseConnections: needed(SETTINGS.databaseConnections),
    serviceName: needed(SETTINGS.serviceName),
    signup: needed(SETTINGS.signup),
    mail: readMail(take, problems),
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
    ots: {
      calendars: take(SETTINGS.otsCalendars) ?? [],
      intervalMs: needed(SETTINGS.otsIntervalSeconds) * 1000,
      bitcoinUrl: take(SETTINGS.otsBitcoinUrl),
    },
    logOrigin: take(SETTINGS.logOrigin) ?? '',
    pscRevocation: needed(SETTINGS.pscRevocation),
    s3: readS3(
      {
        bucket: take(SETTINGS.s3Bucket),
        endpoint: take(SETTINGS.s3Endpoint),
        region: needed(SETTINGS.s3Region),
        accessKeyId: take(SETTINGS.s3AccessKeyId),
        secretAccessKey: take(SETTINGS.s3SecretAccessKey),
        secretAccessKeyFile: take(SETTINGS.s3SecretAccessKeyFile),
        prefix: take(SETTINGS.s3Prefix),
        pathStyle: needed(SETTINGS.s3PathStyle),
        presigned: needed(SETTINGS.s3Presigned),
      },
      problems,
    ),
    masterKeys: readMasterKeys(
      {
        key: take(SETTINGS.blobKey),
        keyFile: take(SETTINGS.blobKeyFile),
        old: take(SETTINGS.blobKeysOld),
      },
      problems,
    ),
  };
  checkBlobs(config.s3, config.masterKeys, problems);
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

function readMail(take: Take, problems: string[]): MailConfig | undefined {
  const [smtpUrl, from] = [take(SETTINGS.smtpUrl), take(SETTINGS.mailFrom)];
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl !== undefined) problems.push('SELLO_MAIL_FROM is needed where SELLO_SMTP_URL is set');
  return undefined;
}

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
