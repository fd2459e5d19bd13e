/** How a bundle names its file: by its SHA-256, or by the longer digest that its time stamp covers. */

import type { StrongHash } from '../crypto/algorithms.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import type { LongDigest } from '../log/leaf.ts';
import { ORIGINAL_NAME } from './bundle-entries.ts';

/** In hexadecimal. */
export type NamedDigest =
  | { sha256: string; digest?: undefined }
  | { sha256?: undefined; digest: { algorithm: LongDigest['algorithm']; value: string } };

export function namedDigest({ sha256, digest }: NamedDigest): { algorithm: StrongHash; value: string } {
  return digest ?? { algorithm: 'SHA-256', value: sha256 };
}

const HASH_FILES = {
  'SHA-256': 'file.sha256',
  'SHA-384': 'file.sha384',
  'SHA-512': 'file.sha512',
} as const satisfies Record<StrongHash, string>;

/** The name of the file in a bundle that states a digest by this algorithm. */
export function hashFileOf(algorithm: StrongHash): (typeof HASH_FILES)[StrongHash] {
  return HASH_FILES[algorithm];
}

/** The program of GNU coreutils that computes the digest. */
export function sumProgram(algorithm: StrongHash): string {
  return `${algorithm.replace('-', '').toLowerCase()}sum`;
}

/** A line in the format of `sha256sum -c`, with the file name that the commands use. */
export function hashLine(file: NamedDigest): string {
  return `${namedDigest(file).value}  ${ORIGINAL_NAME}\n`;
}

/** Whether it is a digest by this algorithm, in lower-case hexadecimal. */
export function isDigestText(value: unknown, algorithm: StrongHash): value is string {
  return (
    typeof value === 'string' && /^[0-9a-f]+$/.test(value) && value.length === 2 * HASHES[algorithm].bytes
  );
}
