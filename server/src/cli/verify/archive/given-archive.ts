/** Finds an archive among the arguments of `sello verify`. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../shared/usage.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { openArchive } from './open-archive.ts';

export type GivenArchive = {
  archive: ArchiveReader;
  /** The path of the folder or file. */
  place: string;
  others: readonly string[];
};

/** Opens the first of these arguments that is an archive. Undefined if none is. */
export async function archiveAmong(positionals: readonly string[]): Promise<GivenArchive | undefined> {
  for (const given of positionals) {
    const archive = await openArchive(given);
    if (archive !== undefined)
      return { archive, place: given, others: positionals.filter((other) => other !== given) };
  }
  return undefined;
}

/**
 * Refuses roots from inside the archive. They are part of the evidence, so they confirm nothing even if the caller
 * names them.
 */
export async function assertOutside(place: string, roots: readonly string[]): Promise<void> {
  const inside = `${await realpath(place)}${path.sep}`;
  for (const root of roots)
    if ((await realpath(root).catch(() => '')).startsWith(inside))
      throw new UsageError(
        `${root} is a part of the archive: whoever invents an archive invents its roots. Give --root with one that you got elsewhere.`,
      );
}

/** Refuses options that mean nothing for an archive, because they must not be ignored silently. */
export function assertForArchive(values: Readonly<Record<string, unknown>>, others: readonly string[]): void {
  const isOne = values.certificate !== undefined;
  const known = ['root', 'log-key', 'broken', 'as-of', 'json', 'certificate', 'extract'];
  const forOne = ['hash', 'trusted-block', 'rpc', 'witness', 'witness-quorum'];
  const strange = Object.keys(values).find((name) => !known.includes(name) && !forOne.includes(name));
  if (strange !== undefined) throw new UsageError(`--${strange} cannot be given beside an archive.`);
  const single = Object.keys(values).find((name) => name === 'extract' || forOne.includes(name));
  if (!isOne && single !== undefined)
    throw new UsageError(`--${single} is about one certificate: name it with --certificate.`);
  if (others.length > (isOne ? 1 : 0))
    throw new UsageError(
      `Unexpected argument "${others.at(-1)}". Beside an archive, give --certificate and at most its original file.`,
    );
}
