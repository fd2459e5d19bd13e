/** Limits the requests of each network to routes that need no key. A flood is refused before it costs much. */

import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { App } from '../app.ts';
import { shareHolderOf } from '../connection/network-of.ts';
import type { HttpSettings } from '../settings.ts';
import { makeNetworkRate } from './network-rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Call this for a request that turns out to have a key or a signature, so that it does not count. */
    giveBackToNetwork: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** How many requests this one counts as, if more than one. */
    costOf?: (request: FastifyRequest) => number;
  }
}

const HELD_MS = 250;

export type StrangerLimits = Pick<HttpSettings, 'publicPerMinute'>;

/** All routes that are added to `app` after this call share one limit. */
export function limitStrangers(
  app: App,
  ports: { now: Clock; randomBytes: RandomBytes },
  { publicPerMinute }: StrangerLimits,
): void {
  const seeds = new Uint32Array(Uint8Array.from(ports.randomBytes(8)).buffer);
  const rate = makeNetworkRate(publicPerMinute, [...seeds]);
  const brake = makeBrake();
  app.decorateRequest('giveBackToNetwork', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const cost = request.routeOptions.config.costOf?.(request) ?? 1;
    const waitMs = rate.take(request.ip, cost, ports.now().getTime());
    if (waitMs === 0) {
      request.giveBackToNetwork = () => rate.giveBack(request.ip, cost);
      return done();
    }
    brake(shareHolderOf(request.ip)).then(() => done(tooManyRequests(Math.ceil(waitMs / 1000))));
  });
}

/**
 * Delays refusals, because a client that retries at once after each 429 would keep the process busy with refusals.
 * Each network has a share of such delays; refusals beyond it are sent without a delay.
 */
function makeBrake(): (network: string) => Promise<void> {
  const held = makeShared(SHARED_THINGS.delayed_refusals);
  return async (network) => {
    const giveBack = held.tryTake(network);
    if (giveBack === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    giveBack();
  };
}

function tooManyRequests(seconds: number): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: `Your network has asked for a great deal in the last minute. Try again in {wait}.`,
      es: `Su red ha pedido demasiado en el último minuto. Intente de nuevo en {wait}.`,
    },
    { retryAfterSeconds: seconds },
  );
}
