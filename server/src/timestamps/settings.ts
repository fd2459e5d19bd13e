/** Settings: the embedded authority's key, the providers, and their trusted roots. */

import { isIPv4 } from 'node:net';
import { acr2SeProfile, type TrustProfile } from '@sello/proof';
import { HTTP_SETTINGS } from '../http/settings.ts';
import { addressList, choice, integer, matching, secret, text, url } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import { ALGORITHM_ENDS, type AlgorithmEnds, algorithmEnds } from './algorithm-ends.ts';
import { KEY_KIND_NAMES, type KeyKind } from './authority/key-kinds.ts';
import { readRoots } from './named-files.ts';
import { readPscFile } from './providers-file.ts';
import { PSC_DIALECTS } from './psc.ts';
import { checkPsc, isDay, type PscConfig } from './psc-config.ts';
import { type IssuerStatement, PSC_SERVICES } from './statements/ports.ts';

export type TimestampsSettings = {
  tsaKey: KeyKind;
  /** Whether anybody may ask the embedded authority for stamps at `/tsa`. */
  tsaPublic: boolean;
  /**
   * The providers, in the order in which they are asked. If there are none, the embedded authority stamps live
   * certificates too.
   */
  psc: readonly PscConfig[];
  pscRevocation: 'off' | 'crl' | 'ocsp' | 'both';
  /** Networks of revocation servers that are asked although they are private. */
  revocationAllow: readonly string[];
  /** Whether revocation answers about signers are kept for later years. */
  keepsRevocation: boolean;
  /** The length of the period in which the newest checkpoint of the log is stamped once; 0 means never. */
  stampCheckpointsEveryMs: number;
  /** Until when evidence may rely on each algorithm; it is renewed before that. */
  algorithmEnds: AlgorithmEnds;
};

export const TIMESTAMPS_SETTINGS = {
  tsaKey: choice(
    'SELLO_TSA_KEY',
    'p256',
    KEY_KIND_NAMES,
    'Kind of key of the embedded time-stamping authority: `p256`, `p384` (with SHA-384 throughout), `rsa2048` or `rsa3072`; each kind has its own root certificate',
  ),
  tsaPublic: matching(
    'SELLO_TSA_PUBLIC',
    undefined,
    /^(?:on|off)$/,
    'on or off',
    'Whether the embedded authority stamps for anybody at `/tsa` (`on` or `off`); by default only if SELLO_HOST is a loopback address',
  ),
  pscUrl: url(
    'SELLO_PSC_URL',
    'Address of the time-stamping provider; by default the embedded authority, whose stamps have no legal value',
  ),
  pscFile: text(
    'SELLO_PSC_FILE',
    undefined,
    'JSON file that lists several providers in the order in which they are asked, with the roots to trust; replaces the settings for a single provider (docs/providers.md)',
  ),
  pscDialect: choice(
    'SELLO_PSC_DIALECT',
    'rfc3161',
    PSC_DIALECTS,
    'Protocol of the provider: `rfc3161`, `cincel`, `mifiel`, `advantage` or `pscworld`',
  ),
  pscName: text(
    'SELLO_PSC_NAME',
    undefined,
    'Name of the provider that certificates show; by default the host of SELLO_PSC_URL',
  ),
  pscTimeoutMs: integer(
    'SELLO_PSC_TIMEOUT_MS',
    '10000',
    100,
    120_000,
    'Longest time to wait for a time stamp, all providers together',
  ),
  pscBasic: secret(
    matching(
      'SELLO_PSC_BASIC',
      undefined,
      /^[^:]+:.*$/,
      '`user:password`',
      '`user:password` at the provider; SELLO_PSC_DIALECT decides how they are sent (HTTP Basic, SOAP header or signature)',
    ),
  ),
  pscBearer: text('SELLO_PSC_BEARER', undefined, 'Bearer token for the provider'),
  pscEntity: text(
    'SELLO_PSC_ENTITY',
    undefined,
    'Entity that the credentials belong to; only for the dialect `advantage`',
  ),
  pscClientCertFile: text(
    'SELLO_PSC_CLIENT_CERT',
    undefined,
    'PEM file of the client certificate for mutual TLS with the provider',
  ),
  pscClientKeyFile: text(
    'SELLO_PSC_CLIENT_KEY',
    undefined,
    'PEM file of the private key of SELLO_PSC_CLIENT_CERT',
  ),
  pscTlsCaFile: text(
    'SELLO_PSC_TLS_CA',
    undefined,
    'PEM file of the authorities that may have issued the TLS certificate of the provider’s server',
  ),
  pscNonce: choice(
    'SELLO_PSC_NONCE',
    'yes',
    ['yes', 'no'],
    'Whether requests for time stamps carry a nonce; some providers refuse one',
  ),
  pscPolicy: matching(
    'SELLO_PSC_POLICY',
    undefined,
    /^([01]\.[1-3]?\d|2\.(0|[1-9]\d{0,77}))(\.(0|[1-9]\d{0,77}))*$/,
    'a dotted OID',
    'OID of the policy that is requested for time stamps, and that they must state',
  ),
  pscRootsFile: text(
    'SELLO_PSC_ROOTS',
    undefined,
    'PEM file of root certificates that are trusted for time stamps, besides ACR2-SE, which always is',
  ),
  pscAccredited: choice(
    'SELLO_PSC_ACCREDITED',
    'no',
    ['yes', 'no'],
    'Whether time stamps under SELLO_PSC_ROOTS count as accredited',
  ),
  pscLegalName: text(
    'SELLO_PSC_LEGAL_NAME',
    undefined,
    'Legal name of the provider, which court packages show as the operator’s statement',
  ),
  pscService: matching(
    'SELLO_PSC_SERVICE',
    undefined,
    /^(?:ccmd|sdt)$/,
    '`ccmd` or `sdt`',
    'Service that the provider is accredited for, which court packages show: `ccmd` (constancias de conservación de mensajes de datos) or `sdt` (sellos digitales de tiempo)',
  ),
  pscDofDate: matching(
    'SELLO_PSC_DOF_DATE',
    undefined,
    /^\d{4}-\d{2}-\d{2}$/,
    'a day such as 2019-05-31',
    'Day on which that accreditation was published in the Diario Oficial de la Federación, which court packages show',
  ),
  pscRevocation: choice(
    'SELLO_PSC_REVOCATION',
    'off',
    ['off', 'crl', 'ocsp', 'both'],
    'How to check whether a provider’s certificates were revoked: `crl`, `ocsp`, `both` or `off`; a server that does not answer causes a warning only',
  ),
  revocationKeep: choice(
    'SELLO_REVOCATION_KEEP',
    'on',
    ['on', 'off'],
    'Whether revocation lists and OCSP answers about the signers of time stamps are fetched daily and kept with the evidence',
  ),
  revocationAllow: addressList(
    'SELLO_REVOCATION_ALLOW',
    'Private networks whose revocation servers may be asked, such as 10.0.0.0/8, separated by commas; public servers may always be asked',
  ),
  checkpointStampHours: integer(
    'SELLO_CHECKPOINT_STAMP_HOURS',
    '24',
    0,
    8_760,
    'Hours between two time stamps of the log itself, which let evidence outlive the keys that signed it; the provider charges for each one; `0` switches them off',
  ),
  algorithmEnds: algorithmEnds(
    'SELLO_ALGORITHM_ENDS',
    'Days from which evidence must not rely on an algorithm, such as `RSA@2031-01-01,SHA-256@2040-01-01`; time stamps are renewed before that (docs/proof-format.md §13 lists the defaults)',
  ),
};

export function readTimestampsSettings(read: SettingsReader): TimestampsSettings {
  return {
    tsaKey: read.needed(TIMESTAMPS_SETTINGS.tsaKey),
    tsaPublic: readTsaPublic(read),
    psc: readPsc(read),
    pscRevocation: read.needed(TIMESTAMPS_SETTINGS.pscRevocation),
    revocationAllow: read.take(TIMESTAMPS_SETTINGS.revocationAllow) ?? [],
    keepsRevocation: read.needed(TIMESTAMPS_SETTINGS.revocationKeep) === 'on',
    stampCheckpointsEveryMs: read.needed(TIMESTAMPS_SETTINGS.checkpointStampHours) * 3_600_000,
    algorithmEnds: { ...ALGORITHM_ENDS, ...read.take(TIMESTAMPS_SETTINGS.algorithmEnds) },
  };
}

/**
 * Reads whether strangers may ask the embedded authority for stamps. The operator decides that. On a developer's
 * machine nobody else can ask, so the default is on there.
 */
function readTsaPublic({ take, needed }: SettingsReader): boolean {
  const given = take(TIMESTAMPS_SETTINGS.tsaPublic);
  return given === undefined ? isLoopback(needed(HTTP_SETTINGS.host)) : given === 'on';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function readPsc({ env, problems, isGiven, take, needed }: SettingsReader): readonly PscConfig[] {
  // All settings are read even without a provider, so that every problem is reported at once.
  const url = take(TIMESTAMPS_SETTINGS.pscUrl);
  const file = take(TIMESTAMPS_SETTINGS.pscFile);
  const psc = {
    name: take(TIMESTAMPS_SETTINGS.pscName),
    dialect: needed(TIMESTAMPS_SETTINGS.pscDialect),
    timeoutMs: needed(TIMESTAMPS_SETTINGS.pscTimeoutMs),
    basic: take(TIMESTAMPS_SETTINGS.pscBasic),
    bearer: take(TIMESTAMPS_SETTINGS.pscBearer),
    entity: take(TIMESTAMPS_SETTINGS.pscEntity),
    clientCertFile: take(TIMESTAMPS_SETTINGS.pscClientCertFile),
    clientKeyFile: take(TIMESTAMPS_SETTINGS.pscClientKeyFile),
    tlsCaFile: take(TIMESTAMPS_SETTINGS.pscTlsCaFile),
    nonce: needed(TIMESTAMPS_SETTINGS.pscNonce) === 'yes',
    policy: take(TIMESTAMPS_SETTINGS.pscPolicy),
  };
  const rootsFile = take(TIMESTAMPS_SETTINGS.pscRootsFile);
  const statement = readStatement(take, problems);
  const accredited = needed(TIMESTAMPS_SETTINGS.pscAccredited) === 'yes';
  if (file !== undefined) {
    for (const { name } of ONE_PROVIDER.filter(isGiven))
      problems.push(`${name} belongs in SELLO_PSC_FILE when that is set`);
    return readPscFile(file, env, psc.timeoutMs, problems);
  }
  checkPsc(psc, (field) => CALLED[field].name, problems);
  const trust = readSimpleTrust(rootsFile, psc.policy, accredited, problems);
  return url === undefined ? [] : [{ ...psc, url, name: psc.name ?? new URL(url).host, trust, statement }];
}

function readStatement(take: SettingsReader['take'], problems: string[]): IssuerStatement {
  const service = take(TIMESTAMPS_SETTINGS.pscService);
  const dofDate = take(TIMESTAMPS_SETTINGS.pscDofDate);
  if (dofDate !== undefined && !isDay(dofDate))
    problems.push(`SELLO_PSC_DOF_DATE: there is no day ${dofDate} in the calendar`);
  return {
    legalName: take(TIMESTAMPS_SETTINGS.pscLegalName),
    service: PSC_SERVICES.find((one) => one === service),
    dofDate,
  };
}

const CALLED = {
  basic: TIMESTAMPS_SETTINGS.pscBasic,
  bearer: TIMESTAMPS_SETTINGS.pscBearer,
  entity: TIMESTAMPS_SETTINGS.pscEntity,
  clientCertFile: TIMESTAMPS_SETTINGS.pscClientCertFile,
  clientKeyFile: TIMESTAMPS_SETTINGS.pscClientKeyFile,
  tlsCaFile: TIMESTAMPS_SETTINGS.pscTlsCaFile,
  policy: TIMESTAMPS_SETTINGS.pscPolicy,
};

/** The settings that describe a single provider, without a file. */
const ONE_PROVIDER = [
  ...Object.values(CALLED),
  TIMESTAMPS_SETTINGS.pscUrl,
  TIMESTAMPS_SETTINGS.pscName,
  TIMESTAMPS_SETTINGS.pscDialect,
  TIMESTAMPS_SETTINGS.pscNonce,
  TIMESTAMPS_SETTINGS.pscRootsFile,
  TIMESTAMPS_SETTINGS.pscAccredited,
  TIMESTAMPS_SETTINGS.pscLegalName,
  TIMESTAMPS_SETTINGS.pscService,
  TIMESTAMPS_SETTINGS.pscDofDate,
];

/** The trusted roots: always ACR2-SE, and the roots in the file, for the requested policy or for any. */
function readSimpleTrust(
  rootsFile: string | undefined,
  policy: string | undefined,
  accredited: boolean,
  problems: string[],
): readonly TrustProfile[] {
  if (rootsFile === undefined) return [acr2SeProfile()];
  const configured: TrustProfile = {
    name: 'configured',
    roots: readRoots(rootsFile, 'SELLO_PSC_ROOTS', problems),
    policies: policy === undefined ? 'any' : [policy],
    toleratedQuirks: [],
    accredited,
  };
  return [acr2SeProfile(), configured];
}
