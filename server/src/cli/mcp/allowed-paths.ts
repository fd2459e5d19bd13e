/**
 * Which files an AI assistant may read or write: only those below the folders that a person named, after following
 * links.
 */

import { lstat, mkdir, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../shared/usage.ts';

export type AllowedPaths = {
  /** The path of a file that may be read. Throws `PathRefused` otherwise. */
  toRead(given: string): Promise<string>;
  /** The path of a file that may be written, in a folder that exists. Throws `PathRefused` otherwise. */
  toWrite(given: string): Promise<string>;
  /** Calls `write` with a folder for unfinished files, which is inside an allowed folder and is removed afterwards. */
  withDrafts(place: string, write: (drafts: string) => Promise<void>): Promise<void>;
};

/**
 * The folder for unfinished files inside an allowed folder. It has a subfolder for each process, so that leftovers of
 * killed processes can be recognised.
 */
const DRAFTS = '.sello-drafts';

/** The assistant passes the message on to the person. */
export class PathRefused extends Error {}

/** Relative paths start at the first of the folders. */
export async function openAllowedPaths(folders: readonly string[]): Promise<AllowedPaths> {
  const roots = await Promise.all(folders.map(readRoot));
  for (const root of roots) await removeLeftDrafts(path.join(root, DRAFTS));
  const [first = ''] = roots;
  const isBelow = (place: string) => roots.some((root) => isIn(root, place));
  const refusal = (given: string) =>
    new PathRefused(
      `${given} is not below ${roots.join(' or ')}. To allow more folders, start this program with --allow DIR.`,
    );

  return {
    async toRead(given) {
      const wanted = path.resolve(first, given);
      // Whether the path is allowed is checked first, because the answer must not reveal whether a file exists
      // elsewhere.
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
      const existing = await lstat(place).catch(() => undefined);
      // Writing to an existing link would write to the place where it leads.
      if (existing?.isSymbolicLink()) throw new PathRefused(`${given} is a link to another place.`);
      // A file cannot replace a folder. This also refuses the allowed folder itself, beside which nothing may be
      // written.
      if (existing?.isDirectory()) throw new PathRefused(`${given} is a folder. Name a file in it.`);
      return place;
    },

    async withDrafts(place, write) {
      const folder = path.dirname(place);
      const root = roots.find((one) => isIn(one, place));
      if (root === undefined) throw refusal(place);
      // A file cannot be moved from one disk to another in one step, so on another disk the unfinished file is in the
      // target's own folder.
      if ((await stat(root)).dev !== (await stat(folder)).dev) return write(folder);
      const all = path.join(root, DRAFTS);
      const drafts = path.join(all, String(process.pid));
      await mkdir(drafts, { recursive: true });
      if ((await realpath(drafts)) !== drafts)
        throw new PathRefused(`${all} is a link to another place. Remove it.`);
      try {
        await write(drafts);
      } finally {
        // The removal fails while another file is being written there, as it should.
        for (const empty of [drafts, all]) await rmdir(empty).catch(() => {});
      }
    },
  };
}

function isIn(root: string, place: string): boolean {
  return place === root || place.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

/** Removes leftovers of killed processes. Links are not followed. */
async function removeLeftDrafts(all: string): Promise<void> {
  if (!(await lstat(all).catch(() => undefined))?.isDirectory()) return;
  for (const name of await readdir(all)) {
    if (/^\d+$/.test(name) && !isRunning(Number(name)))
      await rm(path.join(all, name), { recursive: true, force: true });
  }
  await rmdir(all).catch(() => {});
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // This error means that the process exists and runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readRoot(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory())
    throw new UsageError(`--allow must be a folder; there is none at ${folder}.`);
  return root;
}
