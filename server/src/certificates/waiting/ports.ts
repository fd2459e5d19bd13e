/** What waiting for certificates needs. */

import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Certificate } from '../certificate.ts';

export type Awaited = Owner & { certificateId: CertificateId };

export type AnchorWatch = {
  /** How much of the log is in final blocks, per mode. May shrink after a reorganisation. */
  certifiedSizes(): Promise<{ live: number; test: number }>;
  /** The positions in `awaited` of those that are certified, in one statement. */
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
  /** The certificate as it is now. Many who are woken together are answered by one statement. */
  read(awaited: Awaited): Promise<Certificate | undefined>;
  /** Answers everybody who waits now; from then on nobody waits. */
  end(): void;
};
