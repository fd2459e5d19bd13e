/**
 * The cluster is the folder of database files. It is created completely or not at all, and belongs to the user that
 * the server runs as.
 */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../kernel/disk/folder.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { isTakenOrThrow, OWN_SERVER, type Programs, runProgram, type ServerUser } from './programs.ts';

/** PostgreSQL refuses to run as root. This user owns nothing else and exists on every Linux. */
const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/** This role is only for housekeeping. The service connects as a role that may not read files or run programs. */
export const SUPERUSER = 'postgres';
export const SERVICE = 'sello';

export type Cluster = { folder: string; user: ServerUser | undefined };

/** Tells a program where the cluster is: arguments, and a file descriptor to which they may refer. */
type DataArgument = { arguments: string[]; inheritedFd?: number | undefined };

/**
 * Prepares `home` and returns where in it the cluster is or will be. Mode 0700 keeps other users away from the
 * socket, and the server's own unprivileged user away from everything around the cluster.
 */
export async function openCluster(home: string): Promise<Cluster> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chmod(home, 0o700).catch((cause) => {
    throw new OperatorError(
      {
        en: `The folder ${home} belongs to another user. Start Sello as that user, or as root.`,
        es: `La carpeta ${home} es de otro usuario. Inicie Sello con ese usuario o como root.`,
      },
      { cause },
    );
  });
  const folder = path.join(home, 'cluster');
  if (process.getuid?.() !== 0) return { folder, user: undefined };
  if (process.platform !== 'linux') {
    throw new OperatorError({
      en: 'The embedded PostgreSQL cannot run as root on this system. Start Sello as an ordinary user.',
      es: 'El PostgreSQL integrado no puede correr como root en este sistema. Inicie Sello con un usuario común.',
    });
  }
  return { folder, user: await chooseUser(folder) };
}

/** Creates the cluster if there is none. */
export async function ensureCluster(
  cluster: Cluster,
  programs: Programs,
  options: { isDurable: boolean },
): Promise<'made' | 'found'> {
  const isThere = await exists(cluster.folder);
  const outcome = isThere ? 'found' : await makeCluster(cluster, programs, options);
  // Now that the cluster exists, every draft is obsolete. Such a draft was left by a crash, or by a process that was
  // slower than another one.
  await removeDrafts(cluster.folder);
  return outcome;
}

/**
 * Calls `use` with the arguments that locate the cluster. The server's user may not be allowed to traverse the path
 * (a checkout below /root, or `home` itself). It needs no path if we open a descriptor: Linux resolves
 * /proc/self/fd/3 without checking the parent folders, and every child process inherits the descriptor.
 */
export async function withDataArgument<T>(
  cluster: Cluster,
  use: (data: DataArgument) => Promise<T>,
): Promise<T> {
  if (cluster.user === undefined) return use({ arguments: ['-D', cluster.folder] });
  const folder = await open(
    cluster.folder,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    return await use({ arguments: ['-D', '/proc/self/fd/3'], inheritedFd: folder.fd });
  } finally {
    await folder.close();
  }
}

/** The number that initdb generated for this cluster: the first eight bytes of its control file. */
export async function readSystemIdentifier(cluster: Cluster): Promise<bigint> {
  const file = await open(path.join(cluster.folder, 'global', 'pg_control'), 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    // The file is in the machine's byte order; every supported platform is little-endian.
    return buffer.readBigUInt64LE();
  } finally {
    await file.close();
  }
}

/**
 * Chooses the user that the server runs as. An existing cluster keeps its owner, so that one start as root does not
 * lock an ordinary user out.
 */
async function chooseUser(folder: string): Promise<ServerUser> {
  if (!(await exists(folder))) return NOBODY;
  const { uid, gid } = await lstat(folder);
  if (uid !== 0) return { uid, gid };
  // The cluster belongs to root if root has restored it from a backup.
  await chownAll(folder, NOBODY);
  await chmod(folder, 0o700);
  return NOBODY;
}

async function chownAll(full: string, user: ServerUser): Promise<void> {
  if ((await lstat(full)).isDirectory()) {
    for (const name of await readdir(full)) await chownAll(path.join(full, name), user);
  }
  await lchown(full, user.uid, user.gid);
}

async function makeCluster(
  cluster: Cluster,
  programs: Programs,
  options: { isDurable: boolean },
): Promise<'made' | 'found'> {
  const draft = { ...cluster, folder: `${cluster.folder}.draft-${randomUUID()}` };
  await mkdir(draft.folder, { mode: 0o700 });
  try {
    if (draft.user !== undefined) await chown(draft.folder, draft.user.uid, draft.user.gid);
    await withDataArgument(draft, (data) => fillCluster(programs, data, options));
    // A crash before this line leaves a draft that is never used. A crash after it leaves a complete cluster.
    const isFirst = await rename(draft.folder, cluster.folder).then(() => true, isTakenOrThrow);
    await syncFolder(path.dirname(cluster.folder));
    return isFirst ? 'made' : 'found';
  } catch (error) {
    // Another process that was quicker to make the cluster may have removed our draft.
    if (await exists(cluster.folder)) return 'found';
    throw error;
  } finally {
    await rm(draft.folder, { recursive: true, force: true });
  }
}

/**
 * Creates the files of the cluster, with PostgreSQL's built-in collation: it sorts Ñ and ñ, and no system upgrade can
 * change it under an index.
 */
async function fillCluster(
  programs: Programs,
  data: DataArgument,
  options: { isDurable: boolean },
): Promise<void> {
  const collation = [
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--encoding=UTF8',
  ];
  // The folders' permissions are the access control: only their owner can reach the socket.
  const access = [`--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject'];
  const durability = options.isDurable ? [] : ['--no-sync'];
  await runOrThrow(programs, 'initdb', {
    arguments: [...data.arguments, ...collation, ...access, ...durability, '--no-instructions'],
    inheritedFd: data.inheritedFd,
  });
  await runOrThrow(programs, 'postgres', {
    arguments: ['--single', ...data.arguments, '-c', 'exit_on_error=on', SUPERUSER],
    inheritedFd: data.inheritedFd,
    input: `create role ${SERVICE} login createdb;\ncreate database ${SERVICE} owner ${SERVICE};\n`,
  });
}

async function runOrThrow(
  programs: Programs,
  program: 'initdb' | 'postgres',
  options: Parameters<typeof runProgram>[2],
): Promise<void> {
  const { code, output } = await runProgram(programs, program, options);
  if (code === 0) return;
  throw new OperatorError({
    en: `PostgreSQL could not make its database. ${OWN_SERVER.en} Its program ${program} says:\n${output.trim()}`,
    es: `PostgreSQL no pudo crear su base de datos. ${OWN_SERVER.es} Su programa ${program} dice:\n${output.trim()}`,
  });
}

async function removeDrafts(clusterFolder: string): Promise<void> {
  const home = path.dirname(clusterFolder);
  const prefix = `${path.basename(clusterFolder)}.draft-`;
  for (const name of await readdir(home)) {
    if (!name.startsWith(prefix)) continue;
    // A program that still writes there can make this fail; the next start tries again.
    await rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function exists(full: string): Promise<boolean> {
  return lstat(full).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
