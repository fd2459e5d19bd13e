/**
 * Asks providers in the operator's order. If a provider's breaker is open, or it failed in a way in which another may
 * succeed, the next one is asked. This is never hidden: the certificate names the provider that stamped, and the logger
 * records which one took over and why.
 *
 * Each provider has its own timeout, and the settings check that all of them fit into the deadline, so that the last
 * one still has time. After a timeout the first provider may have stamped anyway. That stamp is paid for and lost,
 * which is the price of answering in time.
 *
 * While a breaker is open, the process also probes its provider by itself, at growing intervals. A balancer may send no
 * callers to a process that cannot certify, and without callers the process would not learn that the provider is back.
 */

import type { Logger } from '../kernel/logger.ts';
import { type Breaker, makeBreaker } from './breaker.ts';
import type { ProviderStanding, PscCounters } from './counters.ts';
import type { Imprint, Stamp, StampOrderId, TimestampProvider, TokenWishes } from './ports.ts';
import { allBreakersOpen, asAppError, PscFailure } from './psc-failure.ts';

export type NamedProvider = {
  name: string;
  /** Rejects with a `PscFailure`. */
  stamp(imprint: Imprint, orderId: StampOrderId, wishes?: TokenWishes): Promise<Stamp>;
  /** The first of the wishes that the provider cannot fulfil; undefined if it can fulfil all. */
  unableTo?(wishes: TokenWishes): LackingWish | undefined;
  /** How far our clock was from the provider's last time stamp. */
  clockOffMs?(): number;
};

type LackingWish = 'algorithm' | 'policy' | 'nonce';

/** The providers one by one, for the operator. */
export type ProviderLine = {
  standing(): ProviderStanding[];
  /** A wish that no provider can fulfil together with the others; undefined if one provider fulfils all. */
  unableTo(wishes: TokenWishes): LackingWish | undefined;
  /** A stamp by this provider only, even while its breaker is open; undefined if no provider has this name. */
  stampAt(name: string, imprint: Imprint, orderId: StampOrderId): Promise<Stamp | undefined>;
};

type Surroundings = { now: () => Date; logger: Logger; counters: PscCounters };

type Member = { provider: NamedProvider; breaker: Breaker };

type Order = { imprint: Imprint; orderId: StampOrderId; wishes?: TokenWishes | undefined };

/** Schedules a call of `run`. Returns a function that cancels it. */
type Later = (run: () => void, ms: number) => () => void;

const FIRST_PROBE_MS = 30_000;
/** The longest pause between probes. Where a provider charges, each probe may cost a stamp. */
const LONGEST_PROBE_MS = 10 * 60_000;

type PassedOver = { name: string; retryAfterSeconds: number } | { name: string; failure: PscFailure };

export function stampInOrder(
  surroundings: Surroundings,
  providers: readonly NamedProvider[],
  later: Later = laterUnlessEnded,
): TimestampProvider & ProviderLine & { stopProbing(): void } {
  const { now, logger, counters } = surroundings;
  const line = providers.map((provider) => ({ provider, breaker: makeBreaker(now) }));
  const probing = probeWhileOpen(surroundings, later);
  return {
    stopProbing: probing.stop,
    standing: () =>
      line.map(({ provider, breaker }) => ({
        name: provider.name,
        isOpen: breaker.isOpen(),
        clockOffMs: provider.clockOffMs?.() ?? 0,
      })),
    unableTo(wishes) {
      const lacking = line.map(({ provider }) => provider.unableTo?.(wishes));
      return lacking.includes(undefined) ? undefined : lacking[0];
    },
    async stampAt(name, imprint, orderId) {
      const member = line.find(({ provider }) => provider.name === name);
      if (member === undefined) return undefined;
      const outcome = await attempt(surroundings, member, { imprint, orderId });
      if (outcome instanceof PscFailure) throw asAppError(outcome, name);
      return outcome;
    },
    async stamp(imprint, orderId, wishes) {
      const passedOver: PassedOver[] = [];
      const order = { imprint, orderId, wishes };
      for (const { provider, breaker } of ableTo(line, wishes)) {
        const { name } = provider;
        const passage = breaker.enter();
        if (passage.state === 'open') {
          counters.count(name, 'not_asked');
          passedOver.push({ name, retryAfterSeconds: passage.retryAfterSeconds });
          continue;
        }
        const outcome = await attempt(surroundings, { provider, breaker }, order);
        if (breaker.isOpen()) probing.begin({ provider, breaker }, order);
        if (!(outcome instanceof PscFailure)) {
          if (passedOver.length > 0)
            logger.warn('psc.took_over', { provider: name, from: passedOver.map(asWords) });
          return outcome;
        }
        passedOver.push({ name, failure: outcome });
        // The caller's request served as our probe, so if it fails, the next provider is asked in any case.
        const isFailedProbe = passage.state === 'probe' && outcome.isProviderFault;
        if (!outcome.mayAskNext && !isFailedProbe) break;
      }
      throw refusal(passedOver);
    },
  };
}

/** The providers that can fulfil the wishes. */
function ableTo(line: readonly Member[], wishes: TokenWishes | undefined): readonly Member[] {
  if (wishes === undefined) return line;
  return line.filter(({ provider }) => provider.unableTo?.(wishes) === undefined);
}

function laterUnlessEnded(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * Probes a provider while its breaker is open. A probe repeats the order that opened the breaker, because providers
 * that accept an order id charge for it once.
 */
function probeWhileOpen(surroundings: Surroundings, later: Later) {
  /** For each provider, the function that cancels its next probe. */
  const next = new Map<string, () => void>();
  const arm = (member: Member, order: Order, ms: number) =>
    next.set(
      member.provider.name,
      later(() => void probe(member, order, ms), ms),
    );
  const probe = async (member: Member, order: Order, ms: number) => {
    const { provider, breaker } = member;
    // This is skipped if the request of a caller has just served as the probe.
    if (breaker.isOpen() && breaker.enter().state === 'probe')
      // A rejection is a bug of ours, which the attempt of a caller reports.
      await attempt(surroundings, member, order).catch(() => {});
    if (!next.has(provider.name)) return;
    if (breaker.isOpen()) arm(member, order, Math.min(2 * ms, LONGEST_PROBE_MS));
    else next.delete(provider.name);
  };
  return {
    begin(member: Member, order: Order) {
      if (!next.has(member.provider.name)) arm(member, order, FIRST_PROBE_MS);
    },
    stop() {
      for (const forget of next.values()) forget();
      next.clear();
    },
  };
}

async function attempt(
  { logger, counters }: Surroundings,
  { provider: { name, stamp }, breaker }: Member,
  { imprint, orderId, wishes }: Order,
): Promise<Stamp | PscFailure> {
  const startedAt = performance.now();
  try {
    const stamped = await stamp(imprint, orderId, wishes);
    counters.count(name, 'stamped');
    if (breaker.recordSuccess()) logger.info('psc.breaker_closed', { provider: name });
    return stamped;
  } catch (error) {
    if (!(error instanceof PscFailure)) throw error;
    const { failureClass, message } = error;
    counters.count(name, failureClass);
    const ms = Math.round(performance.now() - startedAt);
    logger.warn('psc.failed', {
      provider: name,
      class: failureClass,
      reason: message,
      ms,
      order: orderId,
    });
    if (!error.isProviderFault) {
      if (breaker.recordSuccess()) logger.info('psc.breaker_closed', { provider: name });
    } else if (breaker.recordFailure())
      logger.error('psc.breaker_opened', { provider: name, class: failureClass });
    return error;
  }
}

function asWords(passed: PassedOver): { provider: string; because: string } {
  return {
    provider: passed.name,
    because: 'failure' in passed ? passed.failure.failureClass : 'breaker open',
  };
}

/**
 * The error for the caller: the most recent failure or, if no provider was asked, the shortest wait until one can be.
 */
function refusal(passedOver: readonly PassedOver[]) {
  const failed = passedOver.findLast((passed) => 'failure' in passed);
  if (failed !== undefined) return asAppError(failed.failure, failed.name);
  const waits = passedOver.map((passed) => ('failure' in passed ? 0 : passed.retryAfterSeconds));
  return allBreakersOpen(
    passedOver.map(({ name }) => name),
    Math.min(...waits),
  );
}
