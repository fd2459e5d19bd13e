/** Which files a machine may touch: those below the folders that a person named, wherever links lead. */

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../shared/usage.ts';

export type AllowedPaths = {
  /** A file to read; throws `PathRefused`. */
  toRead(given: string): Promise<string>;
  /** A place to write to, in a folder that exists; throws `PathRefused`. */
  toWrite(given: string): Promise<string>;
};

/** Told to the machine, which tells the person. */
export class PathRefused extends Error {}

/** Relative paths begin at the first folder. */
export async function openAllowedPaths(folders: readonly string[]): Promise<AllowedPaths> {
  const roots = await Promise.all(folders.map(readRoot));
  const [first = ''] = roots;
  const isBelow = (place: string) =>
    roots.some(
      (root) => place === root || place.startsWith(root.endsWith(path.sep) ? root : root + path.sep),
    );
  const refusal = (given: string) =>
    new PathRefused(
      `${given} is not below ${roots.join(' or ')}. Whoever started this program can allow more with --allow DIR.`,
    );

  return {
    async toRead(given) {
      const wanted = path.resolve(first, given);
      // Asked first: whether a file exists elsewhere is nobody's business here either.
      const place = await realpath(wanted).catch(() => undefined);
      if (!isBelow(place ?? wanted)) throw refusal(given);
      if (place === undefined) throw new PathRefused(`There is no file ${given}.`);
      if (!(await stat(place)).isFile()) throw new PathRefused(`${given} is not a file.`);
      return place;
    },

    async toWrite(given) {
      const wanted = path.resolve(first, given);
      const folder = await realpath(path.dirname(wanted)).catch(() => undefined);
      const place = path.join(folder ?? path.dirname(wanted), path.basename(wanted));
      if (!isBelow(place)) throw refusal(given);
      if (folder === undefined) throw new PathRefused(`There is no folder ${path.dirname(given)}.`);
      // An existing link would be written through to wherever it leads.
      const existing = await realpath(place).catch(() => place);
      if (existing !== place) throw new PathRefused(`${given} is a link to another place.`);
      return place;
    },
  };
}

async function readRoot(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory())
    throw new UsageError(`--allow must be a folder; there is none at ${folder}.`);
  return root;
}
