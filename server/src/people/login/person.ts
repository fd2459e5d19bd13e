/** The person behind a dashboard request. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { personOf } from '../../audit/audit-log.ts';
import type { Actor, RequestOrigin } from '../../audit/ports.ts';
import type { App } from '../../http/app.ts';
import type { Site } from '../../http/site.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Account } from '../accounts/ports.ts';
import type { OpenedSession } from './log-in.ts';
import type { Session, SessionStore } from './ports.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { findSession } from './sessions.ts';

type Person = { account: Account; session: Session };

export type PersonPorts = { sessions: SessionStore; aside: Aside; now: Clock };

declare module 'fastify' {
  interface FastifyRequest {
    /** The person logged in; set for every route behind the login. */
    person: Person | undefined;
  }
}

/** Every route added to `app` from here on requires a login. */
export function demandLogin(app: App, ports: PersonPorts, site: Site): void {
  app.decorateRequest('person', undefined);
  app.decorateRequest('signedIn', undefined);
  app.addHook('onRequest', async (request) => {
    request.person = await findPerson(ports, site, request);
    if (request.person === undefined)
      throw new AppError('unauthorized', { en: 'Please log in.', es: 'Inicie sesión.' });
    request.signedIn = { accountId: request.person.account.id };
  });
}

/** Undefined for a cookie that is missing, unknown or expired. */
export async function findPerson(
  ports: PersonPorts,
  { baseUrl }: Site,
  request: FastifyRequest,
): Promise<Person | undefined> {
  const token = readSessionCookie(request.headers.cookie, baseUrl);
  return token === undefined ? undefined : findSession(ports, token);
}

/** The account of a request behind the login. */
export function accountOf(request: FastifyRequest): Account {
  return personBehind(request).account;
}

export function sessionOf(request: FastifyRequest): Session {
  return personBehind(request).session;
}

/** For the audit log: the person behind the request and the request's origin. */
export function actorOf(request: FastifyRequest): Actor {
  return personOf(accountOf(request), originOf(request));
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) };
}

/**
 * Every login gets a new token, and the session of the browser's previous cookie is closed (session fixation).
 * `open` creates the new session.
 */
export async function startSession(
  ports: PersonPorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<OpenedSession>,
): Promise<OpenedSession> {
  const before = await findPerson(ports, site, request);
  const opened = await open();
  if (before !== undefined) await closeSession(ports, request, before);
  giveCookie(site, reply, opened);
  return opened;
}

export async function closeSession(
  ports: Pick<PersonPorts, 'sessions' | 'now'>,
  request: FastifyRequest,
  { account, session }: Person,
): Promise<void> {
  const by = personOf(account, originOf(request));
  await ports.sessions.close(account.id, session.id, ports.now(), by);
}

export function giveCookie(
  { baseUrl }: Site,
  reply: FastifyReply,
  { token, expiresAt }: OpenedSession,
): void {
  reply.header('set-cookie', setSessionCookie(baseUrl, token, expiresAt));
}

function personBehind(request: FastifyRequest): Person {
  if (request.person === undefined) throw new Error(`${request.routeOptions.url} is not behind the login`);
  return request.person;
}
