/** Routes that ask for no key are limited per network: a flood of pages is refused before it costs anything. */

import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { App } from '../app.ts';
import type { HttpSettings } from '../settings.ts';
import { makeNetworkRate } from './network-rate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request counts for, where that is more than one. */
    costOf?: (request: FastifyRequest) => number;
  }
}

const HELD_MS = 250;
const MAX_HELD = 2_000;

export type StrangerLimits = Pick<HttpSettings, 'publicPerMinute'>;

/** Every route of `app` from here on, together. */
export function limitStrangers(
  app: App,
  ports: { now: Clock; randomBytes: RandomBytes },
  { publicPerMinute }: StrangerLimits,
): void {
  const seeds = new Uint32Array(Uint8Array.from(ports.randomBytes(8)).buffer);
  const rate = makeNetworkRate(publicPerMinute, [...seeds]);
  const brake = makeBrake();
  app.addHook('onRequest', async (request) => {
    const cost = request.routeOptions.config.costOf?.(request) ?? 1;
    const waitMs = rate.take(request.ip, cost, ports.now().getTime());
    if (waitMs === 0) return;
    await brake();
    throw tooManyRequests(Math.ceil(waitMs / 1000));
  });
}

/**
 * Whoever asks again as soon as it is refused would keep the process busy with refusals. A refusal that waits costs
 * a timer; there are never more of them than this, and the rest are refused at once.
 */
function makeBrake(): () => Promise<void> {
  let held = 0;
  return async () => {
    if (held >= MAX_HELD) return;
    held += 1;
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    held -= 1;
  };
}

function tooManyRequests(seconds: number): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: `Your network has asked for a great deal in the last minute. Try again in ${seconds} s.`,
      es: `Su red ha pedido demasiado en el último minuto. Intente de nuevo en ${seconds} s.`,
    },
    { retryAfterSeconds: seconds },
  );
}
