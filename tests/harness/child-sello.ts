/** `sello serve` and `sello worker` as child processes, to measure or to kill them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../server/src/settings.ts';

export type ChildSello = {
  pid: number;
  baseUrl: string;
  /** Peak resident memory so far. */
  peakResidentBytes(): Promise<number>;
  residentBytes(): Promise<number>;
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

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../server/bin/sello.mjs', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/sello', import.meta.url));
const GREETING = { serve: /ready at http:\/\/localhost:(\d+)/, worker: /works in the background()/ };

/** `main`: the main file, which may be that of another version. */
export async function startChildSello(env: Environment, main = MAIN): Promise<ChildSello> {
  return toChild(spawnSello('serve', env, main));
}

/** With the same V8 settings and number of connections as `npm start`. */
export async function startShippedSello(env: Environment): Promise<ChildSello & SpawnedSello> {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const flags = String(scripts.start).match(/--[a-z-]+=\d+/g) ?? [];
  const main = path.join(ROOT, 'server/bin/sello.mjs');
  const child = spawnSello('serve', { SELLO_DATABASE_CONNECTIONS: '16', ...env }, main, { flags });
  return Object.assign(child, await toChild(child));
}

async function toChild(child: SpawnedSello): Promise<ChildSello> {
  const baseUrl = `http://127.0.0.1:${await child.started}`;
  const bytesOf = async (name: string) => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  };
  return {
    pid: child.pid,
    baseUrl,
    peakResidentBytes: () => bytesOf('VmHWM'),
    residentBytes: () => bytesOf('VmRSS'),
    kill: child.kill,
  };
}

/**
 * Has no settings of Sello except those given. The compile cache is the same as that of `sello`, which halves every
 * start.
 */
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

/**
 * Returns at once; `started` resolves with the port, if there is one. `log` is a file descriptor for its log, `flags`
 * are options for Node.
 */
export function spawnSello(
  verb: 'serve' | 'worker',
  env: Environment,
  main = MAIN,
  { log = 'ignore', flags = [] }: { log?: number | 'ignore'; flags?: readonly string[] } = {},
): SpawnedSello {
  const child = spawn(process.execPath, [...flags, main, verb], {
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
