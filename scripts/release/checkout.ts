/** The commit that is released: whether it may be, and its files in a folder of their own with pages and dependencies. */

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseError, run } from './programs.ts';

export type Source = {
  /** The commit's files, and what was built from them. */
  tree: string;
  /** The files that git tracks, by their paths from `tree`. */
  files: readonly string[];
  version: string;
  commit: string;
  /** Seconds since 1970: the date of every file in the archive. */
  committedAt: number;
};

/** Switches off conversions that the user's settings of git may ask for, because they change bytes. */
const PLAIN_GIT = [
  ...['-c', 'core.autocrlf=false', '-c', 'core.eol=lf', '-c', 'core.attributesFile=/dev/null'],
  ...['-c', 'core.quotePath=false', '-c', 'tar.umask=0022'],
];
const PYTHON_PACKAGE = 'python/pyproject.toml';
const PACKAGES = ['.', 'proof', 'rules', 'sdk', 'server', 'web'];
/** Names that `sha256sum` prints unchanged and every file system accepts. */
const PLAIN_NAME = /^[\w@.+-][\w@.+/-]*$/;

/** Refuses a commit that may not be released; otherwise writes its files to `tree`. */
export function checkOut(root: string, tree: string): Source {
  const git = (...args: string[]) => run('git', [...PLAIN_GIT, ...args], { cwd: root });
  refuseChanges(git('status', '--porcelain', '--untracked-files=all').toString());
  const commit = git('rev-parse', 'HEAD').toString().trim();
  mkdirSync(tree);
  run('tar', ['-x', '-f', '-', '--no-same-owner', '-p'], {
    cwd: tree,
    input: git('archive', '--format=tar', commit),
  });
  const version = versionOf(tree);
  refuseUndescribed(readFileSync(path.join(tree, 'CHANGELOG.md'), 'utf8'), version);
  refuseOtherTag(
    git('tag', '--list', `v${version}`, '--format=%(*objectname)%(objectname)').toString(),
    commit,
    version,
  );
  return {
    tree,
    files: filesOf(git('ls-tree', '-r', '-z', commit).toString()),
    version,
    commit,
    committedAt: Number(git('log', '-1', '--format=%ct', commit).toString()),
  };
}

function refuseChanges(status: string): void {
  if (status === '') return;
  throw new ReleaseError(
    `a release is made of a commit; commit these, put them back or remove them:\n${status}`,
  );
}

function versionOf(tree: string): string {
  const versions = PACKAGES.map((folder) => {
    const file = path.join(folder, 'package.json');
    return { file, version: String(JSON.parse(readFileSync(path.join(tree, file), 'utf8')).version) };
  });
  const python = readFileSync(path.join(tree, PYTHON_PACKAGE), 'utf8');
  versions.push({ file: PYTHON_PACKAGE, version: /^version = "(.+)"$/m.exec(python)?.[1] ?? 'none' });
  const version = versions[0]?.version ?? '';
  const other = versions.find((one) => one.version !== version);
  if (other !== undefined)
    throw new ReleaseError(
      `${other.file} says version ${other.version}, package.json ${version}; make them agree.`,
    );
  return version;
}

/** The changelog must have a heading for the version, and text below it. */
function refuseUndescribed(changelog: string, version: string): void {
  const sections = changelog.split(/^## /m).slice(1);
  const entry = sections.find((section) => section.split('\n')[0]?.trim() === version);
  if (entry === undefined || entry.split('\n').slice(1).join('').trim() === '')
    throw new ReleaseError(
      `CHANGELOG.md has no entry for ${version}; write "## ${version}" and what changed below it.`,
    );
}

/** For an annotated tag git prints the commit first, and then the tag. */
function refuseOtherTag(tagged: string, commit: string, version: string): void {
  if (tagged.trim() === '' || tagged.startsWith(commit)) return;
  throw new ReleaseError(`the tag v${version} is on another commit; give this one a version of its own.`);
}

function filesOf(listing: string): string[] {
  const entries = listing.split('\0').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [mode = '', file = ''] = [entry.slice(0, 6), entry.slice(entry.indexOf('\t') + 1)];
    if (!mode.startsWith('100'))
      throw new ReleaseError(`${file} is a link or a submodule; a release has files alone.`);
    if (!PLAIN_NAME.test(file))
      throw new ReleaseError(
        `${file} has a name with other signs than letters, digits and @.+-_; rename it.`,
      );
    return file;
  });
}

/**
 * Installs dependencies by the hashes of the lock file and builds the pages anew: the copies in the checkout may have
 * been changed.
 */
export function prepare(tree: string): void {
  console.error('sello: installing the dependencies and building the pages anew; this takes some minutes …');
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
  run('npm', ['ci', ...flags], { cwd: tree });
  run('node', ['scripts/setup.mjs'], { cwd: tree });
}
