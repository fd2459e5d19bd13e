import type { BlobName } from './ports.ts';

/** Reads the name of a stored file; undefined if no stored file can have this name. */
export function parseBlobName(text: string): BlobName | undefined {
  return /^[0-9a-f]{64}(\.sealed)?$/.test(text) ? (text as BlobName) : undefined;
}
