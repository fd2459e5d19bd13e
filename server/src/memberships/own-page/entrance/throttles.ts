/**
 * Limits how often somebody may request a code and try one. Requests are counted before anything is looked up, for
 * known and unknown addresses alike.
 */

import { networkOf } from '../../../http/connection/network-of.ts';
import type { RequestOrigin } from '../../../kernel/actor.ts';
import { type Clock, secondsUntil } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { networkClaims } from '../../../people/login/attempt.ts';
import type { Claim, Throttle } from '../../../people/login/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Limits for each asker: a browser known as the member's own, or else a network. */
const MAX_CODES_AN_HOUR = 5;
const MAX_CODES_A_DAY = 12;
/**
 * Limits for all unknown browsers together, so that many networks cannot flood a mailbox. Each code allows five tries,
 * so strangers have at most 120 guesses a day among a million codes.
 */
const MAX_STRANGERS_CODES_AN_HOUR = 10;
const MAX_STRANGERS_CODES_A_DAY = 24;
/** A limit over all councils of this server, so that none of them can be used to flood a mailbox. */
const MAX_MAILS_A_DAY = 30;
const MAX_CODES_PER_NETWORK = 40;
const MAX_TRIES_PER_NETWORK = 100;

export type ThrottlePorts = { throttle: Throttle; now: Clock };

/**
 * `address` is in the canonical spelling. `knownBrowser` is the member's own browser, which is counted separately so
 * that strangers cannot lock the member out.
 */
export async function claimCode(
  ports: ThrottlePorts,
  accountId: AccountId,
  address: string,
  origin: Pick<RequestOrigin, 'ip'>,
  knownBrowser?: string,
): Promise<void> {
  const network = networkOf(origin.ip ?? '');
  const asked = `${accountId}\n${address}`;
  const asker = `${asked}\n${knownBrowser ?? network}`;
  const ofStrangers = [
    of('code hour', asked, MAX_STRANGERS_CODES_AN_HOUR, HOUR_MS),
    of('code day', asked, MAX_STRANGERS_CODES_A_DAY, DAY_MS),
    of('code mails', address, MAX_MAILS_A_DAY, DAY_MS),
  ];
  await claim(ports, [
    ...networkClaims('member code network', origin, MAX_CODES_PER_NETWORK, HOUR_MS),
    of('code asker hour', asker, MAX_CODES_AN_HOUR, HOUR_MS),
    of('code asker day', asker, MAX_CODES_A_DAY, DAY_MS),
    ...(knownBrowser === undefined ? ofStrangers : []),
  ]);
}

/** Counts a try to enter with a code or a link. */
export function claimTry(ports: ThrottlePorts, origin: Pick<RequestOrigin, 'ip'>): Promise<void> {
  return claim(ports, networkClaims('member try network', origin, MAX_TRIES_PER_NETWORK, HOUR_MS));
}

function of(what: string, who: string, ceiling: number, windowMs: number): Claim {
  return { subject: sha256(`member ${what}\n${who}`), ceiling, windowMs };
}

async function claim({ throttle, now }: ThrottlePorts, claims: readonly Claim[]): Promise<void> {
  const freeAt = await throttle.claim(claims, now());
  if (freeAt === undefined) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many attempts. Look into your mail for a code that you have, or try again in {wait}.',
      es: 'Demasiados intentos. Busque en su correo un código que ya tenga o intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: secondsUntil(freeAt, now()) },
  );
}
