/** Back-channel logout: the issuer tells us, in a signed message, whose sessions must end. */

import type { JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { LoggedOutThere } from './ports.ts';
import type { SsoSettings } from './settings.ts';
import { issuerIdOf } from './vouched.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * The greatest age of a message, including the tolerance for clocks. An old message must not end sessions that were
 * opened after it.
 */
const LOG_OUT_TOKEN_SECONDS = 120;
const TOLERANCE_SECONDS = 60;

export function makeLogOutReader(
  { issuer, clientId }: SsoSettings,
  { now, logger }: { now: Clock; logger: Logger },
  keysAddress: () => Promise<string>,
): (token: string) => Promise<LoggedOutThere | undefined> {
  let kept: { address: string; keys: JWTVerifyGetKey } | undefined;
  const keys = async () => {
    const { createRemoteJWKSet } = await import('jose');
    const address = await keysAddress();
    if (kept?.address !== address) {
      const options = { timeoutDuration: 10_000, cooldownDuration: 5_000, cacheMaxAge: 60_000 };
      kept = { address, keys: createRemoteJWKSet(new URL(address), options) };
    }
    return kept.keys;
  };
  return async (token) => {
    const { errors, jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, await keys(), {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        currentDate: now(),
        clockTolerance: TOLERANCE_SECONDS,
        maxTokenAge: LOG_OUT_TOKEN_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return toLoggedOut(issuer, payload);
    } catch (error) {
      // Any other error is our failure or that of the issuer's server, not a fault of the message.
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) throw error;
      logger.warn('sso.logout_refused', { why: error.code });
      return undefined;
    }
  };
}

/** A token with a nonce is a login token (OpenID Connect Back-Channel Logout 1.0, 2.6). */
function toLoggedOut(issuer: string, payload: Record<string, unknown>): LoggedOutThere | undefined {
  const { events, nonce, jti, sub, sid } = payload;
  const isAboutLogOut = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  const [subject, session] = [issuerIdOf(sub), issuerIdOf(sid)];
  if (!isAboutLogOut || nonce !== undefined || typeof jti !== 'string') return undefined;
  if (subject === undefined && session === undefined) return undefined;
  return { issuer, subject, session, messageId: jti };
}
