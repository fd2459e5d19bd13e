/** `sello serve`: everything in one process, until it is told to stop. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { chainsOf } from '../adapters/chains.ts';
import { type Config, readConfig, unknownSettings } from '../config.ts';
import { AppError } from '../domain/errors.ts';
import { type App, buildServer } from '../http/server.ts';
import { makeLineWriter } from '../line-writer.ts';
import { makeLog } from '../log.ts';
import { openSello, systemSurroundings } from '../wire.ts';
import { startWorker } from '../worker.ts';
import type { Terminal } from './terminal.ts';
import { refuseArguments } from './usage.ts';

/** Requests under way get this long to finish after SIGTERM. */
const DRAIN_MS = 25_000;

export async function serveCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  const config = await withPort(readConfig(terminal.env));
  for (const name of unknownSettings(terminal.env))
    terminal.error(`Note: there is no setting ${name}; it is ignored.`);
  const lines = makeLineWriter(terminal.write);
  // Whatever ends the process, the lines that tell why come out first.
  process.once('exit', lines.flush);
  const log = makeLog(lines.write, () => new Date());
  const sello = await openSello(config, systemSurroundings(log));
  let stopWorker = async () => {};
  try {
    const app = await buildServer({ ...sello, config });
    await listen(app, config);
    stopWorker = startWorker(sello.ports, sello.identity, chainsOf(config, sello.ports));
    greet(config, terminal);
    await stopSignal();
    await drain(app);
  } finally {
    await stopWorker();
    await sello.close();
  }
}

/** Addresses in answers need the port before anything listens, so port 0 is settled first. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer();
  await once(probe.listen(0, config.host), 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) };
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new AppError('bad_request', {
      en: `Port ${config.port} is taken by another program. Stop that one, or choose another with PORT=….`,
      es: `El puerto ${config.port} lo ocupa otro programa. Deténgalo o elija otro con PORT=….`,
    });
  }
}

function greet(config: Config, terminal: Terminal): void {
  const base = config.baseUrl;
  terminal.error(`
  Sello is ready at ${base}

  API description   ${base}/api/public/v1/openapi
  Dashboard         ${base}/ (its pages are not built yet; its back end is at ${base}/api/dashboard)
  Data folder       ${config.dataDir}
  Time stamps       ${config.psc.map(({ name }) => name).join(', then ') || 'embedded authority: for development, no legal value'}

  Make a key and certify a first file:

    npx sello account create --email you@example.com --name You
    KEY=$(npx sello key create --account you@example.com --name first)
    curl -H "Authorization: Bearer $KEY" -F file=@README.md ${base}/api/public/v1/certificates

  Stop with Ctrl-C.
`);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** No new work; what is under way is answered; whoever is still here after the deadline is cut off. */
async function drain(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  app.server.closeIdleConnections();
  await app.close();
  clearTimeout(timer);
}
