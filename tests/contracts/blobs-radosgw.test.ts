/** The contracts of files in a bucket, checked on Ceph's radosgw instead of the S3 server of the daily tests. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import type { BlobName } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import { openEncryptedOver } from '../harness/encrypted-blobs.ts';
import { openRadosgw } from '../harness/radosgw.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { describeBlobBucket, openBucket, PATIENT_MS } from './blob-bucket.contract.ts';
import { describeBlobInventory, keep, listed } from './blob-inventory.contract.ts';
import { describeBlobStore } from './blob-store.contract.ts';

const newName = () => randomBytes(12).toString('hex');

let radosgw: S3Service;
beforeAll(async () => {
  radosgw = await openRadosgw();
});
afterAll(() => radosgw?.close());

const openIn = (folder: string, prefix: string) =>
  openBlobBucket({ ...radosgw.config, prefix }, folder, newName);

describeBlobStore('radosgw', () => openBucket(radosgw, {}, PATIENT_MS));
describeBlobStore('radosgw, encrypted', () => {
  const prefix = `${newName()}/`;
  return openEncryptedOver((folder) => openIn(folder, prefix));
});
// This contract includes P04: a service that is down is reported in time.
describeBlobBucket('radosgw', () => radosgw);
describeBlobInventory('radosgw', (folder) => openIn(folder, `${newName()}/`));

test('an inventory of several pages is complete and has no duplicates', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-pages-'));
  const bucket = await openIn(folder, `${newName()}/`);
  const owner = 'acct_0000000000000000000000' as AccountId;
  const kept: string[] = [];
  // Three pages of a thousand, the last of them not full.
  for (let from = 0; from < 2_100; from += 50) {
    const some = Array.from({ length: 50 }, (_, number) => `file ${from + number}`);
    kept.push(...(await Promise.all(some.map((text) => keep(bucket, owner, text)))));
  }
  const sealed = `${createHash('sha256').update('sealed').digest('hex')}.sealed` as BlobName;
  kept.push(await keep(bucket, owner, 'sealed', sealed));
  const found = (await listed(bucket)).map(({ name }) => name);
  expect(found.sort()).toEqual(kept.sort());
  bucket.close();
  await rm(folder, { recursive: true, force: true });
});
