/**
 * Counts the requests that this process is working on, each against the limit of its account. A rate limits how many
 * requests begin; only this limits how many slow ones are open at the same time.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeShared, type Shared } from '../../kernel/shares/shared.ts';
import { runningRequests } from '../../kernel/shares/shared-things.ts';
import type { App } from '../app.ts';
import type { HttpSettings } from '../settings.ts';

declare module 'fastify' {
  interface FastifyInstance {
    runningRequests: Shared;
    /** The limit of each person, where many people share the limit of one account. */
    runningOfOne: Shared;
  }
  interface FastifyRequest {
    running: RunningRequest | undefined;
  }
}

export type RunningLimits = Pick<HttpSettings, 'maxRunningRequests'>;

/** Enough for a person who sends many reports at once. */
const MOST_OF_ONE = 50;

export function countRunningRequests(app: App, { maxRunningRequests }: RunningLimits): void {
  const thing = runningRequests(maxRunningRequests);
  app.decorate('runningRequests', makeShared(thing));
  app.decorate('runningOfOne', makeShared({ ...thing, budget: Number.MAX_SAFE_INTEGER, most: MOST_OF_ONE }));
  app.decorateRequest('running', undefined);
}

/**
 * A slot that is held until the answer is sent or abandoned and the work is done: the work goes on after a caller
 * hangs up.
 */
class RunningRequest {
  #isWorking = true;
  #isAnswered: boolean;
  #giveBack: (() => void) | undefined;

  constructor(reply: FastifyReply['raw'], giveBack: () => void) {
    this.#giveBack = giveBack;
    // The caller may have hung up while it was being admitted.
    this.#isAnswered = reply.closed;
    if (this.#isAnswered) return;
    reply.once('close', () => {
      this.#isAnswered = true;
      this.#endIfOver();
    });
  }

  begin(): void {
    this.#isWorking = true;
  }

  rest(): void {
    this.#isWorking = false;
    this.#endIfOver();
  }

  #endIfOver(): void {
    if (this.#isWorking || !this.#isAnswered) return;
    this.#giveBack?.();
    this.#giveBack = undefined;
  }
}

/** False if the holder's limit or the total limit is reached. May be called only in a step of `untilDone`. */
export function tryEnter(request: FastifyRequest, reply: FastifyReply, holder: string): boolean {
  const { runningRequests } = request.server;
  if (!runningRequests.takeNow(holder)) return false;
  request.running = new RunningRequest(reply.raw, () => runningRequests.giveBack(holder));
  return true;
}

/** Throws the refusal if no slot is free. */
export function enter(request: FastifyRequest, reply: FastifyReply, holder: string): void {
  if (!tryEnter(request, reply, holder)) throw noPlace(request);
}

/** Like `enter`, for one of many people who share the limit of one holder: each person has few slots. */
export function enterAsOneOf(
  request: FastifyRequest,
  reply: FastifyReply,
  holder: string,
  person: string,
): void {
  const { runningRequests, runningOfOne } = request.server;
  if (!runningOfOne.takeNow(person)) throw runningOfOne.refusal();
  if (!runningRequests.takeNow(holder)) {
    runningOfOne.giveBack(person);
    throw noPlace(request);
  }
  request.running = new RunningRequest(reply.raw, () => {
    runningOfOne.giveBack(person);
    runningRequests.giveBack(holder);
  });
}

export function noPlace({ server }: FastifyRequest): Error {
  return server.runningRequests.refusal();
}

type Step<Request extends FastifyRequest, T> = (request: Request, reply: FastifyReply) => Promise<T>;

/** During this step the request keeps its slot, even if its caller hangs up. `end` must call `endWork`. */
export function untilDone<Request extends FastifyRequest, T>(
  step: Step<Request, T>,
  end: (request: FastifyRequest) => void = endWork,
): Step<Request, T> {
  return async (request, reply) => {
    request.running?.begin();
    try {
      return await step(request, reply);
    } finally {
      end(request);
    }
  };
}

export function endWork({ running }: FastifyRequest): void {
  running?.rest();
}
