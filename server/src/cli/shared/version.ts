/** Which program this is: version, commit and contents, from a git checkout or from an unpacked release. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { versionNumber } from '../../kernel/version-number.ts';
import {
  COMMIT_FILE,
  CONTENTS_FILE,
  isReleased,
  listContents,
  PAGES,
  parseContents,
  sha256,
} from './release-contents.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const MOST_NAMED = 5;

/** Puts each fact on a line of its own, for people and for `cut`. */
export function describeVersion(root = ROOT): string {
  return [`sello ${versionNumber(root)}`, ...origin(root)].join('\n');
}

function origin(root: string): string[] {
  if (existsSync(path.join(root, CONTENTS_FILE))) return unpacked(root);
  if (existsSync(path.join(root, '.git'))) return checkedOut(root);
  return ['commit unknown: this is neither a git checkout nor an unpacked release', 'contents unknown'];
}

/**
 * Describes an unpacked release. A container image has only some of the files, so a missing file does not count as
 * changed.
 */
function unpacked(root: string): string[] {
  const contents = readFileSync(path.join(root, CONTENTS_FILE));
  const changed = parseContents(contents.toString())
    .filter(({ file }) => existsSync(path.join(root, file)))
    .filter(({ file, hash }) => sha256(readFileSync(path.join(root, file))) !== hash)
    .map(({ file }) => file);
  return [
    `commit ${readFileSync(path.join(root, COMMIT_FILE), 'utf8').trim()}`,
    `contents sha256:${sha256(contents)}`,
    ...tellChanged(changed),
  ];
}

/** Describes a git checkout. If the pages are built, the hash is the one that a release of these files would have. */
function checkedOut(root: string): string[] {
  try {
    const commit = git(root, 'rev-parse', 'HEAD').trim();
    const changed = paths(git(root, 'status', '--porcelain', '--no-renames', '-z', '--untracked-files=all'))
      .map((entry) => entry.slice(3))
      .filter(isReleased);
    return [`commit ${commit}`, contentsOf(root, commit), ...tellChanged(changed)];
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [`commit unknown: ${reason}`, 'contents unknown'];
  }
}

function contentsOf(root: string, commit: string): string {
  if (!existsSync(path.join(root, PAGES, '.built-from')))
    return 'contents unknown: the pages are not built (npm run build)';
  const sources = paths(git(root, 'ls-files', '-z')).filter(isReleased);
  const files = sources.filter((file) => existsSync(path.join(root, file)));
  return `contents sha256:${sha256(listContents(root, [...files, ...builtPages(root)], commit))}`;
}

/** The files of the built pages, by their paths from `root`. */
export function builtPages(root: string): string[] {
  return readdirSync(path.join(root, PAGES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/**
 * Runs git with the repository named explicitly. So it works in a checkout that belongs to another user, and never uses
 * a repository around this folder.
 */
function git(root: string, ...args: string[]): string {
  const place = [`--git-dir=${path.join(root, '.git')}`, `--work-tree=${root}`];
  return execFileSync('git', [...place, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 2 ** 20,
  });
}

function paths(output: string): string[] {
  return output.split('\0').filter((entry) => entry !== '');
}

function tellChanged(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  return [`changed ${files.slice(0, MOST_NAMED).join(', ')}${more}`];
}
