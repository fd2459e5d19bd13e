/** The certificate, its status and its public address. */

import type { OriginalFile } from '../files/ports.ts';
import type { FilesSettings } from '../files/settings.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { TimestampFacts } from '../timestamps/ports.ts';

export const CERTIFICATE_STATUSES = ['stamped', 'anchoring', 'certified'] as const;

export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/**
 * `stamped` until it has its place in the log, `anchoring` until a final block covers that place, then
 * `certified`. Derived, never stored: a reorganisation deeper than the chain's finality removes the block, and
 * the status goes back with it. A stamp is never undone.
 */
export function statusOf(certificate: Pick<Certificate, 'leafIndex' | 'anchor'>): CertificateStatus {
  if (certificate.leafIndex === undefined) return 'stamped';
  return certificate.anchor?.isFinal ? 'certified' : 'anchoring';
}

export type Certificate = {
  id: CertificateId;
  livemode: boolean;
  title: string;
  description: string | undefined;
  documentType: string | undefined;
  /** The caller's own id for it; unique within the account and mode. */
  externalId: string | undefined;
  metadata: Record<string, string>;
  file: OriginalFile['file'];
  timestamp: TimestampFacts;
  /** The random part of its public verification URL. */
  code: string;
  createdAt: Date;
  /** When a field that is no evidence last changed; undefined if none ever did. */
  changedAt: Date | undefined;
  /** Its place in the log, once the sequencer has assigned one. */
  leafIndex: number | undefined;
  /** The block that covers it, on the chain used for its mode. */
  anchor: CertificateAnchor | undefined;
};

export type CertificateAnchor = {
  /** CAIP-2. */
  network: string;
  txHash: Uint8Array;
  blockNumber: number;
  blockHash: Uint8Array;
  blockTime: Date;
  confirmations: number;
  merkleRoot: Uint8Array;
  isFinal: boolean;
  /** When we last saw it change. */
  changedAt: Date;
};

/** When anything in its record last changed, as far as times are kept. */
export function updatedAt({ createdAt, changedAt, anchor }: Certificate): Date {
  const times = [createdAt, changedAt, anchor?.changedAt].flatMap((time) => time?.getTime() ?? []);
  return new Date(Math.max(...times));
}

const DAY_MS = 86_400_000;

/** How long files of test certificates are kept. */
export type FileLife = Pick<FilesSettings, 'testFilesDays'>;

/** When the original file is due to be erased; undefined if it stays, as a live one does, or was never sent. */
export function fileExpiresAt(
  { testFilesDays }: FileLife,
  { livemode, createdAt, file }: Pick<Certificate, 'livemode' | 'createdAt' | 'file'>,
): Date | undefined {
  return livemode || !file.wasSent ? undefined : new Date(createdAt.getTime() + testFilesDays * DAY_MS);
}

/** Files of test certificates made until then are due to be erased. */
export function expiredBefore({ testFilesDays }: FileLife, now: Date): Date {
  return new Date(now.getTime() - testFilesDays * DAY_MS);
}

export const MAX_FILE_BYTES = 52_428_800;

/** The URL of the public page, which is also in the QR code. */
export function verificationUrl(baseUrl: string, { code }: Pick<Certificate, 'code'>): string {
  return `${baseUrl}/v/${code}`;
}
