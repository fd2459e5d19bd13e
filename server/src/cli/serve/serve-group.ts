/** Runs several HTTP processes on one port. A process that dies is replaced, and all of them end with their parent. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { Config, Environment } from '../../settings.ts';
import { leadGroup } from '../../telemetry/metrics-group.ts';
import type { Sello } from '../../wire.ts';
import { assertPortFree } from '../shared/listen-error.ts';

/** How many connections of the embedded database all processes share. The rest is left for the operator's commands. */
const EMBEDDED_CONNECTIONS = 80;
/** A process that dies sooner than this would most likely die again at once, so its replacement waits. */
const SHORT_LIFE_MS = 10_000;
const LONGEST_PAUSE_MS = 10_000;
/** Processes finish their requests within 25 s. One that still runs after this time is stuck. */
const STOP_WITHIN_MS = 28_000;

/** Resolves when every process accepts requests. Calling the result stops them all. */
export async function startHttpGroup(
  config: Config,
  env: Environment,
  { ports: { logger }, metrics }: Sello,
): Promise<() => Promise<void>> {
  await assertPortFree(config);
  // Each process accepts connections by itself. If the parent distributed them, a connection on its way to a dying
  // process would never be closed, and its caller would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  leadGroup(() => metrics.read());
  const members = new Set<Worker>();
  let isStopping = false;
  let pauseMs = 0;

  const start = (): Worker => {
    const startedAt = performance.now();
    // If the parent dies, the channel to it closes and Node ends the process, so no server is left behind.
    const member = cluster.fork(memberEnvironment(config, env));
    members.add(member);
    member.once('exit', (code, signal) => {
      members.delete(member);
      if (isStopping) return;
      const wasShort = performance.now() - startedAt < SHORT_LIFE_MS;
      pauseMs = wasShort ? Math.min(Math.max(pauseMs * 2, 250), LONGEST_PAUSE_MS) : 0;
      logger.error('process.ended', { pid: member.process.pid, code, signal, startsAgainInMs: pauseMs });
      setTimeout(() => isStopping || start(), pauseMs).unref();
    });
    return member;
  };

  const stop = async () => {
    isStopping = true;
    const deadline = setTimeout(() => kill(members, 'SIGKILL'), STOP_WITHIN_MS);
    const gone = [...members].map((member) => once(member, 'exit'));
    kill(members, 'SIGTERM');
    await Promise.all(gone);
    clearTimeout(deadline);
  };

  const first = Array.from({ length: config.processes }, start);
  try {
    await Promise.all(first.map(untilListening));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Passes on the port, which may have been chosen at the start, and a share of the embedded database's connections. */
function memberEnvironment(config: Config, env: Environment): Record<string, string | undefined> {
  const shared = Math.max(2, Math.floor(EMBEDDED_CONNECTIONS / (config.processes + 1)));
  return {
    ...env,
    PORT: String(config.port),
    SELLO_BASE_URL: config.baseUrl,
    SELLO_DATABASE_CONNECTIONS: String(
      config.databaseUrl === undefined
        ? Math.min(config.databaseConnections, shared)
        : config.databaseConnections,
    ),
  };
}

function untilListening(member: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    member.once('listening', () => resolve());
    // The process has already printed the reason on the shared terminal.
    member.once('exit', () => reject(notStarted()));
  });
}

function kill(members: ReadonlySet<Worker>, signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const member of members) member.process.kill(signal);
}

function notStarted(): OperatorError {
  return new OperatorError({
    en: 'One of the HTTP processes did not start; see its message above.',
    es: 'Uno de los procesos HTTP no arrancó; su mensaje de arriba dice qué corregir.',
  });
}
