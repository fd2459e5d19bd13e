/**
 * Keeps objects of the log in the S3 bucket of the files: `<prefix>log/<name>`. S3 replaces an object in one step.
 */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { assertKeptName, type KeptObjects } from '../kernel/disk/kept-objects.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { rethrowAsUnavailable, unlessMissing } from './s3-answers.ts';
import type { S3Bucket } from './s3-bucket.ts';

export function keptInBucket(bucket: S3Bucket, prefix: string): KeptObjects {
  const place = `${prefix}log/`;
  const keyOf = (name: string) => {
    assertKeptName(name);
    return `${place}${name}`;
  };
  return {
    read: (name) => {
      const key = keyOf(name);
      return unlessMissing(async () => {
        const { Body } = await bucket.get(key);
        return Buffer.concat(await (Body as Readable).toArray());
      });
    },

    async write(name, bytes) {
      const body = Buffer.from(bytes);
      const sha256 = createHash('sha256').update(body).digest('hex') as Sha256Hex;
      await bucket
        .put(keyOf(name), { sha256, sizeBytes: body.length }, () => body)
        .catch(rethrowAsUnavailable);
    },

    async list(start) {
      const names: string[] = [];
      for (let from: string | undefined, isEnd = false; !isEnd; ) {
        const page = await bucket.page(`${place}${start}`, from).catch(rethrowAsUnavailable);
        names.push(...(page.Contents ?? []).map(({ Key }) => (Key ?? '').slice(place.length)));
        from = page.NextContinuationToken;
        isEnd = from === undefined;
      }
      return names.sort();
    },

    remove: (name) => bucket.remove(keyOf(name)).catch(rethrowAsUnavailable),
  };
}
