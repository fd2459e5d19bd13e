/** The database port for keeping revocation answers. */

import type { KeptAnswer, RevocationJudgement } from '@sello/proof';

export type WatchedChain = {
  sha256: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  /** The answers that are already stored for the requested day. */
  kept: readonly { position: number; kind: KeptAnswer['kind'] }[];
};

type KeptLookup = {
  chainSha256: Uint8Array;
  /** The position of the certificate in the chain; that of the signer is 0. */
  position: number;
  /** The day in UTC, such as `2026-11-16`. */
  day: string;
  answer: KeptAnswer;
  thisUpdate: Date;
  outcome: RevocationJudgement['outcome'];
};

export type KeptRevocationStore = {
  /** Every chain under which a certificate or a checkpoint was stamped. */
  chains(day: string): Promise<WatchedChain[]>;
  /**
   * Stores an answer, once even if several chains use it. A day has one answer of each kind, and the first one stays.
   */
  keep(lookup: KeptLookup, now: Date): Promise<void>;
  /**
   * Returns, for every certificate of the chain and each kind of answer, the first answer made at or after `stampedAt`,
   * or else the last one before it. Also returns the first answer that says revoked. So the evidence changes only when
   * there is news.
   */
  about(chainSha256: Uint8Array, stampedAt: Date): Promise<KeptAnswer[]>;
};
