/** A door: how callers are admitted, and which parameters an address has besides those of the operation. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TProperties } from 'typebox';
import type { Refusable } from '../http/error-responses.ts';
import type { AccountRead } from './account-read.ts';
import type { Admitted, Declaration } from './operation.ts';

export type Entrance<W extends Admitted, T> = {
  who: W;
  value: T;
  /** Whose shares the request uses, if not those of the account. */
  holder?: string;
  /** The person who calls, if many people share the limit of `holder`. */
  person?: string;
  /** Live certificates that the account may still make, if admission returns it. */
  certificatesLeft?: number;
};

export type Door<W extends Admitted> = {
  /** The path below which its operations are served. */
  root: string;
  /**
   * Admits the caller and reads what the operation needs, in one round trip if the door can. Even an invalid
   * request is admitted before it is refused, so that strangers learn only that they are not admitted; `read`
   * is then not called.
   */
  admit<T>(request: FastifyRequest, reply: FastifyReply, read: () => AccountRead<T>): Promise<Entrance<W, T>>;
  /**
   * True if several people share one account, as members do: an Idempotency-Key is unique within an account,
   * so if two of them chose the same key, one would get the other's answer. The header is then neither
   * declared nor read.
   */
  ignoresIdempotencyKeys?: true;
  /** The door's own parameters; no operation sees them. */
  ownQuery: TProperties;
  /** Refusals at this door before the operation begins. */
  refusesWith(operation: Declaration): readonly Refusable[];
};
