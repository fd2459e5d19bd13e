/**
 * Asks providers in the operator's order, moving on when a provider's breaker is open or when it failed in a
 * way that another provider may not. Never silently: the certificate names the provider that stamped, and the
 * log records which one took over and why.
 *
 * Each provider has its own timeout, and the settings check that they fit into the deadline, so that the last
 * one still has time. After a timeout the first may have stamped anyway; that stamp is paid for and lost, the
 * price of answering in time.
 */

import type { Logger } from '../kernel/logger.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { type Breaker, makeBreaker } from './breaker.ts';
import type { ProviderStanding, PscCounters } from './counters.ts';
import type { Stamp, StampOrderId, TimestampProvider } from './ports.ts';
import { allBreakersOpen, asAppError, PscFailure } from './psc-failure.ts';

export type NamedProvider = {
  name: string;
  /** Rejects with a `PscFailure`. */
  stamp(sha256: Sha256Hex, orderId: StampOrderId): Promise<Stamp>;
  /** How far our clock was from its last time stamp. */
  clockOffMs?(): number;
};

type Surroundings = { now: () => Date; logger: Logger; counters: PscCounters };

type PassedOver = { name: string; retryAfterSeconds: number } | { name: string; failure: PscFailure };

export function stampInOrder(
  surroundings: Surroundings,
  providers: readonly NamedProvider[],
): TimestampProvider & { standing(): ProviderStanding[] } {
  const { now, logger, counters } = surroundings;
  const line = providers.map((provider) => ({ provider, breaker: makeBreaker(now) }));
  return {
    standing: () =>
      line.map(({ provider, breaker }) => ({
        name: provider.name,
        isOpen: breaker.isOpen(),
        clockOffMs: provider.clockOffMs?.() ?? 0,
      })),
    async stamp(sha256, orderId) {
      const passedOver: PassedOver[] = [];
      for (const { provider, breaker } of line) {
        const { name } = provider;
        const passage = breaker.enter();
        if (passage.state === 'open') {
          counters.count(name, 'not_asked');
          passedOver.push({ name, retryAfterSeconds: passage.retryAfterSeconds });
          continue;
        }
        const outcome = await attempt(surroundings, provider, breaker, sha256, orderId);
        if (!(outcome instanceof PscFailure)) {
          if (passedOver.length > 0)
            logger.warn('psc.took_over', { provider: name, from: passedOver.map(asWords) });
          return outcome;
        }
        passedOver.push({ name, failure: outcome });
        // The probe was for our sake, not the caller's: if it fails, ask the next provider in any case.
        const isFailedProbe = passage.state === 'probe' && outcome.isProviderFault;
        if (!outcome.mayAskNext && !isFailedProbe) break;
      }
      throw refusal(passedOver);
    },
  };
}

async function attempt(
  { logger, counters }: Surroundings,
  { name, stamp }: NamedProvider,
  breaker: Breaker,
  sha256: Sha256Hex,
  orderId: StampOrderId,
): Promise<Stamp | PscFailure> {
  const startedAt = performance.now();
  try {
    const stamped = await stamp(sha256, orderId);
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

/** The last failure, which is the most recent; if no provider was asked, the shortest wait until one can be. */
function refusal(passedOver: readonly PassedOver[]) {
  const failed = passedOver.findLast((passed) => 'failure' in passed);
  if (failed !== undefined) return asAppError(failed.failure, failed.name);
  const waits = passedOver.map((passed) => ('failure' in passed ? 0 : passed.retryAfterSeconds));
  return allBreakersOpen(
    passedOver.map(({ name }) => name),
    Math.min(...waits),
  );
}
