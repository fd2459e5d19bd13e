import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { readFilesSettings } from './settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sello-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

function filesOf(env: Environment) {
  const read = readSettings(env);
  const files = readFilesSettings(read);
  expect(read.problems).toEqual([]);
  return files;
}

function problemsOf(env: Environment): readonly string[] {
  const read = readSettings(env);
  readFilesSettings(read);
  return read.problems;
}

const S3 = {
  SELLO_S3_BUCKET: 'originals',
  SELLO_S3_ACCESS_KEY_ID: 'AKIA',
  SELLO_S3_SECRET_ACCESS_KEY: 'hush',
};
const KEY = randomBytes(32).toString('base64');

test('without a bucket and a key, files go to the data folder unencrypted', () => {
  expect(filesOf({})).toMatchObject({ s3: undefined, masterKeys: undefined });
});

test('a bucket at Amazon needs its name and a key; another service also needs its address', () => {
  expect(filesOf(S3).s3).toEqual({
    endpoint: undefined,
    region: 'us-east-1',
    bucket: 'originals',
    prefix: '',
    accessKeyId: 'AKIA',
    secretAccessKey: 'hush',
    isPathStyle: false,
    isPresigned: false,
  });
  const own = { ...S3, SELLO_S3_ENDPOINT: 'http://ceph:7480', SELLO_S3_PREFIX: 'sello/live' };
  expect(filesOf(own).s3).toMatchObject({
    endpoint: 'http://ceph:7480',
    prefix: 'sello/live/',
    isPathStyle: true,
  });
  expect(filesOf({ ...own, SELLO_S3_PATH_STYLE: 'no' }).s3?.isPathStyle).toBe(false);
});

test('the secret may come from a file, but not from both places', () => {
  const { SELLO_S3_SECRET_ACCESS_KEY: _, ...rest } = S3;
  const inFile = { ...rest, SELLO_S3_SECRET_ACCESS_KEY_FILE: file('secret', 'hush\n') };
  expect(filesOf(inFile).s3?.secretAccessKey).toBe('hush');
  expect(problemsOf({ ...inFile, SELLO_S3_SECRET_ACCESS_KEY: 'x' }).join()).toContain('not both');
  expect(problemsOf(rest).join()).toContain('needs a secret');
  const empty = { ...rest, SELLO_S3_SECRET_ACCESS_KEY_FILE: file('empty', '\n') };
  expect(problemsOf(empty)).toEqual(['SELLO_S3_SECRET_ACCESS_KEY_FILE is empty']);
  const missing = { ...rest, SELLO_S3_SECRET_ACCESS_KEY_FILE: path.join(folder, 'missing') };
  expect(problemsOf(missing).join()).toContain('SELLO_S3_SECRET_ACCESS_KEY_FILE cannot be read');
});

test('bucket settings without a bucket are reported by name', () => {
  const { SELLO_S3_BUCKET: _, ...rest } = S3;
  expect(problemsOf({ ...rest, SELLO_S3_PRESIGNED: 'on' })).toEqual([
    'SELLO_S3_BUCKET is needed with SELLO_S3_ACCESS_KEY_ID, SELLO_S3_SECRET_ACCESS_KEY, SELLO_S3_PRESIGNED',
  ]);
});

test.for([
  ['SELLO_S3_BUCKET', ['ab', 'Upper', 'under_score', '-dash', 'a'.repeat(64)]],
  ['SELLO_S3_ENDPOINT', ['s3.example', 'ftp://s3.example']],
  ['SELLO_S3_REGION', ['US', 'a b']],
  ['SELLO_S3_PREFIX', ['/a', 'a//b', '../b', 'a/../b', 'a b', 'año']],
  ['SELLO_S3_PATH_STYLE', ['true', 'on']],
  ['SELLO_S3_PRESIGNED', ['yes', 'true']],
] as const)('%s must be what it is meant to be: %j', ([name, values]) => {
  for (const value of values)
    expect(problemsOf({ ...S3, [name]: value })[0]).toMatch(new RegExp(`^${name} must be `));
});

test('a master key is 32 bytes in base64, exactly, here or in a file', () => {
  expect(filesOf({ SELLO_BLOB_KEY: KEY }).masterKeys).toEqual([Buffer.from(KEY, 'base64')]);
  expect(filesOf({ SELLO_BLOB_KEY_FILE: file('key', `${KEY}\n`) }).masterKeys).toHaveLength(1);
  for (const wrong of ['x', KEY.slice(1), `${KEY}=`, `A${KEY}`, 'ab'.repeat(32), `${'A'.repeat(42)}B=`]) {
    const problems = problemsOf({ SELLO_BLOB_KEY: wrong });
    expect(problems.join()).toContain('SELLO_BLOB_KEY must hold 32 bytes');
    expect(problems.join()).not.toContain(wrong === 'x' ? '"x"' : wrong);
  }
  expect(problemsOf({ SELLO_BLOB_KEY: KEY, SELLO_BLOB_KEY_FILE: 'x' }).join()).toContain('exclude');
});

test('old keys are read beside the current key, and not without it', () => {
  const olds = [randomBytes(32), randomBytes(32)];
  const old = olds.map((key) => key.toString('base64')).join(', ');
  expect(filesOf({ SELLO_BLOB_KEY: KEY, SELLO_BLOB_KEYS_OLD: old }).masterKeys).toEqual([
    Buffer.from(KEY, 'base64'),
    ...olds,
  ]);
  expect(problemsOf({ SELLO_BLOB_KEYS_OLD: old }).join()).toContain('needs the current key');
  expect(problemsOf({ SELLO_BLOB_KEY: KEY, SELLO_BLOB_KEYS_OLD: `${old},x` }).join()).toContain(
    'SELLO_BLOB_KEYS_OLD must hold keys',
  );
});

test('presigned addresses and our own encryption exclude each other', () => {
  expect(problemsOf({ ...S3, SELLO_S3_PRESIGNED: 'on', SELLO_BLOB_KEY: KEY }).join()).toContain(
    'exclude each other',
  );
});

test('all problems are reported at once, without any secret', () => {
  const problems = problemsOf({
    SELLO_S3_BUCKET: 'originals',
    SELLO_S3_REGION: 'A B',
    SELLO_S3_PATH_STYLE: 'x',
    SELLO_BLOB_KEY: 'hush-hush',
  });
  expect(problems).toHaveLength(5);
  expect(problems.join()).not.toContain('hush');
});
