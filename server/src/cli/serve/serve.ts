/** `sello serve`: runs everything in one process, or in a group of processes, until it is stopped. */

import cluster from 'node:cluster';
import { chainsOf } from '../../anchoring/chains.ts';
import { buildServer } from '../../api/server.ts';
import type { Logger } from '../../kernel/logger.ts';
import { systemSurroundings } from '../../kernel/surroundings.ts';
import type { Config } from '../../settings.ts';
import { openDispatcher } from '../../webhooks/delivery/open-dispatcher.ts';
import { openSello, type Place, type Sello } from '../../wire.ts';
import { startWorker } from '../../worker.ts';
import { asListenError } from '../shared/listen-error.ts';
import { openTerminalLogger, readServerConfig, serveMetrics, stopSignal } from '../shared/long-running.ts';
import type { Terminal } from '../shared/terminal.ts';
import { refuseArguments } from '../shared/usage.ts';
import { prepareDrain } from './drain.ts';
import { startHttpGroup } from './serve-group.ts';

export async function serveCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  const config = await readServerConfig(terminal);
  const logger = openTerminalLogger(terminal, config.logLevel);
  if (cluster.isWorker) return serveAsMember(config, logger);
  await withSello(config, logger, 'alone', async (sello) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      stops.push(
        config.processes === 1
          ? await startHttp(config, sello)
          : await startHttpGroup(config, terminal.env, sello),
      );
      stops.push(await serveMetrics(config, sello.metrics));
      stops.push(startBackground(config, sello));
      const signal = stopSignal();
      greet(config, terminal);
      await signal;
    } finally {
      // After a failed start, the parts that did start would keep the process running, so they are stopped.
      for (const stop of stops) await stop();
    }
  });
  // The parent keeps the port, and any connection that was on its way to a killed process. Either would keep this
  // process running, so it exits explicitly.
  if (config.processes > 1) process.exit();
}

/** Runs one HTTP process of a group. The parent has the embedded parts and does the background work. */
async function serveAsMember(config: Config, logger: Logger): Promise<void> {
  try {
    await withSello(config, logger, 'beside', async (sello) => {
      const signal = stopSignal();
      const stopServing = await startHttp(config, sello);
      await signal;
      await stopServing();
    });
  } finally {
    // An open channel to the parent would keep this process running, and the parent would wait for a process that
    // failed.
    process.disconnect?.();
  }
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

function startBackground(config: Config, { ports, identity, metrics }: Sello): () => Promise<void> {
  if (!config.runsBackground) return async () => {};
  return startWorker(
    ports,
    identity,
    chainsOf(config, ports),
    openDispatcher(config, ports, metrics.webhooks),
  );
}

async function startHttp(config: Config, sello: Sello): Promise<() => Promise<void>> {
  const app = await buildServer({ ...sello, config });
  const drain = prepareDrain(app.server, async () => void (await app.close()), sello.ports.logger);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw asListenError(error, config.port, 'PORT');
  }
  // Loads libraries and fonts now. Otherwise, the first person who asks for a PDF would wait for them.
  sello.ports.constancias.warm();
  sello.ports.documentWriter.warm();
  return drain;
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
    KEY=$(npx sello key create --account you@example.com --name first --mode test)
    curl --fail-with-body -sS -H "Authorization: Bearer $KEY" -F file=@README.md ${base}/api/public/v1/certificates -o certificate.json

  Stop with Ctrl-C.
`);
}
