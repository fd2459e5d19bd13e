/**
 * What a release contains, and the hash that names it. `CONTENTS.sha256` lists every file of a release with its
 * SHA-256, as `sha256sum` writes it, sorted by name. The hash of the contents is the SHA-256 of that file.
 * `scripts/release.ts` writes the file, `scripts/verify-release.sh` checks it, and `sello --version` prints the hash.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const CONTENTS_FILE = 'CONTENTS.sha256';
/**
 * The file with the commit from which the release was made. It is needed because an unpacked release has no git
 * repository.
 */
export const COMMIT_FILE = 'COMMIT';
/** The folder of the built pages. They are in a release although they are not in git. */
export const PAGES = 'web/dist';

/** Files that are needed to change the program and not to run it. */
const FOR_DEVELOPERS = [
  /^(?:tests|bench|scripts|\.ci|\.github)\//,
  /\.test\.tsx?$/,
  /^(?:\.editorconfig|\.gitignore|\.gitlab-ci\.yml|biome\.json|vitest\.config\.ts)$/,
];

const KEPT = new Set([
  'scripts/bundle-server.ts',
  'scripts/sbom.ts',
  'scripts/setup.mjs',
  'scripts/verify-release.sh',
  // This file is kept because the build of the pages publishes it beside the other verifiers.
  'tests/interop/verify_blockchain_proof.py',
]);

/** Whether a file that is in git belongs to a release. */
export function isReleased(file: string): boolean {
  return KEPT.has(file) || !FOR_DEVELOPERS.some((pattern) => pattern.test(file));
}

/** The text of `CONTENTS.sha256`. `files` are relative to `root`. The file with the commit need not exist. */
export function listContents(root: string, files: readonly string[], commit: string): string {
  const lines = [
    line(COMMIT_FILE, `${commit}\n`),
    ...files.map((file) => line(file, readFileSync(path.join(root, file)))),
  ];
  return lines.sort((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1)).join('');
}

function line(file: string, content: string | Buffer): string {
  return `${sha256(content)}  ${file}\n`;
}

function nameIn(written: string): string {
  return written.slice(66);
}

/** The files of a `CONTENTS.sha256` with their hashes. */
export function parseContents(text: string): { file: string; hash: string }[] {
  return text
    .split('\n')
    .filter((written) => written !== '')
    .map((written) => ({ file: nameIn(written), hash: written.slice(0, 64) }));
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
