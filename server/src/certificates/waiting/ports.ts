/** What waiting for certificates needs. */

import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Certificate } from '../certificate.ts';

export type Awaited = Owner & { certificateId: CertificateId };

export type AnchorWatch = {
  /** How much of the log is in final blocks, for each mode. It may shrink if the chain drops blocks. */
  certifiedSizes(): Promise<{ live: number; test: number }>;
  /** Returns the positions in `awaited` of the certificates that are certified, in one statement. */
  certifiedAmong(awaited: readonly Awaited[]): Promise<number[]>;
  /** The certificates as they are now, in one statement. */
  read(awaited: readonly Awaited[]): Promise<(Certificate | undefined)[]>;
};

export type Waiting = {
  /**
   * Resolves when the certificate is certified, when `signal` is aborted, or when the process shuts down.
   * Resolves at once if too many callers already wait, for this account or in this process.
   */
  untilCertified(awaited: Awaited, signal: AbortSignal): Promise<void>;
  /** Reads the certificate as it is now. One statement answers many callers who are woken together. */
  read(awaited: Awaited): Promise<Certificate | undefined>;
  /** Answers everybody who waits now. After that nobody can wait. */
  end(): void;
};
