/** The people of an account, and the invitations to it. */

import type { AccountId, InvitationId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';
import type { Role } from './roles.ts';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;

export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** A seat as the account sees it. */
export type TakenSeat = {
  person: Person;
  role: Role;
  createdAt: Date;
  lastSeenAt: Date | undefined;
  /** A person or a key; undefined for the person who opened the account. */
  invitedBy: string | undefined;
};

export type Invitation = {
  id: InvitationId;
  accountId: AccountId;
  email: string;
  role: Role;
  /** A person or a key. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  status: InvitationStatus;
};

const DAY_MS = 86_400_000;

export const MAX_PENDING = 50;
const GOOD_FOR_MS = 7 * DAY_MS;

export function invitationEnd(now: Date): Date {
  return new Date(now.getTime() + GOOD_FOR_MS);
}

/** The beginning of a secret that was mailed to the address itself. A person who has it can read that mailbox. */
const MAILED = 'm';
const SHOWN = 's';

/**
 * The first letter says whether the secret was mailed or shown. This matters once mail is switched on. The letter is
 * hashed with the rest, so a person who was shown a secret cannot turn it into a mailed one.
 */
export function newSecret(randomBytes: (size: number) => Uint8Array, isMailed: boolean): string {
  return (isMailed ? MAILED : SHOWN) + Buffer.from(randomBytes(32)).toString('base64url');
}

export function wasMailed(secret: string): boolean {
  return secret.startsWith(MAILED);
}

/** Shortens an address so that its owner still recognises it: `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`;
}
