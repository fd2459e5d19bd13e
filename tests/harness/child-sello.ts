/** `sello serve` and `sello worker` as child processes, to measure or to kill them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../server/src/settings.ts';

export type ChildSello = {
  pid: number;
  baseUrl: string;
  /** Peak resident memory so far. */
  peakResidentBytes(): Promise<number>;
  /** Resolves once the process has exited. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

export type SpawnedSello = {
  pid: number;
  /** The greeting, once it has started; rejects if it exits before. */
  started: Promise<string>;
  readonly hasEnded: boolean;
  readonly exitCode: number | null;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/sello', import.meta.url));
const GREETING = { serve: /ready at http:\/\/localhost:(\d+)/, worker: /works in the background()/ };

/** `main`: of another version than this one. */
export async function startChildSello(env: Environment, main = MAIN): Promise<ChildSello> {
  const child = spawnSello('serve', env, main);
  const baseUrl = `http://127.0.0.1:${await child.started}`;
  return {
    pid: child.pid,
    baseUrl,
    async peakResidentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    },
    kill: child.kill,
  };
}

/** Only these settings of ours. Uses the same compile cache as `sello` itself, which halves every start. */
function environmentOf(settings: Environment): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...settings };
}

export type EndedSello = { status: number | null; out: string; error: string };

/** Runs any command to its end. */
export async function runSello(args: string[], env: Environment, main = MAIN): Promise<EndedSello> {
  const child = startSello(args, env, main);
  const [out, error, [status]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ]);
  return { status, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() };
}

export function startSello(args: string[], env: Environment, main = MAIN) {
  return spawn(process.execPath, [main, ...args], {
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Returns at once; `started` resolves with the port, if there is one. `log`: where its log is written, as a descriptor. */
export function spawnSello(
  verb: 'serve' | 'worker',
  env: Environment,
  main = MAIN,
  log: number | 'ignore' = 'ignore',
): SpawnedSello {
  const child = spawn(process.execPath, [main, verb], {
    env: environmentOf({ PORT: '0', SELLO_DATABASE_CONNECTIONS: '4', ...env }),
    stdio: ['ignore', log, 'pipe'],
  });
  const started = readGreeting(child, verb);
  // A test that kills it before it has started does not await this.
  started.catch(() => {});
  return {
    pid: child.pid ?? 0,
    started,
    get hasEnded() {
      return hasEnded(child);
    },
    get exitCode() {
      return child.exitCode;
    },
    async kill(signal) {
      if (hasEnded(child)) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The greeting is printed last, just before work is accepted. */
function readGreeting(child: ChildProcess, verb: keyof typeof GREETING): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      const port = GREETING[verb].exec(text)?.[1];
      if (port !== undefined) resolve(port);
    });
    child.once('exit', () => reject(new Error(`sello ${verb} did not start: ${text}`)));
  });
}
