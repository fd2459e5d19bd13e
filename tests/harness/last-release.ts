/**
 * The last release as it was, taken from this repository's history, to run beside the current one. It uses the
 * currently installed packages, because its own are not kept.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Written when a version is released (`scripts/record-release.ts`). */
type Release = {
  commit: string;
  /** The newest migration that it knows. */
  schema: string;
  /** Texts of the statements that it sends to the database. */
  statements: string[];
};

type UnpackedRelease = { main: string; remove(): Promise<void> };

export async function readRelease(): Promise<Release> {
  return JSON.parse(await readFile(path.join(ROOT, 'tests/release/last.json'), 'utf8'));
}

export async function unpackRelease({ commit }: Pick<Release, 'commit'>): Promise<UnpackedRelease> {
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).catch((cause) => {
    throw new Error(`The last release (${commit}) is not in this clone: git fetch --unshallow`, { cause });
  });
  const { stdout } = await run('git', ['show', `${commit}:package.json`], { cwd: ROOT });
  const { workspaces }: { workspaces: string[] } = JSON.parse(stdout);
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-release-'));
  const packed = path.join(folder, 'release.tar');
  await run('git', ['archive', '-o', packed, commit, ...workspaces, 'docs', 'package.json'], { cwd: ROOT });
  await run('tar', ['-x', '-f', packed, '-C', folder]);
  await linkPackages(folder, workspaces);
  await symlink(path.join(ROOT, 'web/dist'), path.join(folder, 'web/dist'));
  return {
    main: path.join(folder, 'server/src/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Third-party packages are the current ones; our own are those of the release. */
async function linkPackages(folder: string, workspaces: readonly string[]): Promise<void> {
  const from = path.join(ROOT, 'node_modules');
  const to = path.join(folder, 'node_modules');
  await mkdir(path.join(to, '@sello'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@sello') await symlink(path.join(from, name), path.join(to, name));
  for (const own of workspaces) await symlink(path.join(folder, own), path.join(to, '@sello', own));
  await symlink(path.join(ROOT, 'server/node_modules'), path.join(folder, 'server/node_modules'));
}
