/** Looks for endpoints that have something to send and serves them, each separately and a limited number at a time. */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { GiveBack } from '../../kernel/shares/shared.ts';
import {
  type Claim,
  claimThese,
  findDue,
  lookForNews,
  type Progress,
  reclaimWebhooks,
  wakeBehind,
  wakeByChain,
} from './pg-claims.ts';
import { makePlaces } from './places.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import type { ServePorts } from './turn.ts';

export type DispatchPorts = Omit<ServePorts, 'isStopping'> & { logger: Logger };

export type Dispatcher = {
  /** Wakes endpoints that have new events and starts serving those whose turn has come. Does not wait for receivers. */
  round(): Promise<void>;
  /** Resolves once no endpoint is being served. */
  settled(): Promise<void>;
  /** Starts serving no more endpoints; deliveries under way are finished. */
  stop(): Promise<void>;
};

/** A busy process looks for new events only this often. */
const LOOK_WHEN_BUSY_EVERY_MS = 1_000;
const RECLAIM_EVERY_MS = 5_000;
const LOOK_AT_ALL_EVERY_MS = 60_000;

export function makeDispatcher(ports: DispatchPorts, site: RecordSite): Dispatcher {
  const running = new Map<Promise<void>, string>();
  let isStopping = false;
  let reclaimAt = 0;
  let lookAt = 0;
  let idleUntil = 0;
  const seen = new Map<'live' | 'test', string>();
  const servePorts = { ...ports, isStopping: () => isStopping };

  const serve = (claim: Claim, giveBack: GiveBack) => {
    const { webhook } = claim;
    const run: Promise<void> = serveEndpoint(servePorts, site, claim)
      .catch((error) => ports.logger.error('webhook.failed', { webhook: webhook.id, error }))
      .finally(() => {
        running.delete(run);
        giveBack();
      });
    running.set(run, webhook.id);
  };
  const claim = claimFor(ports, serve);

  return {
    async round() {
      const now = ports.now();
      if (ports.pace.isBusy() && now.getTime() < idleUntil) return;
      idleUntil = now.getTime() + LOOK_WHEN_BUSY_EVERY_MS;
      if (now.getTime() >= reclaimAt) {
        await reclaimWebhooks(ports.records, ports.owner(), [...running.values()], now);
        reclaimAt = now.getTime() + RECLAIM_EVERY_MS;
      }
      const { progress, isDue } = await lookForNews(ports.records, now);
      const looksAtAll = now.getTime() >= lookAt;
      if (looksAtAll) {
        await wakeBehind(ports.records, now);
        lookAt = now.getTime() + LOOK_AT_ALL_EVERY_MS;
      }
      const hasMoved = await followChains(ports, progress, seen, now);
      if (isStopping || !(isDue || looksAtAll || hasMoved)) return;
      await claim(false);
      await claim(true);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.keys());
    },
    async stop() {
      isStopping = true;
      await Promise.all(running.keys());
    },
  };
}

/** Claims endpoints that are due, as many as there are free slots, and serves each. */
function claimFor(ports: DispatchPorts, serve: (claim: Claim, giveBack: GiveBack) => void) {
  // Slow endpoints have slots of their own, so that they do not block others.
  const places = { slow: makePlaces(), others: makePlaces() };
  return async (isSlow: boolean): Promise<void> => {
    const lane = isSlow ? places.slow : places.others;
    const isBusy = ports.pace.isBusy();
    if (lane.free(isBusy) === 0) return;
    const chosen = lane.take(await findDue(ports.records, ports.now(), isSlow), isBusy);
    if (chosen.size === 0) return;
    try {
      for (const claim of await claimThese(ports.records, ports.owner(), [...chosen.keys()])) {
        const giveBack = chosen.get(claim.webhook.id);
        chosen.delete(claim.webhook.id);
        if (giveBack !== undefined) serve(claim, giveBack);
      }
    } finally {
      // Another process claimed it first, or the endpoint is gone.
      for (const giveBack of chosen.values()) giveBack();
    }
  };
}

/**
 * Wakes endpoints if more was certified since this process last looked. A new process wakes all endpoints that wait.
 * Returns whether any endpoint was woken.
 */
async function followChains(
  { records }: Pick<DispatchPorts, 'records'>,
  progress: Progress,
  seen: Map<'live' | 'test', string>,
  now: Date,
): Promise<boolean> {
  let hasMoved = false;
  for (const mode of ['live', 'test'] as const) {
    const before = seen.get(mode);
    if (before === progress[mode]) continue;
    const isReorganised = before === undefined || before.split(' ')[1] !== progress[mode].split(' ')[1];
    await wakeByChain(records, mode === 'live', isReorganised, now);
    seen.set(mode, progress[mode]);
    hasMoved = true;
  }
  return hasMoved;
}
