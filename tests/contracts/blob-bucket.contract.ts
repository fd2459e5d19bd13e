/** What an S3 service must do for our files beyond the contract of `BlobStore`, faults of the network included. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BlobBucket, openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import type { S3Config } from '../../server/src/files/settings.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { type StoreUnderTest, writeAll } from './blob-store.contract.ts';

const OWNER = 'acct_0000000000000000000000' as AccountId;
const newName = () => randomBytes(12).toString('hex');

type BucketUnderTest = StoreUnderTest & { store: BlobBucket; config: S3Config; folder: string };

/**
 * For tests that do not measure time: the S3 service shares a thread with its client. On a busy machine twelve uploads
 * at once take longer than a caller's limit, and so do the three attempts to send one large file, because their
 * silences add up.
 */
export const PATIENT_MS = 30_000;

/** Opens a store under a prefix of its own in the bucket. */
export async function openBucket(
  s3: S3Service,
  change: Partial<S3Config> = {},
  silenceMs?: number,
): Promise<BucketUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-spool-'));
  const config = { ...s3.config, prefix: `${newName()}/`, ...change };
  const opened: BlobBucket[] = [];
  const open = async () => {
    const bucket = await openBlobBucket(config, folder, newName, silenceMs);
    opened.push(bucket);
    return bucket;
  };
  return {
    config,
    folder,
    store: await open(),
    reopen: open,
    countIncoming: async () => (await readdir(path.join(folder, 'incoming'))).length,
    async close() {
      for (const bucket of opened) bucket.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `service` is asked for before each test, so that it may be opened in a hook. */
export function describeBlobBucket(name: string, service: () => S3Service): void {
  describe(`${name} for files`, () => {
    let s3: S3Service;
    let under: BucketUnderTest;
    let store: BlobBucket;
    beforeEach(async () => {
      s3 = service();
      under = await openBucket(s3, {}, PATIENT_MS);
      store = under.store;
    });
    afterEach(async () => {
      await s3.behave('pass');
      await under.close();
    });

    const receive = async (bytes: Uint8Array, into = store) => {
      const blob = into.receive(OWNER);
      await writeAll(blob, [bytes]);
      const { sha256 } = blob.finish();
      await blob.sync();
      return { blob, sha256 };
    };
    const mine = async () => (await s3.keys()).filter((key) => key.startsWith(under.config.prefix));
    const UNAVAILABLE = { code: 'storage_unavailable' };
    const SIZES = [
      ['a small file', 1_000],
      ['a file that waits on the disk', 9_000_000],
    ] as const;

    test.for(SIZES)('%s is one object, named by its digest, and nothing else', async ([, size]) => {
      const bytes = randomBytes(size);
      const { blob, sha256 } = await receive(bytes);
      expect(await mine()).toEqual([]);
      await blob.keep();
      await blob.discard();
      const key = `${under.config.prefix}files/${OWNER}/${sha256}`;
      expect(await mine()).toEqual([key]);
      expect((await s3.bytesOf(key)).equals(bytes)).toBe(true);
      expect(await under.countIncoming()).toBe(0);
    });

    test.for(SIZES)(
      '%s changed in transit is refused, never stored under a wrong digest',
      async ([, size]) => {
        const { blob } = await receive(randomBytes(size));
        await s3.behave('flip');
        await expect(blob.keep()).rejects.toMatchObject({
          ...UNAVAILABLE,
          cause: { name: 'XAmzContentSHA256Mismatch' },
        });
        expect(await mine()).toEqual([]);
        await s3.behave('pass');
        await blob.keep();
        expect(await mine()).toHaveLength(1);
      },
    );

    test.for(SIZES)('a lost answer is retried: %s is stored once', async ([, size]) => {
      const { blob, sha256 } = await receive(randomBytes(size));
      await s3.behave('mute once');
      await blob.keep();
      expect(await mine()).toHaveLength(1);
      expect(await store.sizeOf(OWNER, sha256)).toBe(size);
    });

    test.for([
      ['refuse', 'nobody listens'],
      ['swallow', 'nothing comes back'],
      ['mute', 'every answer is lost'],
    ] as const)(
      'P04 a service that is down is `storage_unavailable` within two seconds: %s (%s)',
      async ([road]) => {
        const hurried = await openBucket(s3);
        const small = await receive(randomBytes(1_000), hurried.store);
        const large = await receive(randomBytes(3_000_000), hurried.store);
        await s3.behave(road);
        const began = performance.now();
        const asked = await Promise.allSettled([
          small.blob.keep(),
          hurried.store.open(OWNER, small.sha256),
          hurried.store.sizeOf(OWNER, small.sha256),
          hurried.store.check(),
          large.blob.keep(),
        ]);
        // One extra second for a busy machine.
        expect(performance.now() - began).toBeLessThan(3_000);
        for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
        await s3.behave('pass');
        await small.blob.keep();
        await large.blob.keep();
        await hurried.store.check();
        await hurried.close();
      },
    );

    test('a file that can no longer be read is `storage_unavailable`, and affects nothing else', async () => {
      const gone = await receive(randomBytes(9_000_000));
      const [waiting = ''] = await readdir(path.join(under.folder, 'incoming'));
      await rm(path.join(under.folder, 'incoming', waiting));
      await expect(gone.blob.keep()).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: 'ENOENT' } });
      expect(await mine()).toEqual([]);
    });

    test('a service that is down gets only a limited number of requests', async () => {
      const { blob } = await receive(randomBytes(1_000));
      await s3.behave('mute');
      await expect(blob.keep()).rejects.toMatchObject(UNAVAILABLE);
      expect(s3.connections).toBeLessThanOrEqual(3);
    });

    test.for([
      ['a wrong secret', { secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
      ['a bucket that is not there', { bucket: 'other' }, 'NoSuchBucket'],
    ] as const)('%s is reported by `check` and never taken for a missing file', async ([, change, name]) => {
      const other = await openBucket(s3, change);
      const refusal = { ...UNAVAILABLE, cause: { name } };
      await expect(other.store.check()).rejects.toMatchObject(refusal);
      await expect(other.store.open(OWNER, 'f'.repeat(64) as Sha256Hex)).rejects.toMatchObject(refusal);
      await other.close();
    });

    test('a presigned address gives the file as an untyped attachment, until it expires, and only unchanged', async () => {
      const direct = await openBucket(s3, { isPresigned: true });
      const blob = direct.store.receive(OWNER);
      await writeAll(blob, [Buffer.from('<script>alert(1)</script>')]);
      const { sha256 } = blob.finish();
      await blob.sync();
      await blob.keep();
      const disposition = 'attachment; filename="a_o.html"';
      const urlAt = async (ageMs: number) =>
        (await direct.store.directUrl?.(OWNER, sha256, disposition, new Date(Date.now() - ageMs), 300)) ?? '';
      const url = await urlAt(0);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('<script>alert(1)</script>');
      expect(answer.headers.get('content-disposition')).toBe(disposition);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect((await fetch(await urlAt(290_000))).status).toBe(200);
      expect((await fetch(await urlAt(310_000))).status).toBe(403);
      for (const changed of [
        url.replace(sha256, 'f'.repeat(64)),
        url.replace('attachment', 'inline'),
        url.replace('octet-stream', 'html'),
        url.replace('Expires=300', 'Expires=3000'),
      ]) {
        expect(changed).not.toBe(url);
        expect((await fetch(changed)).status).toBe(403);
      }
      await direct.close();
    });

    test('no connection is left open, however a download ends', async () => {
      const { blob, sha256 } = await receive(randomBytes(3_000_000));
      await blob.keep();
      for (let number = 0; number < 10; number++) {
        (await store.open(OWNER, sha256))?.destroy();
        await (await store.open(OWNER, sha256))?.toArray();
      }
      const bytes = Buffer.concat((await (await store.open(OWNER, sha256))?.toArray()) ?? []);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    });
  });
}
