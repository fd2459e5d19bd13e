/** Shared by the commands that run until they are stopped. */

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { type Logger, type LogLevel, makeLogger } from '../../kernel/logger.ts';
import { type Config, readConfig, unknownSettings } from '../../settings.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { METRICS_TYPE } from '../../telemetry/routes-public.ts';
import { asListenError } from './listen-error.ts';
import { listenOnOwnPort } from './own-port.ts';
import type { Terminal } from './terminal.ts';

export async function readServerConfig(terminal: Terminal): Promise<Config> {
  const config = await withPort(readConfig(terminal.env));
  for (const name of unknownSettings(terminal.env))
    terminal.error(`Note: ${name} is not a setting and is ignored.`);
  if (!isLoopback(config.host) && config.trustedProxies.length === 0)
    terminal.error(
      `Note: ${config.host} can be reached from other machines and SELLO_TRUSTED_PROXIES names no proxy. Behind one, all callers count as one network: name its address.`,
    );
  return config;
}

export function openTerminalLogger(terminal: Terminal, least: LogLevel = 'info'): Logger {
  const lines = makeLineWriter(terminal.write);
  const logger = makeLogger(lines.write, () => new Date(), least);
  // However the process ends, it first writes the log lines that explain why, and the counts of repeated lines.
  process.once('exit', () => {
    logger.flush();
    lines.flush();
  });
  return logger;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/**
 * Resolves when the process gets a signal to stop. Must be called before the command prints that it runs, because the
 * signal may come at any time after that. The handlers stay installed: npm forwards the signal that the terminal has
 * already sent, and without a handler the second signal would kill the process during shutdown.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}

/** Serves `/metrics` alone on the operator's own address, apart from the public port. */
export async function serveMetrics(config: Config, metrics: Metrics): Promise<() => Promise<void>> {
  if (config.metricsAddress === undefined) return async () => {};
  const { hostname, port } = new URL(`http://${config.metricsAddress}`);
  const server = createHttpServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
    } catch {
      // If the database is down, the numbers are unknown, so none are given.
      response.writeHead(503).end();
    }
  });
  try {
    await once(server.listen(Number(port), hostname.replace(/^\[|\]$/g, '')), 'listening');
  } catch (error) {
    throw asListenError(error, port, 'SELLO_METRICS_ADDRESS');
  }
  return async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
}

/** Chooses a port if the setting is 0, because base URLs need the port before anything listens. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer();
  const port = await listenOnOwnPort(probe, config.host);
  await once(probe.close(), 'close');
  return { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) };
}

/**
 * Lines are buffered and written a few times a second, because a system call for each line costs more than making the
 * line.
 */
const FLUSH_MS = 100;
const FLUSH_BYTES = 64 * 1024;

type LineWriter = {
  write(line: string): void;
  /** Writes the buffer now. Called at exit and before a crash. */
  flush(): void;
};

function makeLineWriter(write: (text: string) => void): LineWriter {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = gathered;
    gathered = '';
    if (text !== '') write(text);
  };
  return {
    flush,
    write(line) {
      gathered += line;
      if (gathered.length > FLUSH_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
