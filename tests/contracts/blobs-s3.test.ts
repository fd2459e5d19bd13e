import { afterAll, beforeAll } from 'vitest';
import { openS3Server } from '../harness/s3-server.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { describeBlobBucket, openBucket, PATIENT_MS } from './blob-bucket.contract.ts';
import { describeBlobStore } from './blob-store.contract.ts';

let s3: S3Service;
beforeAll(async () => {
  s3 = await openS3Server();
});
afterAll(() => s3.close());

describeBlobStore('a bucket', () => openBucket(s3, {}, PATIENT_MS));
// This contract includes P04: a service that is down is reported in time.
describeBlobBucket('a bucket', () => s3);
