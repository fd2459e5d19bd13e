/** What the commands that run until they are told to stop have in common. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, readConfig, unknownSettings } from '../config.ts';
import { makeLineWriter } from '../line-writer.ts';
import { type Log, makeLog } from '../log.ts';
import type { Terminal } from './terminal.ts';

export async function readServerConfig(terminal: Terminal): Promise<Config> {
  const config = await withPort(readConfig(terminal.env));
  for (const name of unknownSettings(terminal.env))
    terminal.error(`Note: there is no setting ${name}; it is ignored.`);
  return config;
}

export function openTerminalLog(terminal: Terminal): Log {
  const lines = makeLineWriter(terminal.write);
  // Whatever ends the process, the lines that tell why come out first.
  process.once('exit', lines.flush);
  return makeLog(lines.write, () => new Date());
}

export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
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
