/** What renewals need of the database. */

import type { StrongHash } from '@sello/proof';
import type { AccountId, CheckpointStampId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

/** A renewal that was ordered and has no stamp yet. `tries` counts the attempts that failed. */
export type OrderedRenewal = {
  number: number;
  hash: StrongHash;
  /** Certificates at places below this size of the log are renewed. */
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

/** A certificate whose leaf is to be made. */
export type PlacedStamp = { place: number; accountId: AccountId; sha256: Sha256Hex; tsr: Uint8Array };

/** How renewals stand, for operators and for the next decision. */
export type RenewalStanding = {
  waiting: Pick<OrderedRenewal, 'number' | 'hash' | 'size' | 'tries' | 'nextTryAt'> | undefined;
  /** When each stamped renewal was ordered, and its algorithm, the oldest first. */
  stamped: readonly Pick<StampedRenewal, 'hash' | 'orderedAt'>[];
  /** The chains of all signers whose stamps are kept. */
  chains: readonly (readonly Uint8Array[])[];
};

export type RenewalStore = {
  standing(): Promise<RenewalStanding>;
  /** The renewal without a stamp. There is at most one. */
  waiting(): Promise<OrderedRenewal | undefined>;
  /** The stamped renewals that cover this place, the oldest first. */
  covering(place: number): Promise<StampedRenewal[]>;
  /** Stores an order, which survives a crash. If another process was quicker, its order stays. */
  order(order: Pick<OrderedRenewal, 'hash' | 'size' | 'orderId'>, now: Date): Promise<void>;
  postpone(number: number, nextTryAt: Date): Promise<void>;
  /** Stores the stamp. False if the renewal already has one, which then stays. */
  keep(number: number, stamp: Pick<StampedRenewal, 'tsr' | 'chain'>): Promise<boolean>;
  /** The hashes of a tile of the renewal's tree; undefined if they are not stored yet. */
  tile(number: number, level: number, position: number): Promise<Uint8Array | undefined>;
  /** The number of tiles of a level. They are stored in their order. */
  countTiles(number: number, level: number): Promise<number>;
  /** Stores a tile. If another process was quicker, its hashes stay. */
  keepTile(number: number, level: number, position: number, hashes: Uint8Array): Promise<void>;
  /** The certificates at the places from `from` to before `end`, in that order. */
  stampsAt(from: number, end: number): Promise<PlacedStamp[]>;
};
