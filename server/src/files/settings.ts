/** Where original files are kept and what they are encrypted with, once the settings are read. */

import { readFileSync } from 'node:fs';

export type S3Config = {
  /** Undefined: Amazon's own in the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path of an address, not in its host. */
  isPathStyle: boolean;
  /** Whether callers get S3's own addresses of files. */
  isPresigned: boolean;
};

export type S3Settings = {
  bucket: string | undefined;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  secretAccessKeyFile: string | undefined;
  prefix: string | undefined;
  pathStyle: 'auto' | 'yes' | 'no';
  presigned: 'on' | 'off';
};

/** Keys of 32 bytes that wrap the accounts' own; the first wraps, all of them unwrap. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

export type BlobKeySettings = {
  key: string | undefined;
  keyFile: string | undefined;
  old: string | undefined;
};

/** Undefined where files go to the data folder. */
export function readS3(settings: S3Settings, problems: string[]): S3Config | undefined {
  const { bucket, endpoint, region, accessKeyId } = settings;
  if (bucket === undefined) {
    const needing = namesOfSet(settings);
    if (needing.length > 0) problems.push(`SELLO_S3_BUCKET is needed with ${needing.join(', ')}`);
    return undefined;
  }
  if (accessKeyId === undefined) problems.push('SELLO_S3_ACCESS_KEY_ID is needed with SELLO_S3_BUCKET');
  const secretAccessKey = readSecret(settings, problems);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint,
    region,
    bucket,
    prefix: settings.prefix === undefined ? '' : settings.prefix.replace(/\/*$/, '/'),
    accessKeyId,
    secretAccessKey,
    isPathStyle: settings.pathStyle === 'auto' ? endpoint !== undefined : settings.pathStyle === 'yes',
    isPresigned: settings.presigned === 'on',
  };
}

/** Undefined where files are kept as they are. */
export function readMasterKeys(settings: BlobKeySettings, problems: string[]): MasterKeys | undefined {
  const { key, keyFile, old } = settings;
  if (key === undefined && keyFile === undefined) {
    if (old !== undefined)
      problems.push('SELLO_BLOB_KEYS_OLD needs the key of now: set SELLO_BLOB_KEY or SELLO_BLOB_KEY_FILE');
    return undefined;
  }
  if (key !== undefined && keyFile !== undefined) {
    problems.push('SELLO_BLOB_KEY and SELLO_BLOB_KEY_FILE exclude each other');
    return undefined;
  }
  const text = key ?? readText('SELLO_BLOB_KEY_FILE', keyFile ?? '', problems);
  const current = text === undefined ? undefined : parseMasterKey(text.trim());
  if (text !== undefined && current === undefined)
    problems.push(`${key === undefined ? 'SELLO_BLOB_KEY_FILE' : 'SELLO_BLOB_KEY'} must hold ${A_KEY}`);
  const olds = (old ?? '').split(',').filter((one) => one.trim() !== '');
  const known = olds.map((one) => parseMasterKey(one.trim())).filter((one) => one !== undefined);
  if (known.length < olds.length)
    problems.push(`SELLO_BLOB_KEYS_OLD must hold keys, each ${A_KEY}, separated by commas`);
  return current && [current, ...known];
}

/** What S3 itself would hand out is encrypted where we encrypt. */
export function checkBlobs(
  s3: S3Config | undefined,
  masterKeys: MasterKeys | undefined,
  problems: string[],
): void {
  if (s3?.isPresigned && masterKeys !== undefined)
    problems.push('SELLO_S3_PRESIGNED=on and SELLO_BLOB_KEY exclude each other: S3 cannot decrypt');
}

const A_KEY = '32 bytes in base64 (`openssl rand -base64 32`)';

/** Strictly base64: a key that was cut or mistyped must not become another key. */
function parseMasterKey(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function namesOfSet(settings: S3Settings): string[] {
  const names: [string, unknown][] = [
    ['SELLO_S3_ENDPOINT', settings.endpoint],
    ['SELLO_S3_ACCESS_KEY_ID', settings.accessKeyId],
    ['SELLO_S3_SECRET_ACCESS_KEY', settings.secretAccessKey],
    ['SELLO_S3_SECRET_ACCESS_KEY_FILE', settings.secretAccessKeyFile],
    ['SELLO_S3_PREFIX', settings.prefix],
    ['SELLO_S3_PRESIGNED', settings.presigned === 'on' || undefined],
  ];
  return names.filter(([, value]) => value !== undefined).map(([name]) => name);
}

function readSecret(settings: S3Settings, problems: string[]): string | undefined {
  const { secretAccessKey, secretAccessKeyFile } = settings;
  if ((secretAccessKey === undefined) === (secretAccessKeyFile === undefined)) {
    problems.push(
      'SELLO_S3_BUCKET needs a secret: set SELLO_S3_SECRET_ACCESS_KEY or SELLO_S3_SECRET_ACCESS_KEY_FILE, not both',
    );
    return undefined;
  }
  if (secretAccessKey !== undefined) return secretAccessKey;
  const text = readText('SELLO_S3_SECRET_ACCESS_KEY_FILE', secretAccessKeyFile ?? '', problems)?.trim();
  if (text === '') problems.push('SELLO_S3_SECRET_ACCESS_KEY_FILE is empty');
  return text || undefined;
}

function readText(name: string, file: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`${name} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
