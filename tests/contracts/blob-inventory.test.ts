import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import { openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import type { BlobName } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import { openS3Server } from '../harness/s3-server.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { PATIENT_MS } from './blob-bucket.contract.ts';
import { describeBlobInventory, keep } from './blob-inventory.contract.ts';

const OWNER = 'acct_0000000000000000000000' as AccountId;
const newName = () => randomBytes(12).toString('hex');

let s3: S3Service;
let scratch: string;
beforeAll(async () => {
  s3 = await openS3Server();
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-inventory-'));
});
afterAll(async () => {
  await s3.close();
  await rm(scratch, { recursive: true, force: true });
});

describeBlobInventory('a folder', (folder) => openBlobFolder(folder, newName));
describeBlobInventory('a bucket', (folder) =>
  openBlobBucket({ ...s3.config, prefix: `${newName()}/` }, folder, newName, PATIENT_MS),
);

test('a folder renames a file without copying it', async () => {
  const store = await openBlobFolder(path.join(scratch, newName()), newName);
  const sha256 = (await keep(store, OWNER, 'one')) as BlobName;
  const target = path.join(scratch, newName());
  expect(await store.link?.(OWNER, sha256, target)).toBe(true);
  expect((await stat(target)).nlink).toBe(2);
});
