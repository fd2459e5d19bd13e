import type { BlobName } from './ports.ts';

/** Undefined for a name that no file of ours has. */
export function parseBlobName(text: string): BlobName | undefined {
  return /^[0-9a-f]{64}(\.sealed)?$/.test(text) ? (text as BlobName) : undefined;
}
