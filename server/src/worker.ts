/** The background loops. Some run in the one process that has their duty, the others in every process. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { CryptoEngine } from '@sello/proof';
import { anchorCheckpoints, type Rest, restGoesOn } from './anchoring/anchor-checkpoints.ts';
import type { CalendarStampStore, Calendars } from './anchoring/calendars/ports.ts';
import { stampCheckpoints } from './anchoring/calendars/stamp-checkpoints.ts';
import type { ChainDriver } from './anchoring/chain-driver.ts';
import { ChainFailure } from './anchoring/chain-failure.ts';
import type { Chain } from './anchoring/chains.ts';
import type { AnchorStore, HeldAnchors } from './anchoring/ports.ts';
import { type MakeLotPorts, makeNextLot } from './certificates/batches/make-lot.ts';
import { type SealNextPorts, sealNext } from './certificates/sealing/seal-next.ts';
import type { SearchIndex } from './certificates/search/ports.ts';
import { type Duties, onDuty, type Turn } from './database/duties.ts';
import type { Database } from './database/pool.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import { startLoop } from './kernel/pacing/start-loop.ts';
import type { RandomBytes } from './kernel/random-pool.ts';
import { moveClocks } from './memberships/clocks/move-clocks.ts';
import type { IssueDocument } from './memberships/documents/ports.ts';
import { workOffDocuments } from './memberships/documents/work-off-documents.ts';
import { type CertifyDrawsPorts, certifyDraws } from './memberships/draws/certify-draws.ts';
import type { FollowPorts } from './memberships/draws/follow-draws.ts';
import { isBlockWanted } from './memberships/draws/wanted-block.ts';
import { type Mails, startMails } from './memberships/mails.ts';
import { refreshStaleTerms } from './memberships/membership/terms/move-terms.ts';
import { startWatches } from './memberships/watches/tell-watchers.ts';
import { type RenewStampsPorts, renewStamps } from './proofs/renewals/renew-stamps.ts';
import { type LastingPorts, startLasting } from './timestamps/start-lasting.ts';
import type { MerkleLogStore } from './transparency/ports.ts';
import type { PastGuard } from './transparency/rollback/past-guard.ts';
import { type LogIdentity, sequenceLog } from './transparency/sequence-log.ts';
import type { TileMover } from './transparency/tiles/tile-mover.ts';
import { offerCheckpoint } from './transparency/witnesses/offer-checkpoints.ts';
import type { CosignatureStore, Witness, Witnesses } from './transparency/witnesses/ports.ts';
import type { PastKeeper } from './upkeep/journal/keep-past.ts';
import type { Dispatcher } from './webhooks/delivery/dispatcher.ts';

type WorkerPorts = MakeLotPorts &
  SealNextPorts &
  LastingPorts &
  RenewStampsPorts &
  CertifyDrawsPorts &
  FollowPorts &
  Mails & {
    merkleLog: MerkleLogStore;
    pastGuard: PastGuard;
    pastKeeper: PastKeeper;
    /** Undefined if the log keeps its tiles in the database. */
    tileMover: TileMover | undefined;
    anchors: AnchorStore;
    calendars: Calendars;
    calendarStamps: CalendarStampStore;
    witnesses: Witnesses;
    cosignatures: CosignatureStore;
    duties: Duties;
    records: Database;
    searchIndex: SearchIndex;
    process: () => number;
    issueDocument: IssueDocument;
    crypto: CryptoEngine;
    randomBytes: RandomBytes;
    now: Clock;
    logger: Logger;
  };

const SEQUENCE_EVERY_MS = 400;
const SHORTEST_ANCHOR_ROUND_MS = 500;
/** About the time of one block on a public chain. Nodes of such chains count every request. */
const LONGEST_ANCHOR_ROUND_MS = 12_000;
/** Calendars are not urgent. */
const LONGEST_STAMP_ROUND_MS = 30_000;
/** Renewals are due months before an end, so an hour more does no harm. */
const RENEW_EVERY_MS = 3_600_000;
const OFFER_EVERY_MS = 1_000;
const RECOUNT_EVERY_MS = 2_000;
const MOVE_CLOCKS_EVERY_MS = 500;
/** Until a certificate is indexed, a search reads its words directly. */
const INDEX_EVERY_MS = 5_000;
/** The limit per account and round, so that stopping never waits for a million certificates. */
const MOST_LOTS = 200;
/** The pause between two lots, in which other requests are served. */
const LOT_PAUSE_MS = 40;
const LOOK_FOR_WORK_EVERY_MS = 500;
const DISPATCH_EVERY_MS = 250;
const ISSUE_EVERY_MS = 1_000;
const CHECK_UP_EVERY_MS = 60_000;
/** The interval while there are problems, so that `/readyz` soon shows that they are solved. */
const CHECK_AGAIN_AFTER_MS = 10_000;
/** A transaction that waits this long is replaced by one with a higher fee. */
const BUMP_AFTER_MS = 3 * 60_000;

/** Starts the loops. The result stops them, and resolves once the steps in progress are done. */
export function startWorker(
  ports: WorkerPorts,
  identity: LogIdentity,
  chains: readonly Chain[],
  dispatcher?: Dispatcher,
): () => Promise<void> {
  const stops = [
    startSequencer(ports, identity),
    startRecounter(ports),
    startIndexer(ports),
    startBatches(ports),
    startLoop(ports, 'sealer', LOOK_FOR_WORK_EVERY_MS, async (isStopping) => {
      while (!isStopping() && (await sealNext(ports)));
    }),
    startClocks(ports),
    startWatches(ports),
    startIssuer(ports),
    ...chains.map((chain) => startAnchorer(ports, chain)),
    ...ports.witnesses.all.map((witness) => startOffers(ports, witness)),
    ...startLasting(ports),
    startRenewer(ports),
  ];
  if (ports.calendars.all.length > 0) stops.push(startStamper(ports));
  if (ports.tileMover !== undefined) stops.push(ports.tileMover.start(ports));
  stops.push(...startMails(ports));
  if (dispatcher !== undefined) stops.push(startDispatcher(ports, dispatcher));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSequencer(ports: WorkerPorts, identity: LogIdentity): () => Promise<void> {
  const sequence = async (turn: Turn) => {
    const leaves = await sequenceLog(ports, identity, turn);
    if (leaves > 0) ports.logger.info('log.sequenced', { leaves });
    await ports.pastKeeper.keep(leaves > 0);
  };
  return startLoop(ports, 'sequencer', SEQUENCE_EVERY_MS, async () => {
    try {
      await onDuty(ports.duties, 'sequence', sequence);
    } catch (error) {
      // All certificates wait for the sequencer, so another process may try where this one fails.
      await ports.duties.giveUp('sequence').catch(() => {});
      throw error;
    }
  });
}

/** Recounts terms that moved to another version of their rules. Batches are locked, so every process may take some. */
function startRecounter(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'recounter', RECOUNT_EVERY_MS, async () => {
    let members = 0;
    for (let batch = 1; batch > 0; members += batch) {
      batch = await ports.records.transaction((query) => refreshStaleTerms({ query, now: ports.now }));
    }
    if (members > 0) ports.logger.info('terms.recounted', { members });
  });
}

/** Moves test clocks. A clock is locked for each day that it moves, so every process may move some. */
function startClocks(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'test clocks', MOVE_CLOCKS_EVERY_MS, async (isStopping) => {
    while ((await moveClocks(ports, isStopping)) > 0);
  });
}

/** Indexes new certificates for searches. An account is locked during its lot, so every process may take some. */
function startIndexer(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'indexer', INDEX_EVERY_MS, async (isStopping) => {
    let certificates = 0;
    for (const owner of await ports.searchIndex.behind()) {
      let lot = 1;
      for (let i = 0; i < MOST_LOTS && lot > 0 && !isStopping(); i++) {
        lot = await ports.searchIndex.indexNext(owner);
        certificates += lot;
        await sleep(LOT_PAUSE_MS);
      }
    }
    if (certificates > 0) ports.logger.info('search.indexed', { certificates });
  });
}

/** Makes batches in lots. Each lot is owned by the process that makes it, so every process may take some. */
function startBatches(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'batches', LOOK_FOR_WORK_EVERY_MS, async (isStopping) => {
    while (!isStopping() && (await makeNextLot(ports)));
  });
}

/** Delivers webhooks in every process. Each endpoint is claimed by one of them. */
function startDispatcher(ports: WorkerPorts, dispatcher: Dispatcher): () => Promise<void> {
  const stop = startLoop(ports, 'dispatcher', DISPATCH_EVERY_MS, () => dispatcher.round());
  return async () => {
    await stop();
    await dispatcher.stop();
  };
}

/** Makes documents in the background. One process does so; each document is claimed before it is made. */
function startIssuer(ports: WorkerPorts): () => Promise<void> {
  let isStopping = false;
  const stop = startLoop(ports, 'issuer', ISSUE_EVERY_MS, async () => {
    if (ports.pastGuard.lost() !== undefined || !(await ports.duties.take('documents'))) return;
    const { certified, failed } = await workOffDocuments(ports, () => isStopping);
    if (certified + failed > 0) ports.logger.info('documents.issued', { certified, failed });
    const sealed = await certifyDraws(ports);
    if (sealed > 0) ports.logger.info('draws.sealed', { sealed });
  });
  return () => {
    isStopping = true;
    return stop();
  };
}

/** Holds the duty and the open chain until stopped; if the process dies, another takes over both. */
function startAnchorer(ports: WorkerPorts, chain: Chain): () => Promise<void> {
  let driver: ChainDriver | undefined;
  let nextCheckUp = 0;
  let heldBack: ChainFailure | undefined;
  let rest: Rest | undefined;
  const rules = { intervalMs: chain.intervalMs, bumpAfterMs: BUMP_AFTER_MS, isShared: chain.isShared };
  const everyMs = Math.min(
    Math.max(chain.intervalMs / 20, SHORTEST_ANCHOR_ROUND_MS),
    LONGEST_ANCHOR_ROUND_MS,
  );
  const letGo = async () => {
    const opened = driver;
    driver = undefined;
    rest = undefined;
    await opened?.close();
  };
  const stop = startLoop(ports, `anchorer of ${chain.network}`, everyMs, async () => {
    if (ports.pastGuard.lost() !== undefined) return letGo();
    const isMine = await onDuty(ports.duties, `anchor ${chain.network}`, async (turn) => {
      driver ??= await chain.open();
      const held = { ...ports, anchors: ports.anchors.heldBy(turn) };
      if (ports.now().getTime() >= nextCheckUp) nextCheckUp = await checkUp(held, driver, heldBack);
      const isWanted = await isBlockWanted(ports, driver, chain.certifies);
      if (!isWanted && rest !== undefined && (await restGoesOn(ports, rest))) return;
      rest = undefined;
      try {
        rest = await anchorCheckpoints(held, driver, { ...rules, isBlockWanted: isWanted });
        heldBack = undefined;
      } catch (error) {
        heldBack = error instanceof ChainFailure && error.code === 'later_anchors' ? error : undefined;
        if (heldBack !== undefined) nextCheckUp = await checkUp(held, driver, heldBack);
        throw error;
      }
    });
    // Another process has the duty now. It may be waiting for the lock on the chain's folder, so this process closes
    // the chain.
    if (!isMine) await letGo();
  });
  return async () => {
    await stop();
    await letGo();
  };
}

/** Asks calendars in a loop of its own, so that no chain waits for a calendar. */
function startStamper(ports: WorkerPorts): () => Promise<void> {
  const everyMs = Math.min(
    Math.max(ports.calendars.intervalMs / 20, SHORTEST_ANCHOR_ROUND_MS),
    LONGEST_STAMP_ROUND_MS,
  );
  return startLoop(ports, 'stamper', everyMs, async () => {
    await onDuty(ports.duties, 'stamp', (turn) =>
      stampCheckpoints({
        ...ports,
        anchors: ports.anchors.heldBy(turn),
        calendarStamps: ports.calendarStamps.heldBy(turn),
      }),
    );
  });
}

/** Renews all time stamps before the keys and hash algorithms that they rest on become unsafe. */
function startRenewer(ports: WorkerPorts): () => Promise<void> {
  return startLoop(ports, 'renewer', RENEW_EVERY_MS, async (isStopping) => {
    if (ports.pastGuard.lost() !== undefined || !(await ports.duties.take('renew stamps'))) return;
    await renewStamps(ports, isStopping);
  });
}

/** Each witness has its own loop, so that a slow witness delays nobody. */
function startOffers(ports: WorkerPorts, witness: Witness): () => Promise<void> {
  return startLoop(ports, `offers to ${witness.name}`, OFFER_EVERY_MS, async () => {
    if (await ports.duties.take(`witness ${witness.vkey}`)) await offerCheckpoint(ports, witness);
  });
}

/** Publishes the chain's problems for `/readyz` of every process; returns when to check again. */
async function checkUp(
  ports: { anchors: Pick<HeldAnchors, 'tellProblems'>; now: Clock },
  driver: ChainDriver,
  heldBack: ChainFailure | undefined,
): Promise<number> {
  const health = await driver.health();
  const held = heldBack === undefined ? [] : [{ code: heldBack.code, message: heldBack.message }];
  const problems = [...health.problems, ...held];
  await ports.anchors.tellProblems(driver.network, problems, ports.now());
  return ports.now().getTime() + (problems.length === 0 ? CHECK_UP_EVERY_MS : CHECK_AGAIN_AFTER_MS);
}
