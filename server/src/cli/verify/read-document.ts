/** Computes the digests of the document beside the evidence, however large it is. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Evidence, parseHex } from '@sello/proof';
import { UsageError } from '../shared/usage.ts';

export function digestSource(
  file: string | undefined,
  hash: string | undefined,
): Pick<Evidence, 'digest' | 'documentLeaf'> {
  if (file !== undefined)
    return {
      digest: (algorithm) => digestOf(file, algorithm),
      documentLeaf: () => digestOf(file, 'SHA-256', LEAF_PREFIX),
    };
  if (hash === undefined) return {};
  const bytes = parseHex(hash);
  const algorithm = bytes && ({ 32: 'SHA-256', 48: 'SHA-384', 64: 'SHA-512' } as const)[bytes.length];
  if (algorithm === undefined)
    throw new UsageError('--hash must be a SHA-256, SHA-384 or SHA-512 in hexadecimal.');
  return { digest: async (wanted) => (wanted === algorithm ? bytes : undefined) };
}

/** RFC 9162 §2.1.1: this octet is put before an entry that is hashed. */
const LEAF_PREFIX = Uint8Array.of(0);

async function digestOf(
  file: string,
  algorithm: string,
  prefix: Uint8Array = new Uint8Array(0),
): Promise<Uint8Array> {
  const hash = createHash(algorithm.replace('-', '').toLowerCase()).update(prefix);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash).catch((error) =>
    rethrowReadable(file, error),
  );
  return hash.digest();
}

export function rethrowReadable(file: string, error: NodeJS.ErrnoException): never {
  throw new UsageError(
    error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`,
  );
}
