/**
 * `npm run release [-- --out FOLDER]`: makes the files of a release from the current commit. The same commit gives the same
 * bytes, in any folder and at any time. docs/releases.md says what the files are and how they are checked.
 *
 * The key that signs (minisign) is in the file `SELLO_RELEASE_KEY_FILE`, or is itself `SELLO_RELEASE_KEY`; its password, if it has
 * one, is `SELLO_RELEASE_KEY_PASSWORD` or is asked for. `SELLO_RELEASE_BUILDER` is a URI that names who builds.
 *
 * Everything is made in a folder beside the target and renamed at the end: a run that is cut short leaves no release.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOut, prepare } from './release/checkout.ts';
import { ReleaseError } from './release/programs.ts';
import { hasKey, sign } from './release/sign.ts';
import { writeRelease } from './release/write-release.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERIFY = path.join(ROOT, 'scripts/verify-release.sh');
/** The script's exit status if everything is right but no public key was given to check the signature. */
const UNCONFIRMED = 3;

function release(): void {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  // Files that are made here get the same modes whatever the user's umask is.
  process.umask(0o022);
  const scratch = mkdtempSync(path.join(tmpdir(), 'sello-release-'));
  try {
    const source = checkOut(ROOT, path.join(scratch, 'tree'));
    const out = path.resolve(values.out ?? path.join(ROOT, 'release', `sello-${source.version}`));
    refuseExisting(out);
    const isSigned = hasKey(process.env);
    prepare(source.tree);
    const draft = `${out}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    try {
      writeRelease(source, draft, process.env.SELLO_RELEASE_BUILDER);
      if (isSigned) sign(draft, `sello ${source.version} commit ${source.commit}`, scratch, process.env);
      checkAgain(draft);
      rmSync(out, { recursive: true, force: true });
      renameSync(draft, out);
      report(out, isSigned);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function refuseExisting(out: string): void {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new ReleaseError(`${out} is not empty; remove it, or name another folder with --out.`);
}

/** Runs the checks that a stranger would run, except that of the signature, which needs the public key. */
function checkAgain(draft: string): void {
  const { status, stdout, stderr } = spawnSync('bash', [VERIFY, draft], { encoding: 'utf8' });
  if (status !== UNCONFIRMED)
    throw new ReleaseError(`the release does not pass its own check:\n${stdout}${stderr}`);
}

function report(out: string, isSigned: boolean): void {
  console.log(
    `${out}\n${readdirSync(out)
      .map((name) => `  ${name}`)
      .join('\n')}`,
  );
  if (isSigned) return;
  console.error(
    [
      '',
      '  THIS RELEASE IS NOT SIGNED. Nobody can tell who made it.',
      '  Give the key in SELLO_RELEASE_KEY_FILE or SELLO_RELEASE_KEY, and make it again: docs/releases.md.',
      '',
    ].join('\n'),
  );
}

try {
  release();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`sello: ${error.message}`);
  process.exitCode = 1;
}
