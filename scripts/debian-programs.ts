/**
 * Programs from Debian's packages that tests start: unpacked into a folder of their own, so that nothing is installed, no
 * service begins to run, and nobody has to be root.
 *
 *     node scripts/debian-programs.ts tests        # what `npm test` starts
 *     node scripts/debian-programs.ts chaos        # what only `npm run test:chaos` starts
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
  // PostgreSQL is unpacked too, because it looks for extensions beside its own programs.
  chaos: [
    'postgresql-15',
    'postgresql-client-15',
    'pg-auto-failover-cli',
    'postgresql-15-auto-failover',
    // litewitness needs an SSH agent for its key.
    'openssh-client',
  ],
};

/**
 * Programs that this Debian does not have yet: single packages of the unstable suite that need no library but libc. For
 * each architecture: the path in the archive, and the SHA-256.
 */
const PINNED: Partial<
  Record<keyof typeof PACKAGES, Readonly<Record<string, [path: string, sha256: string][]>>>
> = {
  // Third-party programs in Go: a witness (litewitness), and a log with its tools (Sigsum).
  chaos: {
    x64: [
      [
        't/torchwood/torchwood_0.9.0-6_amd64.deb',
        '1b5791fccfb96dac2609cb66aa727839ac4eca2db2d7b14e5882f5fa9c35fcb2',
      ],
      [
        's/sigsum-log-go/sigsum-log-go_0.15.2-2+b1_amd64.deb',
        '1bc61c59be14dfa3a08e94721c325f61b4873948dcfabd9b3fc5f87c8118d979',
      ],
      [
        's/sigsum-go/sigsum-go_0.14.1-2_amd64.deb',
        '0c9e3650d215cbdd710169fab0a166237f44714c7b5a13097f1d884dbf76d997',
      ],
    ],
    arm64: [
      [
        't/torchwood/torchwood_0.9.0-6_arm64.deb',
        '263bc6ccbaee588dad86578aee1fd61ef124a0e5ffcc8f6e391fa4883720650b',
      ],
      [
        's/sigsum-log-go/sigsum-log-go_0.15.2-2+b1_arm64.deb',
        'b2e21afff5a91e4553faa86b99d1624041edab49982f774e5965ebf2d691c4fa',
      ],
      [
        's/sigsum-go/sigsum-go_0.14.1-2_arm64.deb',
        '980af6fa92811f1a38fcf912da280fe7dfb6413ac32da20d9f76f48a7eb9194f',
      ],
    ],
  },
};

export type ProgramSet = keyof typeof PACKAGES;

/** Outside the checkout for root: another user runs the programs then, and may not be able to read the checkout. */
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
  const pinned = PINNED[set]?.[process.arch] ?? [];
  const stamp = path.join(folderOf(set), STAMP);
  const stamped = [...wanted, ...pinned.map(([, sha256]) => sha256)].join(' ');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stamped) return;
  console.error(`sello: unpacking what the tests start: ${wanted.join(', ')} …`);
  const draft = `${folderOf(set)}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const file of await download([...new Set([...wanted, ...(await missingFor(wanted))])], draft)) {
      await run('dpkg-deb', ['--extract', file, draft]);
      rmSync(file);
    }
    const archive = pinned.length > 0 ? await archiveOfApt() : '';
    for (const [place, sha256] of pinned) {
      const file = path.join(draft, path.basename(place));
      writeFileSync(file, await fetchPinned(archive, place, sha256));
      await run('dpkg-deb', ['--extract', file, draft]);
      rmSync(file);
    }
    writeFileSync(path.join(draft, STAMP), stamped);
    chmodSync(draft, 0o755);
    rmSync(folderOf(set), { recursive: true, force: true });
    renameSync(draft, folderOf(set));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The file with exactly this digest. The archive has only the newest version: after an update there, path and digest
 * must be changed here.
 */
async function fetchPinned(archive: string, place: string, sha256: string): Promise<Uint8Array> {
  const answer = await fetch(`${archive}/${place}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new Error(`${answer.url} answered ${answer.status}, and not the file with the SHA-256 ${sha256}`);
}

/** The archive that this machine's apt takes packages from. */
async function archiveOfApt(): Promise<string> {
  const { stdout } = await run('apt-get', ['download', '--print-uris', ...PACKAGES.tests], {
    env: plainWords(),
  });
  const [, archive] = /'(http[^']+\/pool\/main)\//.exec(stdout) ?? [];
  if (archive === undefined) throw new Error('apt does not say where its packages are');
  return archive;
}

/** The packages that apt would install: these and the dependencies that this machine lacks. */
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
