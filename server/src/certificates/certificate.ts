/** The certificate, its status and its public address. */

import type { OriginalFile } from '../files/ports.ts';
import type { FilesSettings } from '../files/settings.ts';
import { type IsoTime, isoTime } from '../kernel/clock.ts';
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

/** Times and digests as they are on the wire: most certificates are read to be shown, many at a time. */
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
  /** For how long its account keeps files; undefined means for ever. */
  keepFilesDays: number | undefined;
  timestamp: TimestampFacts;
  /** The random part of its public verification URL. */
  code: string;
  createdAt: IsoTime;
  /** When a field that is not evidence last changed, if ever. */
  changedAt: IsoTime | undefined;
  /** Its place in the log, once the sequencer has assigned one. */
  leafIndex: number | undefined;
  /** The block that covers it, on the chain used for its mode. */
  anchor: CertificateAnchor | undefined;
};

export type CertificateAnchor = {
  /** CAIP-2. */
  network: string;
  /** Hexadecimal, like the other digests here. */
  txHash: string;
  blockNumber: number;
  blockHash: string;
  blockTime: IsoTime;
  confirmations: number;
  merkleRoot: string;
  isFinal: boolean;
  /** When we last saw it change. */
  changedAt: IsoTime;
};

/** When anything in its record last changed, as far as times are kept. */
export function updatedAt({ createdAt, changedAt, anchor }: Certificate): IsoTime {
  const ownTime = later(createdAt, changedAt);
  return later(ownTime, anchor?.changedAt);
}

function later(time: IsoTime, other: IsoTime | undefined): IsoTime {
  return other !== undefined && other > time ? other : time;
}

const DAY_MS = 86_400_000;

/** How long files of test certificates are kept. */
export type FileLife = Pick<FilesSettings, 'testFilesDays'>;

/** When the original file is due to be erased, by the shorter of both rules; undefined if it stays or was never sent. */
export function fileExpiresAt(
  { testFilesDays }: FileLife,
  {
    livemode,
    createdAt,
    keepFilesDays,
    file,
  }: Pick<Certificate, 'livemode' | 'createdAt' | 'keepFilesDays' | 'file'>,
): IsoTime | undefined {
  const days = Math.min(
    keepFilesDays ?? Number.POSITIVE_INFINITY,
    livemode ? Number.POSITIVE_INFINITY : testFilesDays,
  );
  if (!file.wasSent || !Number.isFinite(days)) return undefined;
  return isoTime(new Date(Date.parse(createdAt) + days * DAY_MS));
}

export const MAX_FILE_BYTES = 52_428_800;

/** The URL of the public page, which is also in the QR code. */
export function verificationUrl(baseUrl: string, { code }: Pick<Certificate, 'code'>): string {
  return `${baseUrl}/v/${code}`;
}
