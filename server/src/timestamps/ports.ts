/** The port to time-stamping providers, and the parts of a stamp that are stored. */

import type { StrongHash } from '@sello/proof';
import type { CertificateId, CheckpointStampId } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';

export type Stamp = {
  /** The provider's exact response. */
  tsr: Uint8Array;
  /** SHA-256 of the time-stamp token inside `tsr`, for the log's leaf. */
  tokenSha256: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  facts: TimestampFacts;
};

/** What a stamp is requested for: a certificate, a checkpoint of the log, or a renewal of earlier stamps. */
export type StampOrderId = CertificateId | CheckpointStampId;

/** What is stamped: a SHA-256, or a digest by another algorithm. */
export type Imprint = Sha256Hex | { algorithm: StrongHash; digest: Uint8Array };

/**
 * What a caller of the RFC 3161 service requests for the token besides the imprint. Without wishes, the settings decide
 * about nonce and policy.
 */
export type TokenWishes = {
  nonce: bigint | undefined;
  policy: string | undefined;
  /** The algorithm of the imprint. */
  algorithm: StrongHash;
};

/** A provider of RFC 3161 time stamps. It sees only the digest of the file. */
export type TimestampProvider = {
  /**
   * Returns a fully verified token over this digest within the deadline. `orderId` is sent to providers that accept
   * one, so that retries for one certificate or checkpoint are charged once. Rejects with `psc_error`, `psc_timeout` or
   * `psc_unavailable`.
   */
  stamp(imprint: Imprint, orderId: StampOrderId, wishes?: TokenWishes): Promise<Stamp>;
};

/** The provider of each mode; `test` is always the embedded authority. */
export type Timestamps = { live: TimestampProvider; test: TimestampProvider };

/** Facts kept about a verified time-stamp token besides its bytes. */
export type TimestampFacts = {
  psc: string;
  serial: string;
  policyOid: string;
  /** RFC 3339, with every digit of the token's fraction. */
  genTime: string;
  accuracyMs: number | undefined;
  accredited: boolean;
  /** Known deviations of the provider that its trust profile tolerates, and unknown revocation status. */
  warnings: readonly { code: string; message: string }[];
};
