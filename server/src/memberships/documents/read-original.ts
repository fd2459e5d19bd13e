/** The bytes of a file that was certified. Undefined if the file is no longer kept. */

import type { BlobStore } from '../../files/ports.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

export async function readOriginal(
  { blobs }: { blobs: Pick<BlobStore, 'open'> },
  { accountId }: Pick<Owner, 'accountId'>,
  sha256: Sha256Hex,
): Promise<Uint8Array | undefined> {
  const file = await blobs.open(accountId, sha256);
  if (file === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}
