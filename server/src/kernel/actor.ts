/** Who did something, and from where: named in the audit log and by every operation that changes something. */

import type { KeyId, MemberId, PersonId } from './ids.ts';

export const ACTOR_TYPES = ['person', 'operator', 'key', 'member'] as const;

/** Who did something, and from where. By id: names may change or be erased, so they are looked up when read. */
export type Actor = {
  type: (typeof ACTOR_TYPES)[number];
  /**
   * The id of a person, a key or a member. Before people and accounts were apart a person was named by the id of the account,
   * which means its first owner.
   */
  id: string;
  /** Of a person in an account. */
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

/** Neither address nor browser: a member may ask to be forgotten, and this log stays. */
export function memberOf(id: MemberId): Actor {
  return { type: 'member', id, ip: undefined, userAgent: undefined };
}

export function keyOf({ keyId }: { keyId: KeyId }, { ip, userAgent }: RequestOrigin): Actor {
  return { type: 'key', id: keyId, ip, userAgent };
}
