/** The person behind a dashboard request. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../../http/language.ts';
import type { Site } from '../../http/site.ts';
import { type Actor, personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Who } from '../../operations/operation.ts';
import type { Account } from '../accounts/ports.ts';
import type { Asker } from '../mail/tell-owner.ts';
import { type DevicePorts, deviceCookie } from './device-cookie.ts';
import type { OpenedSession } from './log-in.ts';
import type { Person, SessionStore } from './ports.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { findSession } from './sessions.ts';

/** Anyone who is logged in, as the door of the dashboard admits them. */
export type LoggedIn = Who & { person: Person };

export type PersonPorts = { sessions: SessionStore; aside: Aside; now: Clock };

declare module 'fastify' {
  interface FastifyRequest {
    /** The person logged in; set for every route behind the login. */
    person: Person | undefined;
  }
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
function accountOf(request: FastifyRequest): Account {
  if (request.person === undefined) throw new Error(`${request.routeOptions.url} is not behind the login`);
  return request.person.account;
}

/** For the audit log: the person behind the request and the request's origin. */
export function actorOf(request: FastifyRequest): Actor {
  return personOf(accountOf(request), originOf(request));
}

/** For notices: where a request comes from, and the language that it prefers. */
export function askerOf(request: FastifyRequest): Asker {
  return { origin: originOf(request), language: preferredLanguage(request.headers['accept-language']) };
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) };
}

/**
 * Every login gets a new token, and the session of the browser's previous cookie is closed (session fixation).
 * `open` creates the new session.
 */
export async function startSession<Opened extends OpenedSession>(
  ports: PersonPorts & DevicePorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (before: Person | undefined) => Promise<Opened>,
): Promise<Opened> {
  const before = await findPerson(ports, site, request);
  const opened = await open(before);
  if (before !== undefined) await closeSession(ports, request, before);
  await giveCookies(ports, site, request, reply, opened);
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

/** The session, and that this browser is known from now on. */
export async function giveCookies(
  ports: DevicePorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, token, expiresAt }: OpenedSession,
): Promise<void> {
  const session = setSessionCookie(site.baseUrl, token, expiresAt);
  reply.header('set-cookie', [session, await deviceCookie(ports, site, request, account.email)]);
}
