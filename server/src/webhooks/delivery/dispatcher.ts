/** Looks for endpoints that have something to send and serves them, each separately and a limited number at a time. */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import {
  type Claim,
  claimDue,
  lookForNews,
  type Progress,
  reclaimWebhooks,
  wakeBehind,
  wakeByChain,
} from './pg-claims.ts';
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

/**
 * How many endpoints a busy process serves at a time. Each turn costs something, so few endpoints share the reduced
 * rate.
 */
const AT_ONCE_WHEN_BUSY = 1;
/** How often a busy process looks for new events, which is less often than otherwise. */
const LOOK_WHEN_BUSY_EVERY_MS = 1_000;
const RECLAIM_EVERY_MS = 5_000;
const LOOK_AT_ALL_EVERY_MS = 60_000;

export function makeDispatcher(ports: DispatchPorts, site: RecordSite): Dispatcher {
  const running = new Map<Promise<void>, { id: string; accountId: AccountId; isSlow: boolean }>();
  let isStopping = false;
  let reclaimAt = 0;
  let lookAt = 0;
  let idleUntil = 0;
  const seen = new Map<'live' | 'test', string>();
  const servePorts = { ...ports, isStopping: () => isStopping };

  const serve = (claim: Claim, isSlow: boolean) => {
    const { webhook } = claim;
    const run: Promise<void> = serveEndpoint(servePorts, site, claim)
      .catch((error) => ports.logger.error('webhook.failed', { webhook: webhook.id, error }))
      .finally(() => running.delete(run));
    running.set(run, { id: webhook.id, accountId: webhook.accountId, isSlow });
  };

  const claim = async (isSlow: boolean) => {
    const busy = [...running.values()].filter((one) => one.isSlow === isSlow);
    const free = (ports.pace.isBusy() ? AT_ONCE_WHEN_BUSY : SHARED_THINGS.deliveries.budget) - busy.length;
    const byAccount = countBy(busy.map(({ accountId }) => accountId));
    const due = await claimDue(ports.records, ports.owner(), ports.now(), isSlow, free, byAccount);
    for (const one of due) serve(one, isSlow);
  };

  return {
    async round() {
      const now = ports.now();
      if (ports.pace.isBusy() && now.getTime() < idleUntil) return;
      idleUntil = now.getTime() + LOOK_WHEN_BUSY_EVERY_MS;
      if (now.getTime() >= reclaimAt) {
        const serving = [...running.values()].map(({ id }) => id);
        await reclaimWebhooks(ports.records, ports.owner(), serving, now);
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

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
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
