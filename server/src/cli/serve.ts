/** `sello serve`: everything in one process, or in a group of processes, until it is told to stop. */

import cluster from 'node:cluster';
import { chainsOf } from '../anchoring/chains.ts';
import { buildServer } from '../api/server.ts';
import type { App } from '../http/app.ts';
import { AppError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import type { Config } from '../settings.ts';
import { openSello, type Place, type Sello } from '../wire.ts';
import { startWorker } from '../worker.ts';
import { followConnections } from './let-go.ts';
import { openTerminalLogger, readServerConfig, serveMetrics, stopSignal } from './long-running.ts';
import { startHttpGroup } from './serve-group.ts';
import type { Terminal } from './terminal.ts';
import { refuseArguments } from './usage.ts';

/** Requests under way get this long to finish after SIGTERM. */
const DRAIN_MS = 25_000;

export async function serveCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  const config = await readServerConfig(terminal);
  const logger = openTerminalLogger(terminal);
  if (cluster.isWorker) return serveAsMember(config, logger);
  await withSello(config, logger, 'alone', async (sello) => {
    const stopServing =
      config.processes === 1
        ? await startHttp(config, sello)
        : await startHttpGroup(config, terminal.env, sello);
    const stopWorker = startBackground(config, sello);
    const stopMetrics = await serveMetrics(config, sello.metrics);
    const signal = stopSignal();
    greet(config, terminal);
    await signal;
    await stopServing();
    await stopMetrics();
    await stopWorker();
  });
  // A connection that was on its way to a member when that was killed stays with the parent, and the port with it:
  // either would keep this process alive.
  if (config.processes > 1) process.exit();
}

/** One HTTP process of a group: the embedded parts and the work in the background are its parent's. */
async function serveAsMember(config: Config, logger: Logger): Promise<void> {
  await withSello(config, logger, 'beside', async (sello) => {
    const signal = stopSignal();
    const stopServing = await startHttp(config, sello);
    await signal;
    await stopServing();
  });
  // The channel to the parent would keep this process alive.
  process.disconnect?.();
}

async function withSello(
  config: Config,
  logger: Logger,
  place: Place,
  work: (sello: Sello) => Promise<void>,
): Promise<void> {
  const sello = await openSello(config, systemSurroundings(logger), place);
  try {
    await work(sello);
  } finally {
    await sello.close();
  }
}

function startBackground(config: Config, { ports, identity }: Sello): () => Promise<void> {
  if (!config.runsBackground) return async () => {};
  return startWorker(ports, identity, chainsOf(config, ports));
}

async function startHttp(config: Config, sello: Sello): Promise<() => Promise<void>> {
  const app = await buildServer({ ...sello, config });
  const letGo = followConnections(app.server);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw portTaken(config);
  }
  return () => drain(app, letGo);
}

/** No new work; what is under way is answered; whoever is still here after the deadline is cut off. */
async function drain(app: App, letGo: () => void): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  letGo();
  await app.close();
  clearTimeout(timer);
}

function portTaken({ port }: Config): AppError {
  return new AppError('bad_request', {
    en: `Port ${port} is taken by another program. Stop that one, or choose another with PORT=….`,
    es: `El puerto ${port} lo ocupa otro programa. Deténgalo o elija otro con PORT=….`,
  });
}

function greet(config: Config, terminal: Terminal): void {
  const base = config.baseUrl;
  terminal.error(`
  Sello is ready at ${base}${config.processes > 1 ? ` (${config.processes} HTTP processes)` : ''}

  Dashboard         ${base}/dashboard
  API reference     ${base}/docs
  API description   ${base}/api/public/v1/openapi
  Data folder       ${config.dataDir}
  Time stamps       ${config.psc.map(({ name }) => name).join(', then ') || 'embedded authority: for development, no legal value'}

  Make a key in the dashboard, or here, and certify a first file:

    npx sello account create --email you@example.com --name You
    KEY=$(npx sello key create --account you@example.com --name first)
    curl -H "Authorization: Bearer $KEY" -F file=@README.md ${base}/api/public/v1/certificates

  Stop with Ctrl-C.
`);
}
