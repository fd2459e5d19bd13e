/** The background loops: sequencer, one anchorer per chain, the calendar stamper, each run by whichever process takes its duty first; the counting of moved terms, and the index of searches. */

import type { CryptoEngine } from '@sello/proof';
import { anchorCheckpoints } from './anchoring/anchor-checkpoints.ts';
import type { CalendarStampStore, Calendars } from './anchoring/calendars/ports.ts';
import { stampCheckpoints } from './anchoring/calendars/stamp-checkpoints.ts';
import type { ChainDriver } from './anchoring/chain-driver.ts';
import type { Chain } from './anchoring/chains.ts';
import type { AnchorStore } from './anchoring/ports.ts';
import type { SearchIndex } from './certificates/search/ports.ts';
import type { Duties } from './database/duties.ts';
import type { Database } from './database/pool.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import type { RandomBytes } from './kernel/random-pool.ts';
import { refreshStaleTerms } from './memberships/terms/move-terms.ts';
import type { MerkleLogStore } from './transparency/ports.ts';
import { type LogIdentity, sequenceLog } from './transparency/sequence-log.ts';

type WorkerPorts = {
  merkleLog: MerkleLogStore;
  anchors: AnchorStore;
  calendars: Calendars;
  calendarStamps: CalendarStampStore;
  duties: Duties;
  records: Pick<Database, 'transaction'>;
  searchIndex: SearchIndex;
  crypto: CryptoEngine;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

const SEQUENCE_EVERY_MS = 400;
const SHORTEST_ANCHOR_ROUND_MS = 500;
/** About one block of a public chain, whose nodes count every request. */
const LONGEST_ANCHOR_ROUND_MS = 12_000;
/** Calendars are not urgent. */
const LONGEST_STAMP_ROUND_MS = 30_000;
const RECOUNT_EVERY_MS = 2_000;
/** Until then the newest are looked through one by one. */
const INDEX_EVERY_MS = 5_000;
/** Of one account in a round, so that stopping never waits for a million. */
const MOST_LOTS = 20;
const CHECK_UP_EVERY_MS = 60_000;
/** While there are problems, so that `/readyz` soon shows that they are solved. */
const CHECK_AGAIN_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** A transaction that waits this long is replaced by one with a higher fee. */
const BUMP_AFTER_MS = 3 * 60_000;

/** Starts the loops; the result stops them and resolves once the steps in progress are done. */
export function startWorker(
  ports: WorkerPorts,
  identity: LogIdentity,
  chains: readonly Chain[],
): () => Promise<void> {
  const stops = [
    startSequencer(ports, identity),
    startRecounter(ports),
    startIndexer(ports),
    ...chains.map((chain) => startAnchorer(ports, chain)),
  ];
  if (ports.calendars.all.length > 0) stops.push(startStamper(ports));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSequencer(ports: WorkerPorts, identity: LogIdentity): () => Promise<void> {
  return startLoop(ports, 'sequencer', SEQUENCE_EVERY_MS, async () => {
    const leaves = await sequenceLog(ports, identity);
    if (leaves > 0) ports.logger.info('log.sequenced', { leaves });
  });
}

/** Terms that moved to another version of their rules. Batches are locked, so every process may take some. */
function startRecounter(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'recounter', RECOUNT_EVERY_MS, async () => {
    let members = 0;
    for (let batch = 1; batch > 0; members += batch) {
      batch = await ports.records.transaction((query) => refreshStaleTerms({ query }));
    }
    if (members > 0) ports.logger.info('terms.recounted', { members });
  });
}

/** The words of new certificates, for searches. Each account is locked meanwhile, so every process may take some. */
function startIndexer(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'indexer', INDEX_EVERY_MS, async () => {
    let certificates = 0;
    for (const owner of await ports.searchIndex.behind()) {
      let lot = 1;
      for (let i = 0; i < MOST_LOTS && lot > 0; i++) {
        lot = await ports.searchIndex.indexNext(owner);
        certificates += lot;
      }
    }
    if (certificates > 0) ports.logger.info('search.indexed', { certificates });
  });
}

/** Holds the duty and the open chain until stopped; if the process dies, another takes over both. */
function startAnchorer(ports: WorkerPorts, chain: Chain): () => Promise<void> {
  let driver: ChainDriver | undefined;
  let nextCheckUp = 0;
  const rules = { intervalMs: chain.intervalMs, bumpAfterMs: BUMP_AFTER_MS };
  const everyMs = Math.min(
    Math.max(chain.intervalMs / 20, SHORTEST_ANCHOR_ROUND_MS),
    LONGEST_ANCHOR_ROUND_MS,
  );
  const letGo = async () => {
    const opened = driver;
    driver = undefined;
    await opened?.close();
  };
  const stop = startLoop(ports, `anchorer of ${chain.network}`, everyMs, async () => {
    // The process that has the duty now may be waiting for the chain's folder.
    if (!(await ports.duties.take(`anchor ${chain.network}`))) return letGo();
    driver ??= await chain.open();
    if (ports.now().getTime() >= nextCheckUp) nextCheckUp = await checkUp(ports, driver);
    await anchorCheckpoints(ports, driver, rules);
  });
  return async () => {
    await stop();
    await letGo();
  };
}

/** A loop of its own, so that no chain waits for a calendar. */
function startStamper(ports: WorkerPorts): () => Promise<void> {
  const everyMs = Math.min(
    Math.max(ports.calendars.intervalMs / 20, SHORTEST_ANCHOR_ROUND_MS),
    LONGEST_STAMP_ROUND_MS,
  );
  return startLoop(ports, 'stamper', everyMs, async () => {
    if (await ports.duties.take('stamp')) await stampCheckpoints(ports);
  });
}

/** Publishes the chain's problems for `/readyz` of every process; returns when to check again. */
async function checkUp(ports: WorkerPorts, driver: ChainDriver): Promise<number> {
  const { problems } = await driver.health();
  await ports.anchors.tellProblems(driver.network, problems, ports.now());
  return ports.now().getTime() + (problems.length === 0 ? CHECK_UP_EVERY_MS : CHECK_AGAIN_AFTER_MS);
}

/** Runs one step after the other; after a failure with growing pauses, logging each kind of error once. */
function startLoop(
  { logger }: { logger: Logger },
  what: string,
  everyMs: number,
  step: () => Promise<void>,
): () => Promise<void> {
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  const run = async () => {
    let pauseMs = everyMs;
    const troubles = new Set<string>();
    while (!isStopping) {
      try {
        await step();
        if (troubles.size > 0) logger.info('worker.recovered', { what });
        troubles.clear();
        pauseMs = everyMs;
      } catch (error) {
        if (!troubles.has(kindOf(error))) logger.error('worker.failed', { what, error });
        troubles.add(kindOf(error));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
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

/** The code where there is one: messages may contain numbers that change each time. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.message;
}

async function pause(ms: number, stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([passed, stopping]);
  clearTimeout(timer);
}
