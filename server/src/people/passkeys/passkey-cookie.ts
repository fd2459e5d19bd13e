/** The cookie of a browser that is about to log in with a passkey: the challenge is worthless in any other browser. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { readHostCookie, setHostCookie } from '../login/host-cookie.ts';
import { CHALLENGE_MS, type Holder } from './challenges.ts';

const NAME = 'passkey';

/** Undefined for a browser without the cookie. */
export function browserOf(request: FastifyRequest, { baseUrl }: Site): { browser: string } | undefined {
  const browser = readHostCookie(request.headers.cookie, baseUrl, NAME, /^[\w-]{43}$/);
  return browser === undefined ? undefined : { browser };
}

export function makeBrowser(
  ports: { now: Clock; randomBytes: RandomBytes },
  { baseUrl }: Site,
): { holder: Holder; cookie: string } {
  const browser = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const expiresAt = new Date(ports.now().getTime() + CHALLENGE_MS);
  return { holder: { browser }, cookie: setHostCookie(baseUrl, NAME, browser, expiresAt) };
}
