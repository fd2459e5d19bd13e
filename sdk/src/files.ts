/**
 * Local files, on platforms that have them; `node.ts` provides these functions. A bundle for browsers lacks them, and
 * so contains no `node:` import.
 */

import type { Source } from './source.ts';

export type Files = {
  open(path: string): Promise<Source>;
  save(path: string, chunks: AsyncIterable<Uint8Array>, options: SaveOptions): Promise<void>;
  sha256(chunks: AsyncIterable<Uint8Array>): Promise<string>;
};

export type SaveOptions = {
  overwrite?: boolean | undefined;
  /** The folder for the unfinished file, on the same disk. Defaults to the folder of the file itself. */
  drafts?: string | undefined;
};

let files: Files | undefined;

export function provideFiles(provided: Files): void {
  files = provided;
}

/** The platform's own SHA-256, if it can hash a file in parts. */
export function platformSha256(): Files['sha256'] | undefined {
  return files?.sha256;
}

export async function openPath(path: string): Promise<Source> {
  return demandFiles().open(path);
}

/** Written completely or not at all; replaces an existing file only with `overwrite`. */
export async function saveTo(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  options: SaveOptions,
): Promise<void> {
  return demandFiles().save(path, chunks, options);
}

function demandFiles(): Files {
  if (files === undefined)
    throw new TypeError('There are no paths here: give the bytes as `file` or `stream`.');
  return files;
}
