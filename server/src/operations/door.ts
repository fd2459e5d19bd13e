/** By which somebody comes in: how they are admitted, and what an address says besides what the operation asks. */

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
  /** Where its operations stand. */
  root: string;
  /**
   * Admits whoever asks and reads what the operation needs, in one round trip where the door can. An invalid request is
   * admitted before it is refused: strangers learn nothing but that they are strangers. `read` is not called for it.
   */
  admit<T>(request: FastifyRequest, reply: FastifyReply, read: () => AccountRead<T>): Promise<Entrance<W, T>>;
  /**
   * Where several people share one account, as members do: an Idempotency-Key is unique within an account, so a key that
   * two of them chose would give one the other's answer. The header is neither declared nor looked at.
   */
  ignoresIdempotencyKeys?: true;
  /** Parameters that are the door's own; no operation sees them. */
  ownQuery: TProperties;
  /** What anybody may be told here before this operation begins. */
  refusesWith(operation: Declaration): readonly Refusable[];
};
