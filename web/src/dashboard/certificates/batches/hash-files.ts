/** Fingerprints of many files, one after the other, in the browser. */

import { hashFile, hexOf } from '../../../hashing/hash-file.ts';
import type { Fingerprint } from '../../api.ts';

/** The most that the server accepts in one batch. */
export const MOST_FILES = 10_000;

export type Hashed = {
  items: readonly Fingerprint[];
  /** Names of files that the browser could not read, or that are empty. */
  left: readonly string[];
};

type HashOptions = {
  signal: AbortSignal;
  onProgress: (done: number, name: string) => void;
  hash?: (file: File, signal: AbortSignal) => Promise<string>;
};

/** Rejects only when it is cancelled; unreadable files are reported at the end. */
export async function hashFiles(
  files: readonly File[],
  { signal, onProgress, hash = sha256Of }: HashOptions,
): Promise<Hashed> {
  const items: Fingerprint[] = [];
  const left: string[] = [];
  for (const [done, file] of files.entries()) {
    onProgress(done, file.name);
    const sha256 = file.size === 0 ? undefined : await hash(file, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (sha256 === undefined) left.push(file.name);
    else items.push(toItem(file, sha256));
  }
  return { items, left };
}

function toItem({ name, size, type }: File, sha256: string): Fingerprint {
  return { sha256, file_name: name, file_size: size, ...(type !== '' && { file_mime: type }) };
}

async function sha256Of(file: File, signal: AbortSignal): Promise<string> {
  return hexOf(await hashFile(file, 'SHA-256', { signal }));
}
