/** The background loops that make evidence outlive the keys of providers. Each is run by one process at a time. */

import type { Duties } from '../database/duties.ts';
import { startLoop } from '../kernel/pacing/start-loop.ts';
import { type CheckpointStampPorts, stampCheckpoint } from './checkpoints/stamp-checkpoint.ts';
import { type KeepRevocationPorts, keepRevocation } from './revocation/keep-revocation.ts';
import type { AskRevocation } from './revocation/transport.ts';
import type { TimestampsSettings } from './settings.ts';

export type LastingPorts = CheckpointStampPorts &
  Omit<KeepRevocationPorts, 'ask'> & {
    duties: Duties;
    askRevocation: AskRevocation;
    lasting: Pick<TimestampsSettings, 'stampCheckpointsEveryMs' | 'keepsRevocation'>;
  };

const SHORTEST_ROUND_MS = 500;
const LONGEST_STAMP_ROUND_MS = 60_000;
/** The time after which a server that did not answer is asked again. One that did answer is asked on the next day. */
const KEEP_EVERY_MS = 3_600_000;

export function startLasting(ports: LastingPorts): (() => Promise<void>)[] {
  const { stampCheckpointsEveryMs: everyMs, keepsRevocation } = ports.lasting;
  return [
    ...(everyMs > 0 ? [startCheckpointStamper(ports, everyMs)] : []),
    ...(keepsRevocation ? [startRevocationKeeper(ports)] : []),
  ];
}

function startCheckpointStamper(ports: LastingPorts, intervalMs: number): () => Promise<void> {
  const roundMs = Math.min(Math.max(intervalMs / 20, SHORTEST_ROUND_MS), LONGEST_STAMP_ROUND_MS);
  return startLoop(ports, 'checkpoint stamper', roundMs, async () => {
    if (await ports.duties.take('stamp checkpoints')) await stampCheckpoint(ports, intervalMs);
  });
}

/**
 * Starts the loop. Stopping it aborts the current request, because a silent server must not delay the end of the
 * process.
 */
function startRevocationKeeper(ports: LastingPorts): () => Promise<void> {
  const ending = new AbortController();
  const ask: AskRevocation = ({ signal, ...question }) =>
    ports.askRevocation({ ...question, signal: AbortSignal.any([signal, ending.signal]) });
  const stop = startLoop(ports, 'revocation keeper', KEEP_EVERY_MS, async (isStopping) => {
    if (!(await ports.duties.take('keep revocation'))) return;
    const kept = await keepRevocation({ ...ports, ask }, isStopping);
    if (kept > 0) ports.logger.info('revocation.kept', { answers: kept });
  });
  return () => {
    ending.abort();
    return stop();
  };
}
