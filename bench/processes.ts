/** Child processes of the benchmark, which end with it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';

export type BenchProcess = {
  child: ChildProcess;
  pid: number;
  logFile: string;
  /** Asks it to end and resolves once it has. */
  stop(): Promise<void>;
};

const STOP_PATIENCE_MS = 30_000;

const living = new Set<ChildProcess>();
process.once('exit', () => {
  // Not SIGKILL: Sello must stop its database first.
  for (const child of living) child.kill('SIGTERM');
});

/** Runs a TypeScript file with this Node. Its output goes to a file, as a service's would. */
export async function startProcess(
  script: string,
  args: readonly string[],
  options: { logFile: string; env?: Record<string, string>; nodeArgs?: readonly string[] },
): Promise<BenchProcess> {
  const log = await open(options.logFile, 'a');
  try {
    const child = spawn(process.execPath, [...(options.nodeArgs ?? []), script, ...args], {
      env: { ...plainEnvironment(), ...options.env },
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      serialization: 'advanced',
    });
    living.add(child);
    child.once('exit', () => living.delete(child));
    await once(child, 'spawn');
    const { pid } = child;
    if (pid === undefined) throw new Error(`${script} did not start`);
    return { child, pid, logFile: options.logFile, stop: () => stop(child) };
  } finally {
    await log.close();
  }
}

/** Runs a command to its end and returns what it printed. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const [code] = await once(child, 'close');
  living.delete(child);
  if (code !== 0) throw new Error(`${path.basename(script)} ${args.join(' ')} failed:\n${errorOutput}`);
  return output;
}

/** The next message of the process; rejects if it ends instead. */
export async function nextMessage<T>({ child, logFile }: BenchProcess): Promise<T> {
  const giveUp = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', giveUp).then(([message]) => message as T),
      once(child, 'exit', giveUp).then(async ([code, signal]) => {
        throw new Error(`A process ended (${signal ?? code}). End of its output:\n${await readEnd(logFile)}`);
      }),
    ]);
  } finally {
    giveUp.abort();
  }
}

export async function readEnd(logFile: string): Promise<string> {
  return (await readFile(logFile, 'utf8')).slice(-2_000);
}

/** The caller's own settings must not reach the measured servers. */
function plainEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(SELLO_|PG|NODE_|DATABASE_URL$|PORT$)/.test(name),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(timer);
}
