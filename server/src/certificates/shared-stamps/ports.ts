/** Orders of time stamps that several files share, and the windows in which single calls gather for one. */

import type { CheckpointStampId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import type { SharedLeaf } from './way.ts';

/** The order of a stamp that several files share. */
export type SharedOrder = {
  orderId: CheckpointStampId;
  /** The leaves in the order of the items of a batch, or of the calls. */
  leaves: readonly SharedLeaf[];
  /** The provider's stamp over the root, once it is made. */
  stamp: Stamp | undefined;
};

/** The order of single calls. Each call has a claim if it has an Idempotency-Key. */
export type CallOrder = SharedOrder & Owner & { claims: readonly (Uint8Array | undefined)[] };

/** An order that contains an earlier call with the same claim. */
type FoundOrder = SharedOrder & {
  /** The index of the leaf of that call. */
  place: number;
  /** Whether this process has just taken over the order, to have it stamped. */
  isTaken: boolean;
};

export type CallOrderStore = {
  /** Stores an order without a stamp; once this resolves, it survives a crash. */
  keep(order: CallOrder, now: Date): Promise<void>;
  keepStamp(orderId: CheckpointStampId, stamp: Stamp): Promise<void>;
  /**
   * Finds the order that has this claim. If nobody waits for its stamp any more, because its process died or let go of
   * it, this process takes it over. Orders of an earlier day are not found: their Idempotency-Keys are forgotten too.
   */
  find(owner: Owner, claim: Uint8Array, now: Date): Promise<FoundOrder | undefined>;
  /** Lets go of an order, so that the next call with one of its claims may take it over. */
  letGo(orderId: CheckpointStampId): Promise<void>;
  forget(orderId: CheckpointStampId): Promise<void>;
};

/** A call that wants to share a stamp. */
export type Entrant = Owner & {
  sha256: Sha256Hex;
  /** What identifies a repetition of the call; undefined without an Idempotency-Key. */
  claim: Uint8Array | undefined;
  /** Aborted when the caller hangs up. */
  gone: AbortSignal;
};

/** What one call gets of a shared stamp. */
export type StampPart = {
  stamp: Stamp;
  /** How many files share it. */
  by: number;
  way: Uint8Array;
  /** Call once: without an error when the certificate is written, or with the error that prevented it. */
  end(error?: unknown): void;
};

export type StampWindows = {
  /**
   * Waits until the window of this account and mode has closed and its stamp is verified and stored. Holds no connection to
   * the database meanwhile. Rejects with the provider's error, which everybody in the window gets.
   */
  enter(entrant: Entrant): Promise<StampPart>;
  /** Closes all windows at once, and lets no later call wait. Called when the server stops. */
  end(): void;
};
