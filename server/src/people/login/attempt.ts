/**
 * Counts attempts as failures before the password or code is checked. Otherwise most of a thousand guesses that are sent
 * at once would be checked before the limit is reached.
 */

import { networkOf, networksOf } from '../../http/connection/network-of.ts';
import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { firstAccountOf, type PersonId, type SessionId } from '../../kernel/ids.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Claim, Throttle } from './ports.ts';

const WINDOW_MS = 15 * 60_000;
/** For one address from one network, for one known device, and for one session. */
const MAX_FAILURES = 10;
/** Higher, because an office shares one IP address, but it stops a password from being tried on many accounts. */
const MAX_FAILURES_PER_NETWORK = 100;
/** Over all networks. It slows guessing down but never locks the address for long, or attackers could lock it. */
const MAX_FAILURES_EVERYWHERE = 20;
const EVERYWHERE_MS = 5 * 60_000;
/** Challenges for a network or a known device: each is a row until it expires. */
const MAX_CHALLENGES = 200;

/** The facts about a caller before the password is checked. */
export type Caller = {
  origin: RequestOrigin;
  /** Set for a caller to whom the failures of others at this address do not count. */
  knownBy: { device: string } | { session: SessionId } | undefined;
};

type Attempt = {
  giveBack(): Promise<void>;
  /**
   * Called after a login. Resets the count of the address but not of the network, which attackers could otherwise
   * reset by logging in as themselves.
   */
  forget(): Promise<void>;
  /** Gives the attempt back if `work` throws: our own failure says nothing about the password. */
  unlessOurFault<T>(work: () => Promise<T>): Promise<T>;
};

type ThrottlePorts = { throttle: Throttle; now: Clock };

/** `folded`: the address as the database spells it. */
export function claimLogin(ports: ThrottlePorts, folded: string, caller: Caller): Promise<Attempt> {
  if (caller.knownBy !== undefined) return claimKnown(ports, caller.knownBy);
  const here = loginSubject(folded, caller.origin);
  return claim(
    ports,
    [
      { subject: here, ceiling: MAX_FAILURES, windowMs: WINDOW_MS },
      ...networkClaims('login network', caller.origin, MAX_FAILURES_PER_NETWORK, WINDOW_MS),
      { subject: everywhereSubject(folded), ceiling: MAX_FAILURES_EVERYWHERE, windowMs: EVERYWHERE_MS },
    ],
    [here],
  );
}

/** Per network only: signatures cannot be guessed, and a count per person would let attackers lock that person out. */
export function claimPasskey(ports: ThrottlePorts, { origin, knownBy }: Caller): Promise<Attempt> {
  if (knownBy !== undefined) return claimKnown(ports, knownBy);
  return claim(ports, networkClaims('login network', origin, MAX_FAILURES_PER_NETWORK, WINDOW_MS), []);
}

/** Challenges for people who are not logged in. A known device is counted separately from others in its network. */
export async function claimChallenge(
  ports: ThrottlePorts,
  device: string | undefined,
  origin: RequestOrigin,
): Promise<void> {
  const subject = sha256(`passkey challenge device\n${device}`);
  const claims =
    device === undefined
      ? networkClaims('passkey challenge network', origin, MAX_CHALLENGES, WINDOW_MS)
      : [{ subject, ceiling: MAX_CHALLENGES, windowMs: WINDOW_MS }];
  await claim(ports, claims, []);
}

/**
 * Counts codes that are given after the right password or in a session, over all devices, sessions and networks: few
 * enough that six digits are safe. At most ten in any 15 minutes; neither a right code nor a new password resets the
 * count.
 *
 * A thief who has only the password can use up the ten attempts. A browser that was logged in before has one more
 * attempt, counted for the person and not for each browser. If that code is wrong too, the caller is told that the ten
 * are used up.
 */
export async function claimCode(
  ports: ThrottlePorts,
  personId: PersonId,
  isFamiliar: boolean,
): Promise<Attempt & { ifWrong: AppError | undefined }> {
  const ten = {
    subject: sha256(`second factor\n${firstAccountOf(personId)}`),
    ceiling: MAX_FAILURES,
    windowMs: WINDOW_MS,
  };
  const spare = {
    subject: sha256(`second factor spare\n${firstAccountOf(personId)}`),
    ceiling: 1,
    windowMs: WINDOW_MS,
  };
  try {
    return { ...(await claim(ports, [{ ...ten, isSliding: true }], [])), ifWrong: undefined };
  } catch (full) {
    if (!isFamiliar || !(full instanceof AppError)) throw full;
    return { ...(await claim(ports, [spare], [])), ifWrong: full };
  }
}

/** Passwords in a session: limited in case the cookie is stolen, and independent of failed logins elsewhere. */
export function claimInside(ports: ThrottlePorts, session: SessionId): Promise<Attempt> {
  const subject = ownSubject({ session });
  return claim(ports, [{ subject, ceiling: MAX_FAILURES, windowMs: WINDOW_MS }], [subject]);
}

/**
 * Called for somebody who has just proved to own the mailbox. Wrong codes stay counted: a mailbox is no second factor.
 */
export async function forgetFailures(
  { throttle }: { throttle: Throttle },
  folded: string,
  origin: RequestOrigin,
): Promise<void> {
  for (const subject of [loginSubject(folded, origin), everywhereSubject(folded)])
    await throttle.forget(subject);
}

/**
 * Logins for an address from one network. `folded` is the database's spelling: JavaScript lowers `İ` to two letters
 * and PostgreSQL to one, so with JavaScript's spelling, each way to write the same address would have ten guesses of
 * its own.
 */
export function loginSubject(folded: string, { ip }: Pick<RequestOrigin, 'ip'>): Uint8Array {
  return sha256(`login\n${networkOf(ip ?? '')}\n${folded}`);
}

function claimKnown(ports: ThrottlePorts, knownBy: NonNullable<Caller['knownBy']>): Promise<Attempt> {
  const own = 'device' in knownBy ? deviceSubject(knownBy.device) : ownSubject(knownBy);
  return claim(ports, [{ subject: own, ceiling: MAX_FAILURES, windowMs: WINDOW_MS }], [own]);
}

/** Counts `what` for the network that a request comes from, and for the larger one around that network. */
export function networkClaims(
  what: string,
  { ip }: Pick<RequestOrigin, 'ip'>,
  ceiling: number,
  windowMs: number,
): Claim[] {
  return networksOf(ip ?? '').map(({ network, times }) => ({
    subject: sha256(`${what}\n${network}`),
    ceiling: ceiling * times,
    windowMs,
  }));
}

function everywhereSubject(folded: string): Uint8Array {
  return sha256(`login everywhere\n${folded}`);
}

function deviceSubject(device: string): Uint8Array {
  return sha256(`login device\n${device}`);
}

function ownSubject({ session }: { session: SessionId }): Uint8Array {
  return sha256(`own password\n${session}`);
}

/** A login resets `fresh` and gives the other claims back. */
async function claim(ports: ThrottlePorts, claims: Claim[], fresh: Uint8Array[]): Promise<Attempt> {
  const freeAt = await ports.throttle.claim(claims, ports.now());
  // Measured from now, so that the wait never exceeds its full length: another request may have started it a moment
  // after this one arrived.
  if (freeAt !== undefined) throw tooManyFailures(secondsUntil(freeAt, ports.now()));
  const subjects = claims.map(({ subject }) => subject);
  const giveBack = () => ports.throttle.giveBack(subjects);
  return {
    giveBack,
    async forget() {
      await ports.throttle.giveBack(subjects.filter((subject) => !fresh.includes(subject)));
      for (const subject of fresh) await ports.throttle.forget(subject);
    },
    async unlessOurFault(work) {
      try {
        return await work();
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
  };
}

function tooManyFailures(retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many failed logins. Please wait {wait}.',
      es: 'Demasiados accesos fallidos. Espere {wait}.',
    },
    { retryAfterSeconds },
  );
}
