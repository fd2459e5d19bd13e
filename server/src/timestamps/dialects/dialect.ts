import type { StrongHash } from '@sello/proof';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { StampOrderId, TokenWishes } from '../ports.ts';

type StampOrder = {
  algorithm: StrongHash;
  digest: Uint8Array;
  /** The digest in hexadecimal. Dialects that support only SHA-256 are given nothing else. */
  sha256: Sha256Hex;
  /**
   * The id of the order. It is the same for every attempt at one time stamp, so that providers that accept an order
   * id charge once.
   */
  orderId: StampOrderId;
  /** Given only to dialects that can fulfil them. */
  wishes?: TokenWishes | undefined;
};

/** A provider's answer, not yet verified. */
export type UnverifiedStamp = { tsr: Uint8Array; nonce?: bigint | undefined };

/** The protocol of one kind of provider. */
export type PscDialect = {
  /** Rejects with a `PscFailure`, or with the signal's reason once it is aborted. */
  fetchStamp(order: StampOrder, signal: AbortSignal): Promise<UnverifiedStamp>;
  /** True if the provider keeps one token per digest for ever, and returns the old one instead of making a new one. */
  repeatsTokens?: boolean;
  /** True if it stamps digests of every algorithm; otherwise only SHA-256. */
  knowsEveryDigest?: boolean;
  /** True if its tokens repeat the nonce of the request. */
  echoesNonces?: boolean;
};

/** What dialects need besides a connection. */
export type DialectNeeds = {
  now: () => Date;
  randomBytes: (size: number) => Uint8Array;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};
