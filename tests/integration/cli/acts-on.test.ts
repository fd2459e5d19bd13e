/** Every command of the operator says which database and data folder it acts on, in the same words and without secrets. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELP, type Verb } from '../../../server/src/cli/shared/help.ts';
import { runInside } from '../../harness/inside-sello.ts';

/** By verb: arguments that pass every check made before anything is opened, or the reason why the verb says nothing. */
const VERBS: Record<Verb, readonly string[] | string> = {
  account: ['account', 'list'],
  backup: ['backup', 'FOLDER'],
  'badge-key': ['badge-key', 'rotate', 'acct_0000000000000000000000'],
  'export-evidence': ['export-evidence', '--account', 'a@example.com', '--mode', 'test', '--out', 'FOLDER'],
  fsck: ['fsck', '--json'],
  hold: ['hold', 'list', '--json'],
  key: ['key', 'list', '--account', 'a@example.com'],
  'log-key': ['log-key', 'list'],
  member: ['member', 'export', 'mem_0000000000000000000000', '--out', 'FOLDER'],
  migrate: ['migrate', '--plan'],
  operator: ['operator', 'list'],
  person: ['person', 'export', 'a@example.com'],
  partitions: ['partitions', '--json'],
  recover: ['recover'],
  restore: ['restore', 'FOLDER'],
  status: ['status', '--json'],
  serve: 'the service itself',
  worker: 'the service itself',
  adopt: 'calls SELLO_URL',
  'tsa-proxy': 'calls SELLO_URL',
  certify: 'calls SELLO_URL',
  conformance: 'reads the vectors that it is given',
  demo: 'calls SELLO_URL',
  mcp: 'calls SELLO_URL',
  proof: 'calls SELLO_URL',
  members: 'calls SELLO_URL',
  roster: 'calls SELLO_URL',
  webhooks: 'calls SELLO_URL',
  monitor: 'reads the log of a URL',
  verify: 'reads the files that it is given',
  witness: 'keeps its state in the folder that it is given',
  mirror: 'keeps its state in the folder that it is given',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-acts-on-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const operators = Object.entries(VERBS).flatMap(([verb, args]) =>
  typeof args === 'string' ? [] : [[verb, args] as const],
);

test('every verb is in the list', () => {
  expect(Object.keys(VERBS).sort()).toEqual(Object.keys(HELP).sort());
});

test.for(operators)('sello %s says what it acts on, without any password', async ([verb, args]) => {
  const DATABASE_URL = 'postgres://sello:s3cr3t@127.0.0.1:9,127.0.0.1:10/nothing?password=s3cr3t';
  const { status, out, error } = await runInside(
    args.map((arg) => (arg === 'FOLDER' ? path.join(folder, 'none') : arg)),
    { DATABASE_URL, SELLO_DATA_DIR: folder },
  );
  const [line] = error.split('\n');
  expect(line).toBe(
    `Acts on: database postgres://sello@127.0.0.1:9,127.0.0.1:10/nothing, data folder ${folder}`,
  );
  expect(error.split('Acts on').length).toBe(2);
  expect(out + error).not.toContain('s3cr3t');
  // `sello status` shows that the database is away, which is what it is for.
  if (verb === 'status') expect(out).toContain('database');
  else expect(status).not.toBe(0);
});

test('an embedded database and a bucket are named too', async () => {
  const { error } = await runInside(['status'], {
    SELLO_DATA_DIR: path.join(folder, 'new'),
    SELLO_S3_ENDPOINT: 'http://127.0.0.1:9',
    SELLO_S3_BUCKET: 'papers',
    SELLO_S3_REGION: 'r',
    SELLO_S3_ACCESS_KEY_ID: 'k',
    SELLO_S3_SECRET_ACCESS_KEY: 's3cr3t',
  });
  const place = path.join(folder, 'new');
  expect(error).toBe(
    `Acts on: database embedded in ${place}/postgres, data folder ${place}, files in the bucket papers\n`,
  );
});
