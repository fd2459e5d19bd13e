/** A separate repository with the current files of this checkout, from which tests make releases. */

import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderOf, librariesOf } from '../../scripts/debian-programs.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Finds minisign, which is unpacked and not installed. */
export const WITH_MINISIGN: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${path.join(folderOf('tests'), 'usr/bin')}:${process.env.PATH}`,
  LD_LIBRARY_PATH: librariesOf('tests').join(':'),
};

/** Fixed, so that the commit is the same whoever makes it, and whenever. */
const COMMITTER = {
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.com',
  GIT_AUTHOR_DATE: '2026-01-31T12:00:00Z',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.com',
  GIT_COMMITTER_DATE: '2026-01-31T12:00:00Z',
};

/** Makes the repository in `folder`, which must not exist yet; without dependencies and built pages. */
export async function makeCheckout(folder: string): Promise<void> {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', listed, { cwd: ROOT, maxBuffer: 64 * 2 ** 20 });
  await mkdir(folder, { recursive: true });
  const list = `${folder}.files`;
  await writeFile(list, stdout);
  // Files that were removed and not committed are in the list too.
  const copy = `tar -c --ignore-failed-read --null -T "$1" | tar -x -C "$2"`;
  await run('sh', ['-c', copy, 'sh', list, folder], { cwd: ROOT });
  await git(folder, 'init', '--quiet');
  await commit(folder);
}

export async function commit(folder: string): Promise<void> {
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--no-gpg-sign', '--message', 'released');
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...COMMITTER };
  return (await run('git', args, { cwd: folder, env })).stdout.trim();
}

/** Takes dependencies and pages from this checkout, to save some minutes of installing and building. */
export async function lendBuild(folder: string): Promise<void> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await cp(path.join(ROOT, 'web/dist'), path.join(folder, 'web/dist'), { recursive: true });
}

/**
 * Copies the packages for another user, who may not be able to read this checkout. Uses hard links if possible, because
 * they take no space.
 */
export async function copyBuild(folder: string): Promise<void> {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')];
  await run('sh', [
    '-c',
    'cp -al "$1" "$2" 2>/dev/null || { rm -rf "$2" && cp -a "$1" "$2"; }',
    'sh',
    from,
    to,
  ]);
  await cp(path.join(ROOT, 'web/dist'), path.join(folder, 'web/dist'), { recursive: true });
}
