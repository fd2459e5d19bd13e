/** Sessions: a token in a cookie, its hash in the database, and an id that may be shown. */

import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NewId, PersonId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { NewSession, SeatedVisit, SessionStore, SsoSession } from './ports.ts';

const SESSION_DAYS = 30;
/** Half a day, so that the issuer decides every day who may still come in, and with which role. */
const SSO_SESSION_HOURS = 12;

/** Precision of `last_seen_at`: requests update it at most once a minute. */
const SEEN_EVERY_MS = 60_000;

/** A session to be stored, and the token for its cookie; only the token's hash is stored. */
export function makeSession(
  ports: { newId: NewId; now: Clock; randomBytes: RandomBytes },
  personId: PersonId,
  sso?: SsoSession,
): { token: string; session: NewSession } {
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const createdAt = ports.now();
  const hours = sso === undefined ? SESSION_DAYS * 24 : SSO_SESSION_HOURS;
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000);
  return {
    token,
    session: { id: ports.newId('sess'), personId, tokenHash: sha256(token), createdAt, expiresAt, sso },
  };
}

export async function findSession(
  ports: { sessions: SessionStore; aside: Aside; now: Clock },
  token: string,
  account?: string,
): Promise<SeatedVisit | undefined> {
  const now = ports.now();
  const found = await ports.sessions.find(sha256(token), now, account);
  if (found !== undefined && isNews(found, now)) {
    const { session, person, seat } = found;
    ports.aside.start('session seen', () =>
      ports.sessions.seen(session.id, person.id, seat?.account.id, now),
    );
  }
  return found;
}

/** A switch to another account is written at once, because addresses without an account mean the one used last. */
function isNews({ session, seat }: SeatedVisit, now: Date): boolean {
  const isOld = (seen: Date | undefined) => now.getTime() - (seen?.getTime() ?? 0) >= SEEN_EVERY_MS;
  return isOld(session.lastSeenAt) || (seat !== undefined && (!seat.isUsedLast || isOld(seat.lastSeenAt)));
}
