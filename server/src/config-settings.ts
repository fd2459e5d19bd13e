/** The list of settings: their names, what they are for and what they accept. `config.ts` reads them. */

import { availableParallelism } from 'node:os';
import {
  addressList,
  choice,
  integer,
  matching,
  optionalInteger,
  processCount,
  type Setting,
  secret,
  text,
  url,
} from './config-kinds.ts';
import { PSC_DIALECTS } from './domain/psc.ts';

export type { Setting } from './config-kinds.ts';

export const SETTINGS = {
  port: integer('PORT', '3000', 0, 65_535, 'Port to listen on (0: any free one)'),
  host: text('SELLO_HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for all'),
  baseUrl: url('SELLO_BASE_URL', 'Start of every address in answers; `http://localhost:PORT` when not set'),
  dataDir: text(
    'SELLO_DATA_DIR',
    './data',
    'Folder of everything embedded: database, files, time-stamping keys',
  ),
  processes: processCount(
    'SELLO_PROCESSES',
    availableParallelism(),
    'HTTP processes of `sello serve` on this machine, or `auto` for one per core',
  ),
  background: choice(
    'SELLO_BACKGROUND',
    'on',
    ['on', 'off'],
    'Whether `sello serve` also sequences and anchors; `off` leaves that to `sello worker`',
  ),
  trustedProxies: addressList(
    'SELLO_TRUSTED_PROXIES',
    'Addresses or networks of the balancers in front, separated by commas; their `X-Forwarded-For` is believed',
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
