/** A door: how callers are admitted, and which parameters an address has besides those of the operation. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TProperties } from 'typebox';
import type { Refusable } from '../http/error-responses.ts';
import type { AccountRead } from './account-read.ts';
import type { Admitted, Declaration } from './operation.ts';

export type Entrance<W extends Admitted, T> = {
  who: W;
  value: T;
  /** Live certificates that the account may still make, where admitting tells it. */
  certificatesLeft?: number;
};

export type Door<W extends Admitted> = {
  /** The path below which its operations are served. */
  root: string;
  /**
   * Admits the caller and reads what the operation needs, in one round trip if the door can. An invalid request is
   * admitted before it is refused: strangers learn only that they are not admitted. `read` is not called for it.
   */
  admit<T>(request: FastifyRequest, reply: FastifyReply, read: () => AccountRead<T>): Promise<Entrance<W, T>>;
  /**
   * Where several people share one account, as members do: an Idempotency-Key is unique within an account, so a key that
   * two of them chose would give one the other's answer. The header is neither declared nor looked at.
   */
  ignoresIdempotencyKeys?: true;
  /** The door's own parameters; no operation sees them. */
  ownQuery: TProperties;
  /** Refusals at this door before the operation begins. */
  refusesWith(operation: Declaration): readonly Refusable[];
};
