/** What renewals need from the database. */

import type { StrongHash } from '@sello/proof';
import type { StampOfFile } from '../../certificates/shared-stamps/way.ts';
import type { AccountId, CheckpointStampId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

/** A renewal that was ordered and has no stamp yet. `tries` counts failed attempts. */
export type OrderedRenewal = {
  number: number;
  hash: StrongHash;
  /** Certificates at positions below this size of the log are renewed. */
  size: number;
  orderId: CheckpointStampId;
  tries: number;
  nextTryAt: Date;
};

export type StampedRenewal = Pick<OrderedRenewal, 'number' | 'hash' | 'size'> & {
  orderedAt: Date;
  /** The provider's exact response over the root. */
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
};

/** A certificate whose leaf is about to be made. */
export type PlacedStamp = StampOfFile & {
  place: number;
  accountId: AccountId;
  /** Undefined if only a longer digest was sent. */
  sha256: Sha256Hex | undefined;
};

/** The state of renewals, for operators and for the next decision. */
export type RenewalStanding = {
  waiting: Pick<OrderedRenewal, 'number' | 'hash' | 'size' | 'tries' | 'nextTryAt'> | undefined;
  /** When each stamped renewal was ordered, and its algorithm; the oldest first. */
  stamped: readonly Pick<StampedRenewal, 'hash' | 'orderedAt'>[];
  /** The chains of all signers whose stamps are stored. */
  chains: readonly (readonly Uint8Array[])[];
};

export type RenewalStore = {
  standing(): Promise<RenewalStanding>;
  /** The renewal without a stamp. There is at most one. */
  waiting(): Promise<OrderedRenewal | undefined>;
  /** The stamped renewals that cover this position, the oldest first. */
  covering(place: number): Promise<StampedRenewal[]>;
  /**
   * Stores an order; once this resolves, the order survives a crash. If another process was quicker, its order stays.
   */
  order(order: Pick<OrderedRenewal, 'hash' | 'size' | 'orderId'>, now: Date): Promise<void>;
  postpone(number: number, nextTryAt: Date): Promise<void>;
  /** Stores the stamp. False if the renewal already has a stamp, which then stays. */
  keep(number: number, stamp: Pick<StampedRenewal, 'tsr' | 'chain'>): Promise<boolean>;
  /** The hashes of a tile of the renewal's tree; undefined if they are not stored yet. */
  tile(number: number, level: number, position: number): Promise<Uint8Array | undefined>;
  /** How many tiles of a level are stored. They are stored in order. */
  countTiles(number: number, level: number): Promise<number>;
  /** Stores a tile. If another process was quicker, its hashes stay. */
  keepTile(number: number, level: number, position: number, hashes: Uint8Array): Promise<void>;
  /** The certificates at the positions from `from` up to but excluding `end`, in that order. */
  stampsAt(from: number, end: number): Promise<PlacedStamp[]>;
};
