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
    // Without a password here, minisign asks for the one that the key has.
    ...(password === undefined ? {} : { input: `${password}\n` }),
    stdio: [password === undefined ? 'inherit' : 'pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error !== undefined)
    throw new ReleaseError(`minisign cannot be run (on Debian: apt-get install minisign): ${error.message}`);
  if (status !== 0) throw new ReleaseError(`minisign did not sign: ${stderr.trim()}`);
}

/** A key in the environment is written down only now: what the build runs cannot find it in a file. */
function keyFile(
  scratch: string,
  { SELLO_RELEASE_KEY_FILE: file, SELLO_RELEASE_KEY: text }: Environment,
): string {
  if (file) return path.resolve(file);
  const copy = path.join(scratch, 'release.key');
  writeFileSync(copy, `${text?.trim()}\n`, { mode: 0o600, flag: 'wx' });
  return copy;
}
