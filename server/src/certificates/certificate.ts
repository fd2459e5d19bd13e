/** The certificate, its status and its public address. */

import type { OriginalFile } from '../files/ports.ts';
import type { FilesSettings } from '../files/settings.ts';
import { type IsoTime, isoTime } from '../kernel/clock.ts';
import type { CertificateId, KeyId } from '../kernel/ids.ts';
import type { TimestampFacts } from '../timestamps/ports.ts';
import type { LinkedCertificate, SealedCopy } from './sealing/seal.ts';

export const CERTIFICATE_STATUSES = ['stamped', 'anchoring', 'certified'] as const;

export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/**
 * The status: `stamped` until the certificate has its place in the log, `anchoring` until a final block covers that
 * place, then `certified`. It is derived and never stored: if the chain drops the block although it was final, the
 * status goes back. A stamp is never undone.
 */
export function statusOf(certificate: Pick<Certificate, 'leafIndex' | 'anchor'>): CertificateStatus {
  if (certificate.leafIndex === undefined) return 'stamped';
  return certificate.anchor?.isFinal ? 'certified' : 'anchoring';
}

/**
 * A certificate. Its times and digests have the form that the API sends, because most certificates are read to be
 * shown, many at a time.
 */
export type Certificate = {
  id: CertificateId;
  livemode: boolean;
  title: string;
  description: string | undefined;
  documentType: string | undefined;
  /** The caller's own id for the certificate, unique within the account and mode. */
  externalId: string | undefined;
  metadata: Record<string, string>;
  /** Words by which the owner sorts certificates. */
  tags: readonly string[];
  /** The key that made it; undefined if a person made it in the dashboard. */
  keyId: KeyId | undefined;
  file: OriginalFile['file'];
  /** For how many days the account keeps files; undefined means for ever. */
  keepFilesDays: number | undefined;
  timestamp: TimestampFacts;
  /** Whether the time stamp comes from a constancia that the owner got elsewhere, and was not bought here. */
  isAdopted: boolean;
  /** How many files share the time stamp, which is then over a tree of hashes. Undefined for a stamp of its own. */
  sharedBy: number | undefined;
  /** The sealed copy (with a time stamp inside) that was requested with the certificate. Undefined if none was. */
  seal: SealedCopy | undefined;
  /** The certificate of the PDF of which this file is the sealed copy. Undefined for every other file. */
  sealedFrom: LinkedCertificate | undefined;
  /** The random part of its public verification URL. */
  code: string;
  createdAt: IsoTime;
  /** When a field that is not evidence was last changed. Undefined if none ever was. */
  changedAt: IsoTime | undefined;
  /** The place in the log. Undefined until the sequencer has assigned one. */
  leafIndex: number | undefined;
  /** The block that covers the certificate, on the chain used for its mode. */
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
  /** When this block, or its state, was last seen to change. */
  changedAt: IsoTime;
};

/** When anything in the record last changed, as far as such times are kept. */
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

/**
 * When the original file will be erased: the earlier of the account's limit and the limit of test mode. Undefined if it
 * stays or was never sent.
 */
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
