/**
 * Programs from Debian's packages that tests start: unpacked into a folder of their own, so that nothing is installed, no
 * service begins to run, and nobody has to be root.
 *
 *     node scripts/debian-programs.ts tests        # what `npm test` starts
 *     node scripts/debian-programs.ts chaos        # what only `npm run test:chaos` starts
 */

import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGES = {
  tests: ['haproxy', 'pgbouncer', 'nginx', 'caddy', 'libnss3-tools', 'prometheus', 'minisign'],
  // PostgreSQL itself too: it looks for extensions beside its own programs.
  chaos: ['postgresql-15', 'postgresql-client-15', 'pg-auto-failover-cli', 'postgresql-15-auto-failover'],
};

export type ProgramSet = keyof typeof PACKAGES;

/** Root's programs are run by another user, who may not see into the checkout. */
const HOME =
  process.getuid?.() === 0
    ? '/var/cache/sello'
    : fileURLToPath(new URL('../node_modules/.cache/sello', import.meta.url));
const STAMP = '.unpacked';

const run = promisify(execFile);

export function folderOf(set: ProgramSet): string {
  return path.join(HOME, `debian-${set}`);
}

/** Folders of the shared libraries that this machine lacks. */
export function librariesOf(set: ProgramSet): string[] {
  const folder = path.join(folderOf(set), 'usr', 'lib');
  return readdirSync(folder)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => path.join(folder, name));
}

async function unpack(set: ProgramSet): Promise<void> {
  const wanted = PACKAGES[set];
  const stamp = path.join(folderOf(set), STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted.join(' ')) return;
  console.error(`sello: unpacking what the tests start: ${wanted.join(', ')} …`);
  const draft = `${folderOf(set)}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const file of await download([...new Set([...wanted, ...(await missingFor(wanted))])], draft)) {
      await run('dpkg-deb', ['--extract', file, draft]);
      rmSync(file);
    }
    writeFileSync(path.join(draft, STAMP), wanted.join(' '));
    chmodSync(draft, 0o755);
    rmSync(folderOf(set), { recursive: true, force: true });
    renameSync(draft, folderOf(set));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Their dependencies, as apt would install them. */
async function missingFor(packages: readonly string[]): Promise<string[]> {
  const plan = ['--simulate', '--no-install-recommends', 'install', ...packages];
  const { stdout } = await run('apt-get', plan, { env: plainWords() });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
}

async function download(packages: readonly string[], folder: string): Promise<string[]> {
  const fetch = () => run('apt-get', ['download', ...packages], { cwd: folder, env: plainWords() });
  try {
    await fetch();
  } catch {
    // The list of packages may be older than the archive. Only root may update it.
    await run('apt-get', ['update'], { env: plainWords() });
    await fetch();
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(folder, name));
}

function plainWords(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
}

if (import.meta.main) {
  for (const set of process.argv.slice(2) as ProgramSet[]) {
    await unpack(set).catch((error: Error & { stderr?: string }) => {
      const reason = (error.stderr ?? '').match(/^E: .*$/m)?.[0] ?? error.message;
      console.error(
        `sello: the tests start ${PACKAGES[set].join(', ')} from Debian's packages, which could not be had: ${reason}`,
      );
      process.exitCode = 1;
    });
  }
}
