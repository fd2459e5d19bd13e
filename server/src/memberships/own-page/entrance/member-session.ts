/** The member behind a request to the back end of their own page. */

import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../database/pool.ts';
import type { App } from '../../../http/app.ts';
import type { Site } from '../../../http/site.ts';
import { memberOf } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type AccountId, parseId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Who } from '../../../operations/operation.ts';
import { findSession, type MemberSession } from './pg-sessions.ts';
import { readMemberCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route behind the entrance of a member's page. */
    memberSession: MemberSession | undefined;
  }
}

export type MemberSessionPorts = { records: Pick<Database, 'query'>; now: Clock };

/** Every route added to `app` from here on is for one member, who has come in. */
export function demandMember(app: App, ports: MemberSessionPorts, site: Site): void {
  app.decorateRequest('memberSession', undefined);
  app.addHook('onRequest', async (request) => {
    request.memberSession = await findMemberSession(ports, site, request);
    if (request.memberSession === undefined)
      throw new AppError('unauthorized', {
        en: 'Please enter with a code or a link.',
        es: 'Entre con un código o un enlace.',
      });
  });
}

/** Undefined for a cookie that is missing, unknown or too old, and for one of another council. */
export async function findMemberSession(
  { records, now }: MemberSessionPorts,
  { baseUrl }: Site,
  request: FastifyRequest,
): Promise<MemberSession | undefined> {
  const accountId = accountOfPage(request);
  const token = readMemberCookie(request.headers.cookie, baseUrl);
  if (accountId === undefined || token === undefined) return undefined;
  const { query } = records;
  return findSession({ query }, accountId, sha256(token), now());
}

/** The council whose page was asked for. */
export function accountOfPage({ params }: FastifyRequest): AccountId | undefined {
  return parseId('acct', (params as { account?: string }).account ?? '');
}

export function sessionOf(request: FastifyRequest): MemberSession {
  if (request.memberSession === undefined)
    throw new Error(`${request.routeOptions.url} is not behind the entrance of members`);
  return request.memberSession;
}

/** A member has no scope: what a registrar decides stays with registrars. */
export function whoOf(request: FastifyRequest): Who {
  const { accountId, member } = sessionOf(request);
  return {
    accountId,
    livemode: member.livemode,
    by: memberOf(member.id),
    keyId: undefined,
    may: () => false,
  };
}
