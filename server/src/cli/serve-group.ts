/** Several HTTP processes on one port: one that dies is replaced, and all of them end with their parent. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Config, Environment } from '../settings.ts';
import { leadGroup } from '../telemetry/metrics-group.ts';
import type { Sello } from '../wire.ts';
import { assertPortFree } from './listen-error.ts';

/** What the embedded database has for all processes together, less what operators' commands may need. */
const EMBEDDED_CONNECTIONS = 80;
/** A member that lived shorter than this died of something that a new one will most likely die of too. */
const SHORT_LIFE_MS = 10_000;
const LONGEST_PAUSE_MS = 10_000;
/** Members drain for 25 s by themselves; who is here after that is stuck. */
const STOP_WITHIN_MS = 28_000;

/** Resolves once every member takes requests; the result stops them all. */
export async function startHttpGroup(
  config: Config,
  env: Environment,
  { ports: { logger }, metrics }: Sello,
): Promise<() => Promise<void>> {
  await assertPortFree(config);
  leadGroup(() => metrics.read());
  const members = new Set<Worker>();
  let isStopping = false;
  let pauseMs = 0;

  const start = (): Worker => {
    const startedAt = performance.now();
    // A parent that dies closes the channel to its members, and Node ends them: no server is left behind.
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

/** The port is settled by now, and the embedded database's connections are shared out. */
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
    // It has said why on the terminal that it shares with us.
    member.once('exit', () => reject(notStarted()));
  });
}

function kill(members: ReadonlySet<Worker>, signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const member of members) member.process.kill(signal);
}

function notStarted(): OperatorError {
  return new OperatorError({
    en: 'One of the HTTP processes did not start; its own message above says what to mend.',
    es: 'Uno de los procesos HTTP no arrancó; su mensaje de arriba dice qué corregir.',
  });
}
