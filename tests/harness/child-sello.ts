/** `sello serve` as a process of its own, to measure it or to kill it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../server/src/config.ts';

export type ChildSello = {
  pid: number;
  baseUrl: string;
  /** The most memory that the process has had resident so far. */
  peakResidentBytes(): Promise<number>;
  /** Resolves once the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export async function startChildSello(env: Environment): Promise<ChildSello> {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', SELLO_DATABASE_CONNECTIONS: '4', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await readPort(child);
  return {
    pid: child.pid ?? 0,
    baseUrl: `http://127.0.0.1:${port}`,
    async peakResidentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** From the greeting, which is the last thing before requests are taken. */
function readPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      const port = /ready at http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(port);
    });
    child.once('exit', () => reject(new Error(`sello serve did not start: ${text}`)));
  });
}
