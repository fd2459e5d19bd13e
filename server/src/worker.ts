/** What runs by itself: the sequencer and one anchorer per chain, in whichever process gets there first. */

import { type AnchorRules, anchorCheckpoints } from './app/anchor-checkpoints.ts';
import { type LogIdentity, sequenceLog } from './app/sequence-log.ts';
import type { ChainDriver, Needs } from './ports.ts';

export type AnchoredChain = { driver: ChainDriver; rules: AnchorRules };

type WorkerPorts = Needs<'merkleLog' | 'anchors' | 'duties' | 'crypto' | 'now' | 'log'>;

const SEQUENCE_EVERY_MS = 400;
const ANCHOR_EVERY_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Starts the loops; the result stops them and resolves once the step under way is done. */
export function startWorker(
  ports: WorkerPorts,
  identity: LogIdentity,
  chains: readonly AnchoredChain[],
): () => Promise<void> {
  const loops = [
    startLoop(ports, 'sequencer', SEQUENCE_EVERY_MS, async () => {
      const sequenced = await sequenceLog(ports, identity);
      if (sequenced > 0) ports.log.info('log.sequenced', { leaves: sequenced });
    }),
    ...chains.map(({ driver, rules }) =>
      startLoop(ports, `anchorer ${driver.network}`, ANCHOR_EVERY_MS, async () => {
        // One anchorer per chain over all processes; when it dies its lock goes, and the next one in line goes on.
        if (await ports.duties.take(`anchor ${driver.network}`)) await anchorCheckpoints(ports, driver, rules);
      }),
    ),
  ];
  return async () => {
    await Promise.all(loops.map((stop) => stop()));
  };
}

/** Steps one after the other; after a failure with growing pauses, and one log line for each kind of trouble. */
function startLoop(ports: Needs<'log'>, what: string, everyMs: number, step: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const run = async () => {
    let pauseMs = everyMs;
    let lastTrouble = '';
    while (!stopped) {
      try {
        await step();
        if (lastTrouble !== '') ports.log.info('worker.recovered', { what });
        pauseMs = everyMs;
        lastTrouble = '';
      } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error);
        if (trouble !== lastTrouble) ports.log.error('worker.failed', { what, error });
        lastTrouble = trouble;
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const done = run();
  return async () => {
    stopped = true;
    wake();
    await done;
  };
}
