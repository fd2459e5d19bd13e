/**
 * The door of people without a password: members on their own page and organisers at their desk, who logged in with a
 * mailed code (or a link) and reach only their own records.
 */

import type { FastifyRequest } from 'fastify';
import { enterAsOneOf } from '../../http/connection/running-requests.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Access } from '../../keys/ports.ts';
import type { Door } from '../door.ts';
import type { Who } from '../operation.ts';
import { accountSuspended } from '../refusal.ts';

type CodeEntrants<Session, W extends Who> = {
  root: string;
  /** Undefined if the cookie is missing, unknown, expired or from another council. */
  find(request: FastifyRequest): Promise<Session | undefined>;
  notEntered(): AppError;
  toWho(session: Session, request: FastifyRequest): W;
  /**
   * The group whose requests, bodies, connections and renderings share one limit, and the person within that group.
   * The council's own keys and people have a separate limit, which nobody can use up here.
   */
  countAs(session: Session): { all: string; one: string };
};

export function mailedCodeDoor<Session extends { isSuspended: boolean }, W extends Who>(
  access: Pick<Access, 'read'>,
  { baseUrl }: Site,
  { root, find, notEntered, toWho, countAs }: CodeEntrants<Session, W>,
): Door<W> {
  return {
    root,
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, baseUrl);
      const session = await find(request);
      if (session === undefined) throw notEntered();
      if (session.isSuspended && request.method !== 'GET' && request.method !== 'HEAD')
        throw accountSuspended();
      const who = toWho(session, request);
      const { all, one } = countAs(session);
      enterAsOneOf(request, reply, all, one);
      if (request.validationError !== undefined) throw request.validationError;
      const value = await access.read(who.accountId, who.livemode, read());
      return { who, holder: all, person: one, value };
    },
    ignoresIdempotencyKeys: true,
    ownQuery: {},
    refusesWith: ({ method }) => [
      'unauthorized',
      'forbidden_origin',
      'rate_limit_exceeded',
      ...(method === 'GET' ? [] : (['account_suspended'] as const)),
      500,
      503,
    ],
  };
}
