/** Signs SHA256SUMS with minisign, whose signature is the same for the same bytes. */

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseError } from './programs.ts';

type Environment = NodeJS.ProcessEnv;

/** Before the long build. */
export function hasKey({ SELLO_RELEASE_KEY_FILE: file, SELLO_RELEASE_KEY: text }: Environment): boolean {
  if (file && text) throw new ReleaseError('set SELLO_RELEASE_KEY_FILE or SELLO_RELEASE_KEY, not both.');
  if (file && !existsSync(file))
    throw new ReleaseError(`SELLO_RELEASE_KEY_FILE names ${file}, which does not exist.`);
  return Boolean(file || text);
}

/** `scratch` is deleted by the caller. */
export function sign(folder: string, statement: string, scratch: string, env: Environment): void {
  const password = env.SELLO_RELEASE_KEY_PASSWORD;
  const comments = ['-t', statement, '-c', 'signature of SHA256SUMS'];
  const args = ['-S', '-s', keyFile(scratch, env), '-m', 'SHA256SUMS', ...comments];
  const { status, error, stderr } = spawnSync('minisign', args, {
    cwd: folder,
    env,
    // If no password is set, minisign asks for it on the terminal.
    ...(password === undefined ? {} : { input: `${password}\n` }),
    stdio: [password === undefined ? 'inherit' : 'pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error !== undefined)
    throw new ReleaseError(`minisign cannot be run (on Debian: apt-get install minisign): ${error.message}`);
  if (status !== 0) throw new ReleaseError(`minisign did not sign: ${stderr.trim()}`);
}

/**
 * A key given in the environment is written to a file only now, so that no program of the build could have read it
 * there.
 */
function keyFile(
  scratch: string,
  { SELLO_RELEASE_KEY_FILE: file, SELLO_RELEASE_KEY: text }: Environment,
): string {
  if (file) return path.resolve(file);
  const copy = path.join(scratch, 'release.key');
  writeFileSync(copy, `${text?.trim()}\n`, { mode: 0o600, flag: 'wx' });
  return copy;
}
