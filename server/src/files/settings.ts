/** Where original files are kept and what they are encrypted with. */

import { choice, integer, matching, secret, secretOrFile, text, url } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import {
  A_MASTER_KEY,
  type MasterKeys,
  parseMasterKey,
  parseMasterKeys,
} from '../kernel/wrapping/master-keys.ts';

export type FilesSettings = {
  /**
   * The start of the addresses of files, without a slash at its end. If undefined, it is the service's own address.
   */
  filesUrl: string | undefined;
  /** The bucket. If undefined, original files are kept in the data folder. */
  s3: S3Config | undefined;
  /** The master keys that wrap the accounts' data keys. If undefined, original files are not encrypted. */
  masterKeys: MasterKeys | undefined;
  /** How many bytes of original files an account may keep in each mode. */
  maxStoredBytes: number;
  maxPostedBytes: number;
  /**
   * How many certificates an account may have in test mode. They cost the account nothing, and each takes a few
   * kilobytes for good.
   */
  maxTestCertificates: number;
  /** Days after which the files of test certificates are erased. */
  testFilesDays: number;
  /** For how many days the journal of the log is kept beside the files; 0 means that none is written. */
  journalDays: number;
};

export type S3Config = {
  /** The endpoint; undefined means Amazon's for the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** The prefix of all keys in the bucket. It is empty or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is in the path of an address, not in its host. */
  isPathStyle: boolean;
  /** Whether callers get presigned S3 addresses. */
  isPresigned: boolean;
};

export const FILES_SETTINGS = {
  filesUrl: url(
    'SELLO_FILES_URL',
    'Separate origin for downloads of uploaded files, on a host name that leads to this server; by default SELLO_BASE_URL',
  ),
  s3Bucket: matching(
    'SELLO_S3_BUCKET',
    undefined,
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'the name of a bucket',
    'S3 bucket that keeps the original files, instead of the data folder',
  ),
  s3Endpoint: url('SELLO_S3_ENDPOINT', 'Address of the S3 service; by default Amazon’s for SELLO_S3_REGION'),
  s3Region: matching(
    'SELLO_S3_REGION',
    'us-east-1',
    /^[a-z0-9-]{1,63}$/,
    'the name of a region',
    'Region of the bucket',
  ),
  s3AccessKeyId: text('SELLO_S3_ACCESS_KEY_ID', undefined, 'Access key id for the bucket'),
  s3SecretAccessKey: secretOrFile(
    'SELLO_S3_SECRET_ACCESS_KEY',
    'Secret access key for the bucket',
    'File that holds that secret, instead of SELLO_S3_SECRET_ACCESS_KEY',
    'is empty',
    (given) => given || undefined,
  ),
  s3Prefix: matching(
    'SELLO_S3_PREFIX',
    undefined,
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\/?$/,
    'names of letters, digits, `_`, `.` and `-`, with `/` between them',
    'Prefix of the names of all objects, for a bucket that others use too',
  ),
  s3PathStyle: choice(
    'SELLO_S3_PATH_STYLE',
    'auto',
    ['auto', 'yes', 'no'],
    'Whether addresses name the bucket in the path (`yes`) or in the host (`no`); `auto` means `yes` if SELLO_S3_ENDPOINT is set',
  ),
  s3Presigned: choice(
    'SELLO_S3_PRESIGNED',
    'off',
    ['on', 'off'],
    'Whether `proof?type=file` answers with a presigned address of S3 instead of one of this server',
  ),
  blobKey: secretOrFile(
    'SELLO_BLOB_KEY',
    'Master key (32 bytes in base64) that encrypts original files at rest; whoever loses this key loses the files; by default files are not encrypted',
    'File that holds that master key, instead of SELLO_BLOB_KEY',
    `must hold ${A_MASTER_KEY}`,
    parseMasterKey,
  ),
  blobKeysOld: secret(
    text(
      'SELLO_BLOB_KEYS_OLD',
      undefined,
      'Other master keys that are accepted while SELLO_BLOB_KEY is being replaced, separated by commas',
    ),
  ),
  maxStoredBytes: integer(
    'SELLO_MAX_STORED_BYTES',
    '53687091200',
    1,
    Number.MAX_SAFE_INTEGER,
    'Bytes of original files that one account may keep in live mode, and as many again in test mode; the default is 50 GiB',
  ),
  maxPostedBytes: integer(
    'SELLO_MAX_POSTED_BYTES',
    '1073741824',
    1,
    Number.MAX_SAFE_INTEGER,
    'Bytes of the database that the rows of rosters, imports and markings of one account may take in live mode, and as many again in test mode; rows are deleted after 90 days, and the default is 1 GiB',
  ),
  maxTestCertificates: integer(
    'SELLO_MAX_TEST_CERTIFICATES',
    '100000',
    1,
    2_000_000_000,
    'Test certificates that one account may have; each takes about 6 kB of the database for good',
  ),
  testFilesDays: integer(
    'SELLO_TEST_FILES_DAYS',
    '30',
    1,
    36_500,
    'Days after which the original files of test certificates are erased; their proofs stay',
  ),
  journalDays: integer(
    'SELLO_JOURNAL_DAYS',
    '35',
    0,
    36_500,
    'Days for which the journal is kept, from which `sello recover` restores what a database lost; must exceed the age of the oldest backup you would restore; `0` keeps no journal',
  ),
};

export function readFilesSettings(read: SettingsReader): FilesSettings {
  const s3 = readS3(read);
  const masterKeys = readMasterKeys(read);
  // With our encryption, a presigned address would serve encrypted bytes.
  if (s3?.isPresigned && masterKeys !== undefined)
    read.problems.push('SELLO_S3_PRESIGNED=on and SELLO_BLOB_KEY exclude each other: S3 cannot decrypt');
  return {
    filesUrl: readFilesUrl(read),
    s3,
    masterKeys,
    maxStoredBytes: read.needed(FILES_SETTINGS.maxStoredBytes),
    maxPostedBytes: read.needed(FILES_SETTINGS.maxPostedBytes),
    maxTestCertificates: read.needed(FILES_SETTINGS.maxTestCertificates),
    testFilesDays: read.needed(FILES_SETTINGS.testFilesDays),
    journalDays: read.needed(FILES_SETTINGS.journalDays),
  };
}

/** Reads the address, which must be an origin without a path, because our own paths are appended to it. */
function readFilesUrl({ take, problems }: SettingsReader): string | undefined {
  const given = take(FILES_SETTINGS.filesUrl);
  if (given === undefined) return undefined;
  const { origin, href } = new URL(given);
  if (href !== `${origin}/`) problems.push('SELLO_FILES_URL must be an origin such as https://files.example');
  return origin;
}

function readS3(read: SettingsReader): S3Config | undefined {
  const { take, needed, problems } = read;
  const { s3SecretAccessKey, ...s3 } = FILES_SETTINGS;
  const bucket = take(s3.s3Bucket);
  const endpoint = take(s3.s3Endpoint);
  const region = needed(s3.s3Region);
  const accessKeyId = take(s3.s3AccessKeyId);
  const prefix = take(s3.s3Prefix);
  const pathStyle = needed(s3.s3PathStyle);
  const isPresigned = needed(s3.s3Presigned) === 'on';
  if (bucket === undefined) {
    const needing = [
      endpoint !== undefined && s3.s3Endpoint,
      accessKeyId !== undefined && s3.s3AccessKeyId,
      read.isGiven(s3SecretAccessKey.direct) && s3SecretAccessKey.direct,
      read.isGiven(s3SecretAccessKey.file) && s3SecretAccessKey.file,
      prefix !== undefined && s3.s3Prefix,
      isPresigned && s3.s3Presigned,
    ].flatMap((setting) => (setting === false ? [] : setting.name));
    if (needing.length > 0) problems.push(`SELLO_S3_BUCKET is needed with ${needing.join(', ')}`);
    return undefined;
  }
  if (accessKeyId === undefined) problems.push('SELLO_S3_ACCESS_KEY_ID is needed with SELLO_S3_BUCKET');
  const secretAccessKey = read.neededSecret(s3SecretAccessKey, 'SELLO_S3_BUCKET needs a secret');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint,
    region,
    bucket,
    prefix: prefix === undefined ? '' : prefix.replace(/\/*$/, '/'),
    accessKeyId,
    secretAccessKey,
    isPathStyle: pathStyle === 'auto' ? endpoint !== undefined : pathStyle === 'yes',
    isPresigned,
  };
}

function readMasterKeys({ take, takeSecret, isGiven, problems }: SettingsReader): MasterKeys | undefined {
  const { blobKey, blobKeysOld } = FILES_SETTINGS;
  const old = take(blobKeysOld);
  if (!isGiven(blobKey.direct) && !isGiven(blobKey.file)) {
    if (old !== undefined)
      problems.push('SELLO_BLOB_KEYS_OLD needs the current key: set SELLO_BLOB_KEY or SELLO_BLOB_KEY_FILE');
    return undefined;
  }
  const current = takeSecret(blobKey);
  const known = parseMasterKeys(old ?? '');
  if (known === undefined)
    problems.push(`SELLO_BLOB_KEYS_OLD must hold keys, each ${A_MASTER_KEY}, separated by commas`);
  return current && [current, ...(known ?? [])];
}
