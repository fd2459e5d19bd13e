/** The SDK as `npm pack` gives it, built in a folder of its own so that tests may pack at the same time. */

import { execFile } from 'node:child_process';
import { cp, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the path of the tarball in `folder`. */
async function packSdk(folder: string): Promise<string> {
  const build = path.join(folder, 'build');
  await cp(path.join(ROOT, 'sdk'), path.join(build, 'sdk'), {
    recursive: true,
    filter: (source) => !/sdk\/(dist|node_modules)(\/|$)/.test(source),
  });
  await cp(path.join(ROOT, 'tsconfig.base.json'), path.join(build, 'tsconfig.base.json'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(build, 'node_modules'));
  await run('npm', ['pack', '--offline', '--no-audit', '--pack-destination', folder], {
    cwd: path.join(build, 'sdk'),
  });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack made nothing');
  return path.join(folder, tarball);
}

/** Packs the SDK and unpacks it again; returns the folder of the package. */
export async function unpackSdk(folder: string): Promise<string> {
  await run('tar', ['xzf', await packSdk(folder), '-C', folder]);
  return path.join(folder, 'package');
}
