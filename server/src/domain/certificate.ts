/** The certificate: the record that everything else is about. */

import type { CertificateId } from './ids.ts';
import type { Sha256Hex } from './sha256-hex.ts';

export const CERTIFICATE_STATUSES = ['stamped', 'anchoring', 'certified'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Every legal move; anything else is a bug, not a caller's error. A stamp is never undone. */
export const STATUS_MOVES: Record<CertificateStatus, readonly CertificateStatus[]> = {
  stamped: ['anchoring'],
  anchoring: ['certified'],
  // A chain reorganisation deeper than the configured finality.
  certified: ['anchoring'],
};

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

export type Certificate = {
  id: CertificateId;
  livemode: boolean;
  status: CertificateStatus;
  title: string;
  description: string | undefined;
  documentType: string | undefined;
  file: { name: string; mime: string; sizeBytes: number; sha256: Sha256Hex };
  timestamp: TimestampFacts;
  /** The random part of its public verification address. */
  code: string;
  createdAt: Date;
  updatedAt: Date;
};

export const MAX_FILE_BYTES = 52_428_800;
