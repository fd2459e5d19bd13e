/**
 * Who did something, and from where. Every operation that changes something passes this on, and the audit log records
 * it.
 */

import type { KeyId, MemberId, OrganizerId, PersonId } from './ids.ts';

export const ACTOR_TYPES = ['person', 'operator', 'key', 'member', 'organizer'] as const;

/**
 * Who did something, and from where. Only the id is stored, because names may change or be erased; the name is looked
 * up when it is shown.
 */
export type Actor = {
  type: (typeof ACTOR_TYPES)[number];
  /**
   * The id of a person, a key, a member or an organiser. Entries from before persons had ids of their own have the id
   * of the account, which stands for its first owner.
   */
  id: string;
  /** The role that the person had in the account. Only persons have one. */
  role?: string;
  ip: string | undefined;
  userAgent: string | undefined;
};

export type RequestOrigin = { ip: string | undefined; userAgent: string | undefined };

/** The person at the server's command line. */
export const OPERATOR: Actor = { type: 'operator', id: 'operator', ip: undefined, userAgent: undefined };

export function personOf({ id }: { id: PersonId }, { ip, userAgent }: RequestOrigin, role?: string): Actor {
  return { type: 'person', id, ...(role !== undefined && { role }), ip, userAgent };
}

/**
 * A member as the actor. The address and the browser are left out, because a member may ask to be forgotten and the
 * audit log cannot be changed.
 */
export function memberOf(id: MemberId): Actor {
  return { type: 'member', id, ip: undefined, userAgent: undefined };
}

/** An organiser at its desk: the actor is the organiser, whichever of its people typed the code. */
export function organizerOf(id: OrganizerId, { ip, userAgent }: RequestOrigin): Actor {
  return { type: 'organizer', id, ip, userAgent };
}

export function keyOf({ keyId }: { keyId: KeyId }, { ip, userAgent }: RequestOrigin): Actor {
  return { type: 'key', id: keyId, ip, userAgent };
}
