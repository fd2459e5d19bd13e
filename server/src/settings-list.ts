/** The list of settings: their names, what they are for and what they accept. `config.ts` reads them. */

import { availableParallelism } from 'node:os';
import { parseCalendarAddress } from './anchoring/calendars/calendar-address.ts';
import {
  addressList,
  choice,
  integer,
  list,
  matching,
  optionalInteger,
  processCount,
  type Setting,
  secret,
  text,
  url,
} from './kernel/settings-kinds.ts';
import { PSC_DIALECTS } from './timestamps/psc.ts';

export type { Setting } from './kernel/settings-kinds.ts';

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
  metricsAddress: matching(
    'SELLO_METRICS_ADDRESS',
    undefined,
    /^(?:[0-9.]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/,
    'an address and a port such as 127.0.0.1:9464',
    'Address and port of a second `/metrics`, for a collector on another machine; keep it on a private network',
  ),
  otlpUrl: url(
    'SELLO_OTLP_URL',
    'OpenTelemetry collector that gets a trace of every request, such as `http://localhost:4318/v1/traces`',
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
  smtpUrl: secret(
    matching(
      'SELLO_SMTP_URL',
      undefined,
      /^smtps?:\/\/[^\s/]+/,
      'an smtp:// or smtps:// address',
      'Mail server for forgotten passwords (`smtp://user:password@host:587`); not set: no mail is sent',
    ),
  ),
  mailFrom: matching(
    'SELLO_MAIL_FROM',
    undefined,
    /^[^\r\n]*@[^\r\n]+$/,
    'an e-mail address, with a name or without',
    'Sender of that mail, for example `Sello <no-reply@example.com>`',
  ),
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
  otsCalendars: list(
    'SELLO_OTS_CALENDARS',
    'OpenTimestamps calendars that stamp the log in Bitcoin besides, separated by commas, at best two or more; not set: none',
    'up to 8 http:// or https:// addresses separated by commas',
    parseCalendarAddress,
  ),
  otsIntervalSeconds: integer(
    'SELLO_OTS_INTERVAL_SECONDS',
    '3600',
    1,
    86_400,
    'Least time between two stamps of one calendar',
  ),
  otsBitcoinUrl: secret(
    url(
      'SELLO_OTS_BITCOIN_URL',
      'Index of Bitcoin blocks with the interface of Esplora, to compare what calendars say with; not set: their word is passed on as theirs',
    ),
  ),
  logOrigin: matching(
    'SELLO_LOG_ORIGIN',
    undefined,
    /^[^\s+]{1,200}$/,
    'a name without spaces and plus signs',
    'Name of the log in its checkpoints, fixed when it begins; the host of SELLO_BASE_URL with `/log` when not set',
  ),
  s3Bucket: matching(
    'SELLO_S3_BUCKET',
    undefined,
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'the name of a bucket',
    'S3 bucket for original files, instead of the data folder',
  ),
  s3Endpoint: url('SELLO_S3_ENDPOINT', 'Address of the S3 service; not set: Amazon’s own in the region'),
  s3Region: matching(
    'SELLO_S3_REGION',
    'us-east-1',
    /^[a-z0-9-]{1,63}$/,
    'the name of a region',
    'Region of the bucket',
  ),
  s3AccessKeyId: text('SELLO_S3_ACCESS_KEY_ID', undefined, 'Access key for the bucket'),
  s3SecretAccessKey: secret(
    text('SELLO_S3_SECRET_ACCESS_KEY', undefined, 'Secret that goes with the access key'),
  ),
  s3SecretAccessKeyFile: text(
    'SELLO_S3_SECRET_ACCESS_KEY_FILE',
    undefined,
    'File that holds that secret instead',
  ),
  s3Prefix: matching(
    'SELLO_S3_PREFIX',
    undefined,
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\/?$/,
    'names of letters, digits, `_`, `.` and `-`, with `/` between them',
    'Start of the names of all objects, for a bucket that is shared',
  ),
  s3PathStyle: choice(
    'SELLO_S3_PATH_STYLE',
    'auto',
    ['auto', 'yes', 'no'],
    'Whether the bucket stands in the path of an address; `auto`: where SELLO_S3_ENDPOINT is set',
  ),
  s3Presigned: choice(
    'SELLO_S3_PRESIGNED',
    'off',
    ['on', 'off'],
    'Whether `proof?type=file` gives S3’s own presigned address instead of one of this server',
  ),
  blobKey: secret(
    text(
      'SELLO_BLOB_KEY',
      undefined,
      'Master key that encrypts original files at rest, 32 bytes in base64; lost, the files are lost',
    ),
  ),
  blobKeyFile: text('SELLO_BLOB_KEY_FILE', undefined, 'File that holds that key instead'),
  blobKeysOld: secret(
    text(
      'SELLO_BLOB_KEYS_OLD',
      undefined,
      'Master keys of before, separated by commas, while they are replaced',
    ),
  ),
} as const;

/** The settings as the README and `.env.example` list them. */
export const SETTING_LIST: readonly Pick<Setting<unknown>, 'name' | 'help' | 'fallback'>[] =
  Object.values(SETTINGS);
