/**
 * Limits the invitations that reach one mailbox. They go to whatever address a caller names, and accounts cost nothing: a
 * limit of each account alone would let many accounts fill a stranger's mailbox.
 */

import { type Clock, secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Claim, Throttle } from '../login/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Mails to one mailbox from all accounts together. A single account may send fewer, so that it cannot use them all up.
 */
const MAX_A_DAY = 20;
const MAX_A_DAY_OF_ACCOUNT = 4;

export type MailClaimPorts = { throttle: Throttle; now: Clock };

type Asked = {
  accountId: AccountId;
  /** What else is counted for the account, and how often it may happen in an hour. */
  what: string;
  mostAnHour: number;
  addresses: readonly string[];
  refusal: { en: string; es: string };
};

/** Counts all of these mails, or none if a limit is reached. */
export async function claimMails(ports: MailClaimPorts, asked: Asked): Promise<void> {
  const { accountId, what, mostAnHour, addresses, refusal } = asked;
  const now = ports.now();
  const claims = [
    { subject: sha256(`${what}\n${accountId}`), ceiling: mostAnHour, windowMs: HOUR_MS },
    ...[...new Set(addresses.map(folded))].flatMap((address) => ofMailbox(accountId, address)),
  ];
  const freeAt = await ports.throttle.claim(claims, now);
  if (freeAt === undefined) return;
  throw new AppError('rate_limit_exceeded', refusal, { retryAfterSeconds: secondsUntil(freeAt, now) });
}

function ofMailbox(accountId: AccountId, address: string): Claim[] {
  return [
    {
      subject: sha256(`invited by\n${accountId}\n${address}`),
      ceiling: MAX_A_DAY_OF_ACCOUNT,
      windowMs: DAY_MS,
    },
    { subject: sha256(`invited\n${address}`), ceiling: MAX_A_DAY, windowMs: DAY_MS },
  ];
}

/** Many providers deliver `ana+1@` to `ana@`. */
function folded(address: string): string {
  const [local = '', domain = ''] = address
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local.replace(/\+.*$/, '')}@${domain}`;
}
