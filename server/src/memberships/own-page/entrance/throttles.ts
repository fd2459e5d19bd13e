/**
 * How often somebody may ask for a code and try one. Counted before anything is looked up, for addresses that a member
 * has and for those that nobody has.
 */

import { networkOf } from '../../../http/connection/network-of.ts';
import type { RequestOrigin } from '../../../kernel/actor.ts';
import { type Clock, secondsUntil } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Claim, Throttle } from '../../../people/login/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** With five tries each: sixty guesses a day at a million codes. */
const MAX_CODES_AN_HOUR = 5;
const MAX_CODES_A_DAY = 12;
/** Over all councils of this server, so that none can be used to flood a mailbox. */
const MAX_MAILS_A_DAY = 30;
const MAX_CODES_PER_NETWORK = 40;
const MAX_TRIES_PER_NETWORK = 100;

export type ThrottlePorts = { throttle: Throttle; now: Clock };

/** `address`: in the one spelling that addresses are matched by. */
export async function claimCode(
  ports: ThrottlePorts,
  accountId: AccountId,
  address: string,
  origin: Pick<RequestOrigin, 'ip'>,
): Promise<void> {
  await claim(ports, [
    of('code network', networkOf(origin.ip ?? ''), MAX_CODES_PER_NETWORK, HOUR_MS),
    of('code hour', `${accountId}\n${address}`, MAX_CODES_AN_HOUR, HOUR_MS),
    of('code day', `${accountId}\n${address}`, MAX_CODES_A_DAY, DAY_MS),
    of('code mails', address, MAX_MAILS_A_DAY, DAY_MS),
  ]);
}

/** Codes and links. */
export function claimTry(ports: ThrottlePorts, { ip }: Pick<RequestOrigin, 'ip'>): Promise<void> {
  return claim(ports, [of('try network', networkOf(ip ?? ''), MAX_TRIES_PER_NETWORK, HOUR_MS)]);
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
