/** Says what an answer of S3 means for the caller. */

import { s3CodeOf } from './s3-requests.ts';
import { storageUnavailable } from './storage-failure.ts';

export async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // `NotFound` is the code for a HEAD, whose answer has no body with a better one. The code of a missing bucket is
    // left out, because it does not mean a missing file.
    if (s3CodeOf(error) === 'NoSuchKey' || s3CodeOf(error) === 'NotFound') return undefined;
    throw storageUnavailable(error);
  }
}

export function rethrowAsUnavailable(error: unknown): never {
  throw storageUnavailable(error);
}
