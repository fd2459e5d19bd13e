/** What runs by itself: the sequencer, and one anchorer per chain, each in whichever process gets there first. */

import type { Chain } from './adapters/chains.ts';
import { anchorCheckpoints } from './app/anchor-checkpoints.ts';
import { type LogIdentity, sequenceLog } from './app/sequence-log.ts';
import type { ChainDriver, Needs } from './ports.ts';

type WorkerPorts = Needs<'merkleLog' | 'anchors' | 'duties' | 'crypto' | 'now' | 'log'>;

const SEQUENCE_EVERY_MS = 400;
const ANCHOR_EVERY_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A transaction that waits this long is replaced by one that pays more. */
const BUMP_AFTER_MS = 3 * 60_000;

/** Starts the loops; the result stops them and resolves once what is under way is done. */
export function startWorker(
  ports: WorkerPorts,
  identity: LogIdentity,
  chains: readonly Chain[],
): () => Promise<void> {
  const stops = [startSequencer(ports, identity), ...chains.map((chain) => startAnchorer(ports, chain))];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSequencer(ports: WorkerPorts, identity: LogIdentity): () => Promise<void> {
  return startLoop(ports, 'sequencer', SEQUENCE_EVERY_MS, async () => {
    const leaves = await sequenceLog(ports, identity);
    if (leaves > 0) ports.log.info('log.sequenced', { leaves });
  });
}

/** Holds the duty, and the chain open, until it stops; when the process dies another takes both over. */
function startAnchorer(ports: WorkerPorts, chain: Chain): () => Promise<void> {
  let driver: ChainDriver | undefined;
  const rules = { intervalMs: chain.intervalMs, bumpAfterMs: BUMP_AFTER_MS };
  const stop = startLoop(ports, `anchorer of ${chain.network}`, ANCHOR_EVERY_MS, async () => {
    if (!(await ports.duties.take(`anchor ${chain.network}`))) return;
    driver ??= await chain.open();
    await anchorCheckpoints(ports, driver, rules);
  });
  return async () => {
    await stop();
    await driver?.close();
  };
}

/** One step after the other; after a failure with growing pauses, and one log line for each kind of trouble. */
function startLoop(
  { log }: Needs<'log'>,
  what: string,
  everyMs: number,
  step: () => Promise<void>,
): () => Promise<void> {
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  const run = async () => {
    let pauseMs = everyMs;
    let trouble = '';
    while (!isStopping) {
      try {
        await step();
        if (trouble !== '') log.info('worker.recovered', { what });
        [pauseMs, trouble] = [everyMs, ''];
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== trouble) log.error('worker.failed', { what, error });
        [pauseMs, trouble] = [Math.min(pauseMs * 2, LONGEST_PAUSE_MS), message];
      }
      await pause(pauseMs, stopping.promise);
    }
  };
  const done = run();
  return async () => {
    isStopping = true;
    stopping.resolve();
    await done;
  };
}

async function pause(ms: number, stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([passed, stopping]);
  clearTimeout(timer);
}
