/** The person behind a dashboard request. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../../http/language.ts';
import type { Site } from '../../http/site.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Who } from '../../operations/operation.ts';
import type { Account } from '../accounts/ports.ts';
import type { Asker } from '../mail/tell-people.ts';
import type { Seat } from '../persons/ports.ts';
import { type DevicePorts, deviceCookie } from './device-cookie.ts';
import type { OpenedSession } from './log-in.ts';
import type { SeatedVisit, SessionStore, Visit } from './ports.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { findSession } from './sessions.ts';

/** Anyone who is logged in, as the door of the dashboard admits them. */
export type LoggedIn = Who & {
  visit: Visit;
  /** Undefined for a person without a seat, who may do nothing but what is their own. */
  seat: Seat | undefined;
  /** The account that the call is about; never looked at by operations of scope `oneself`. */
  readonly account: Account;
};

export type PersonPorts = { sessions: SessionStore; aside: Aside; now: Clock };

/** Undefined for a cookie that is missing, unknown or expired. `account`: as the call names it. */
export async function findPerson(
  ports: PersonPorts,
  { baseUrl }: Site,
  request: FastifyRequest,
  account?: string,
): Promise<SeatedVisit | undefined> {
  const token = readSessionCookie(request.headers.cookie, baseUrl);
  return token === undefined ? undefined : findSession(ports, token, account);
}

/** Reads, for notices, where a request comes from and which language it prefers. */
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
  open: (before: Visit | undefined) => Promise<Opened>,
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
  { person, session }: Visit,
): Promise<void> {
  const by = personOf(person, originOf(request));
  await ports.sessions.close(person.id, session.id, ports.now(), by);
}

/** Sets the cookies of the session and of the browser, which is known from now on. */
export async function giveCookies(
  ports: DevicePorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, token, expiresAt }: OpenedSession,
): Promise<void> {
  const session = setSessionCookie(site.baseUrl, token, expiresAt);
  reply.header('set-cookie', [session, await deviceCookie(ports, site, request, person.email)]);
}
