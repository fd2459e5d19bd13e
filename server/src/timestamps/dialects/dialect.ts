import type { CertificateId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

type StampOrder = {
  sha256: Sha256Hex;
  /** The same for every try at one time stamp, and for no other: providers that know such an id sell once. */
  certificateId: CertificateId;
};

/** What a provider sent, believed by nobody yet. */
export type UnverifiedStamp = { tsr: Uint8Array; nonce?: bigint | undefined };

/** How one kind of provider is spoken to. */
export type PscDialect = {
  /** Rejects with a `PscFailure`, or with the signal's reason once that is aborted. */
  fetchStamp(order: StampOrder, signal: AbortSignal): Promise<UnverifiedStamp>;
  /** The provider keeps one token per digest for ever and hands out the old one instead of a new one. */
  repeatsTokens?: boolean;
};

/** What dialects need of the world besides a connection. */
export type DialectNeeds = {
  now: () => Date;
  randomBytes: (size: number) => Uint8Array;
  /** Resolves after so long, or rejects with the signal's reason. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};
