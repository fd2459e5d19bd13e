/** A batch of fingerprints, its items and their states. */

import type { Text } from '../../kernel/errors.ts';
import type { BatchId, CertificateId, KeyId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Certificate } from '../certificate.ts';
import type { StampWish } from '../shared-stamps/stamp-wish.ts';

export const BATCH_STATUSES = ['queued', 'running', 'completed'] as const;
export const ITEM_STATUSES = ['queued', 'made', 'failed'] as const;

type BatchStatus = (typeof BATCH_STATUSES)[number];
export type ItemStatus = (typeof ITEM_STATUSES)[number];

export const MAX_ITEMS = 10_000;
export const MAX_BATCH_BYTES = 52_428_800;

/** How many items are stamped, written and committed together. */
export const LOT_ITEMS = 100;

export type Batch = {
  id: BatchId;
  livemode: boolean;
  /** Whether each item gets a time stamp of its own, or all share one. */
  stamp: StampWish;
  /** The key that made the batch. Undefined if a person made it in the dashboard. */
  keyId: KeyId | undefined;
  total: number;
  made: number;
  failed: number;
  /** Whether a live worker has taken the batch. */
  isTaken: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export function statusOf({ total, made, failed, isTaken }: Batch): BatchStatus {
  if (made + failed === total) return 'completed';
  return isTaken || made + failed > 0 ? 'running' : 'queued';
}

/**
 * One item as it is stored. The id of its certificate is chosen at the start, so that no item can become two
 * certificates, and a provider that accepts order ids charges once even if the stamp is requested again after a crash.
 */
export type BatchItem = {
  id: CertificateId;
  sha256: Sha256Hex;
  name: string;
  mime: string;
  sizeBytes?: number;
  title: string;
  description?: string;
  documentType?: string;
  externalId?: string;
  metadata?: Record<string, string>;
};

export type ItemError = { code: string; text: Text };

/** What became of an item: null while it waits. */
export type ItemOutcome = null | CertificateId | ItemError;

/** An item with its outcome. */
export type JudgedItem = {
  place: number;
  item: Pick<BatchItem, 'sha256' | 'name' | 'externalId'> | undefined;
  certificate: Certificate | undefined;
  error: ItemError | undefined;
};
