/**
 * Limits how often somebody may request a code, and how often a network may try codes and links that do not exist.
 * Requests are counted before anything is looked up, for known and unknown addresses alike.
 */

import { networkOf, networksOf } from '../../../http/connection/network-of.ts';
import type { RequestOrigin } from '../../../kernel/actor.ts';
import { type Clock, secondsUntil } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { networkClaims } from '../../../people/login/attempt.ts';
import type { Claim, Throttle } from '../../../people/login/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The limits for one asker: a browser that is known as the member's own, or else a network. */
const MAX_CODES_AN_HOUR = 5;
const MAX_CODES_A_DAY = 12;
/**
 * The limits for all unknown browsers together, so that many networks cannot flood a mailbox. Since a code has five
 * tries, they allow 180 guesses a day, of a million possible codes. The first codes of each network are counted
 * separately from its further ones; otherwise two networks could use up all codes. So a member with a new browser gets
 * a code unless ten networks asked before. Mails are counted over all councils of this server.
 */
const STRANGERS = {
  first: { anHour: 10, aDay: 24, mailsADay: 30 },
  further: { anHour: 5, aDay: 12, mailsADay: 15 },
};
/**
 * Limits per network, over all councils. A /48 of IPv6 may have one more, because one customer may have thousands of
 * networks in it.
 */
const FIRST_AN_HOUR = 1;
const FIRST_A_DAY = 2;
const MAX_CODES_PER_NETWORK = 40;
const MAX_TRIES_PER_NETWORK = 100;

export type ThrottlePorts = { throttle: Throttle; now: Clock };

/**
 * `address` is in the canonical spelling. `knownBrowser` is the member's own browser, which has its own count. So the
 * member is locked out neither by strangers who ask for the member's codes nor by neighbours in a shared network.
 */
export async function claimCode(
  ports: ThrottlePorts,
  accountId: AccountId,
  address: string,
  origin: Pick<RequestOrigin, 'ip'>,
  knownBrowser?: string,
): Promise<void> {
  const asked = `${accountId}\n${address}`;
  const asker = `${asked}\n${knownBrowser ?? networkOf(origin.ip ?? '')}`;
  const alone = [
    of('code asker hour', asker, MAX_CODES_AN_HOUR, HOUR_MS),
    of('code asker day', asker, MAX_CODES_A_DAY, DAY_MS),
  ];
  if (knownBrowser !== undefined) return claim(ports, alone);
  const ofAsker = [...networkClaims('member code network', origin, MAX_CODES_PER_NETWORK, HOUR_MS), ...alone];
  const first = networksOf(origin.ip ?? '').flatMap(({ network }, wider) => [
    of('first hour', `${address}\n${network}`, FIRST_AN_HOUR + wider, HOUR_MS),
    of('first day', `${address}\n${network}`, FIRST_A_DAY + wider, DAY_MS),
  ]);
  const isFirst = await isClaimed(ports, [...ofAsker, ...first, ...ofStrangers('first', asked, address)]);
  if (!isFirst) await claim(ports, [...ofAsker, ...ofStrangers('further', asked, address)]);
}

function ofStrangers(which: keyof typeof STRANGERS, asked: string, address: string): Claim[] {
  const { anHour, aDay, mailsADay } = STRANGERS[which];
  return [
    of(`${which} code hour`, asked, anHour, HOUR_MS),
    of(`${which} code day`, asked, aDay, DAY_MS),
    of(`${which} code mails`, address, mailsADay, DAY_MS),
  ];
}

/** Counts a try with a code or a link that does not exist. Such a try costs a look-up and can open nothing. */
export function claimTry(ports: ThrottlePorts, origin: Pick<RequestOrigin, 'ip'>): Promise<void> {
  return claim(ports, networkClaims('member try network', origin, MAX_TRIES_PER_NETWORK, HOUR_MS));
}

function of(what: string, who: string, ceiling: number, windowMs: number): Claim {
  return { subject: sha256(`member ${what}\n${who}`), ceiling, windowMs };
}

async function isClaimed({ throttle, now }: ThrottlePorts, claims: readonly Claim[]): Promise<boolean> {
  return (await throttle.claim(claims, now())) === undefined;
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
