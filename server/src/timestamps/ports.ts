/** What a provider of time stamps is asked for, and what is kept of its answer. */

import type { CertificateId } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';

export type Stamp = {
  /** The provider's exact response. */
  tsr: Uint8Array;
  /** SHA-256 of the time-stamp token inside it, for the log's leaf. */
  tokenSha256: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  facts: TimestampFacts;
};

/** A provider of RFC 3161 time stamps. Sees the digest and nothing else of the file. */
export type TimestampProvider = {
  /**
   * A token over this SHA-256, verified in full before it is returned, within the deadline. A provider that
   * sells one stamp per id of its customer's is given the certificate's, so that however often it has to be
   * asked for this certificate, one is paid for.
   * Rejects with `psc_error`, `psc_timeout` or `psc_unavailable`.
   */
  stamp(sha256: Sha256Hex, certificateId: CertificateId): Promise<Stamp>;
};

/** Test keys are always served by the embedded authority. */
export type Timestamps = { live: TimestampProvider; test: TimestampProvider };

/** What is kept of a verified time-stamp token besides its bytes. */
export type TimestampFacts = {
  psc: string;
  serial: string;
  policyOid: string;
  /** RFC 3339, with every digit of the token's fraction. */
  genTime: string;
  accuracyMs: number | undefined;
  accredited: boolean;
  /** Known deviations of the provider that its trust profile forgives. */
  warnings: readonly { code: string; message: string }[];
};
