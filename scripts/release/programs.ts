/** Programs that a release is made with. They get none of the caller's environment that could change what they make. */

import { spawnSync } from 'node:child_process';

/** A failure whose message suffices, without a stack. */
export class ReleaseError extends Error {}

/**
 * Variables that say how to reach the package registry. No others (NODE_ENV, TAR_OPTIONS, the signing key) are passed
 * on.
 */
const PASSED_ON =
  /^(?:HOME|TMPDIR|LD_LIBRARY_PATH|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|npm_config_(?:registry|cache|cafile|userconfig|globalconfig|offline))$/i;

const MOST_OUTPUT = 256 * 2 ** 20;

function environment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  // npm puts the programs of the checkout first. They are left out: a release uses those of the commit's lock file.
  const PATH = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(passed), PATH: PATH.join(':'), LC_ALL: 'C', TZ: 'UTC' };
}

/** Gives its output. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, input }: { cwd: string; input?: string | Buffer },
): Buffer {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    input,
    env: environment(),
    maxBuffer: MOST_OUTPUT,
  });
  if (error !== undefined) throw new ReleaseError(`${program} cannot be run: ${error.message}`);
  if (status !== 0)
    throw new ReleaseError(`${program} ${args[0] ?? ''} ended with ${signal ?? status}:\n${stderr}${stdout}`);
  return stdout;
}
