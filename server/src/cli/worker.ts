/**
 * `sello worker`: extends the log and anchors it, without an HTTP server. Any number of workers may run, but each duty
 * is held by only one of them at a time.
 */

import { chainsOf } from '../anchoring/chains.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { openDispatcher } from '../webhooks/delivery/open-dispatcher.ts';
import { openSello } from '../wire.ts';
import { startWorker } from '../worker.ts';
import { openTerminalLogger, readServerConfig, serveMetrics, stopSignal } from './shared/long-running.ts';
import type { Terminal } from './shared/terminal.ts';
import { refuseArguments } from './shared/usage.ts';

export async function workerCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  const config = await readServerConfig(terminal);
  const sello = await openSello(
    config,
    systemSurroundings(openTerminalLogger(terminal, config.logLevel)),
    'beside',
  );
  try {
    const stopMetrics = await serveMetrics(config, sello.metrics);
    const stopWorker = startWorker(
      sello.ports,
      sello.identity,
      chainsOf(config, sello.ports),
      openDispatcher(config, sello.ports, sello.metrics.webhooks),
    );
    const signal = stopSignal();
    terminal.error('Sello works in the background. Stop with Ctrl-C.');
    await signal;
    await stopMetrics();
    await stopWorker();
  } finally {
    await sello.close();
  }
}
