/** Programs from Debian's packages, unpacked by scripts/debian-programs.ts. A test runs them and ends them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { folderOf, librariesOf, type ProgramSet } from '../../scripts/debian-programs.ts';
import { listenOnOwnPort } from '../../server/src/cli/shared/own-port.ts';

export type RunningProgram = {
  pid: number;
  /** What it has written so far. */
  output(): string;
  readonly hasEnded: boolean;
  /** Resolves with its exit code once it has ended. */
  ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Most of these programs refuse to run as root. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** `place` is the path below `/`, as in the package. */
export function startProgram(
  set: ProgramSet,
  place: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  user: { uid?: number; gid?: number } = UNPRIVILEGED,
): RunningProgram {
  const file = path.join(folderOf(set), place);
  if (!existsSync(file)) throw new Error(`${file} is missing: node scripts/debian-programs.ts ${set}`);
  const child = spawn(file, args, {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', LD_LIBRARY_PATH: librariesOf(set).join(':'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child);
}

function watch(child: ChildProcess): RunningProgram {
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/** A port that no other program is likely to take before this program listens on it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
