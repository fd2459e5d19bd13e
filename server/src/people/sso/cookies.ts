/** What a browser keeps between two steps of single sign-on. It is sealed, so nobody else can make or read it. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { clearHostCookie, readHostCookie, setHostCookie } from '../login/host-cookie.ts';
import type { NewIdentity, SsoAttempt } from './ports.ts';
import type { ClaimedRole } from './settings.ts';

export type CookiePorts = { serverKeys: ServerKeys; randomBytes: RandomBytes; now: Clock };

/** How long people may take to log in at the issuer, or to log in the old way and agree. */
const MINUTES = 15;

type Contents = {
  sso: SsoAttempt;
  /**
   * An identity at the issuer whose e-mail address already belongs to a person of this service. That person must log
   * in the old way and agree to join the two.
   */
  sso_join: NewIdentity & { email: string; role: ClaimedRole | null };
};

export async function giveSsoCookie<Name extends keyof Contents>(
  ports: CookiePorts,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  name: Name,
  contents: Contents[Name],
): Promise<string> {
  const expiresAt = new Date(ports.now().getTime() + MINUTES * 60_000);
  const text = JSON.stringify({ ...contents, until: expiresAt.getTime() });
  return setHostCookie(baseUrl, name, await sealSecret(ports, ownerOf(name), Buffer.from(text)), expiresAt);
}

/** Undefined if the cookie is missing, forged or too old. */
export async function readSsoCookie<Name extends keyof Contents>(
  ports: Pick<CookiePorts, 'serverKeys' | 'now'>,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  name: Name,
  request: FastifyRequest,
): Promise<Contents[Name] | undefined> {
  const sealed = readHostCookie(request.headers.cookie, baseUrl, name, /^[\w-]+\.[\w-]{1,3000}$/);
  if (sealed === undefined) return undefined;
  try {
    const { until, ...contents } = JSON.parse((await openSealed(ports, ownerOf(name), sealed)).toString());
    // We sealed it, so it has the shape that we gave it.
    return until > ports.now().getTime() ? (contents as Contents[Name]) : undefined;
  } catch {
    return undefined;
  }
}

export function clearSsoCookie({ baseUrl }: Pick<Site, 'baseUrl'>, name: keyof Contents): string {
  return clearHostCookie(baseUrl, name);
}

function ownerOf(name: keyof Contents): string {
  return `cookie ${name}`;
}
