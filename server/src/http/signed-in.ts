/** The account behind a dashboard request, for routes that need nothing else of the session. */

import type { FastifyRequest } from 'fastify';
import type { AccountId } from '../kernel/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route behind the login. */
    signedIn: { accountId: AccountId } | undefined;
  }
}

export function accountIdOf(request: FastifyRequest): AccountId {
  if (request.signedIn === undefined) throw new Error(`${request.routeOptions.url} is not behind the login`);
  return request.signedIn.accountId;
}
