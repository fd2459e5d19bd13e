/** The store for batches. */

import type { AuditNote } from '../../audit/ports.ts';
import type { AccountId, BatchId, CertificateId, CheckpointStampId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import type { IdempotentRequest, NewCertificate, StoredAnswer } from '../ports.ts';
import type { SharedOrder } from '../shared-stamps/ports.ts';
import type { Batch, BatchItem, ItemError, ItemStatus, JudgedItem } from './batch.ts';

export type Answered = IdempotentRequest & { answer: StoredAnswer };

export type PageQuery<After> = {
  limit: number;
  offset: number;
  /** The entry after which the page begins; used instead of `offset`. */
  after: After | undefined;
  order: 'asc' | 'desc';
};

/** A batch to be written. `note` goes to the audit log if a person made the batch in the dashboard. */
export type NewBatch = { batch: Batch; items: readonly BatchItem[]; note?: AuditNote | undefined };

/**
 * How creating a batch ended. `external_id_taken` names the place of the item and the certificate that already has its
 * external id. Nothing was written unless the outcome is `written`.
 */
export type CreateOutcome =
  | 'written'
  | 'allowance_exhausted'
  | 'lost'
  | { place: number; externalId: string; takenBy: CertificateId };

/** Items whose certificates this process may make. Nobody else touches the batch while this process lives. */
export type TakenLot = {
  accountId: AccountId;
  batch: Batch;
  /** How often in a row the provider failed. */
  outages: number;
  first: number;
  /** The waiting items, in order. */
  items: readonly { place: number; item: BatchItem }[];
};

export type LotResult = {
  made: readonly { place: number; made: NewCertificate }[];
  failed: readonly { place: number; error: ItemError }[];
  /** Set if the provider failed: the remaining items wait until this time. */
  retryAt: Date | undefined;
};

export type LotOutcome = { made: number; failed: number; isCompleted: boolean };

export type BatchStore = {
  /** The order of the batch's shared stamp; undefined if none is kept yet. */
  sharedOrder(lot: TakenLot): Promise<SharedOrder | undefined>;
  /** The fingerprints of all items of a batch, in order. */
  fingerprints(lot: TakenLot): Promise<Uint8Array[]>;
  /**
   * Stores the order; once this resolves, it survives a crash. Resolves with the order that is kept, which another process
   * may have stored first. Undefined if this process seemed dead and another took the batch.
   */
  keepOrder(lot: TakenLot, order: SharedOrder, now: Date): Promise<SharedOrder | undefined>;
  /** Stores the stamp of an order. False if this process seemed dead and another took the batch. */
  keepStamp(lot: TakenLot, orderId: CheckpointStampId, stamp: Stamp): Promise<boolean>;
  /** Writes batch, items and replayable answer, and sets the allowance aside for all of them, or does nothing. */
  create(owner: Owner, batch: NewBatch, answered: Answered | undefined): Promise<CreateOutcome>;
  /**
   * Makes failed items wait again and sets their allowance aside again, or changes nothing. `answerFor` gives the
   * replayable answer. Undefined if the owner has no such batch.
   */
  retry(
    owner: Owner,
    id: BatchId,
    now: Date,
    answered: (IdempotentRequest & { answerFor(batch: Batch): StoredAnswer }) | undefined,
  ): Promise<Batch | 'allowance_exhausted' | 'lost' | undefined>;
  one(owner: Owner, id: BatchId): Promise<Batch | undefined>;
  page(owner: Owner, query: PageQuery<BatchId>): Promise<{ batches: Batch[]; total: number }>;
  items(
    owner: Owner,
    id: BatchId,
    status: ItemStatus | undefined,
    query: PageQuery<number>,
  ): Promise<{ items: JudgedItem[]; hasMore: boolean }>;
  /**
   * Takes the next waiting items of the batch that waited longest. Any number of processes may call this at the same
   * time.
   */
  take(now: Date): Promise<TakenLot | undefined>;
  /**
   * In one transaction, writes the certificates of a lot with the outcomes of its items, gives the allowance of failed
   * items back, and releases the batch. If an external id is taken by then, only its item fails. Undefined if this
   * process seemed dead and another took the batch; then nothing was written.
   */
  write(lot: TakenLot, result: LotResult, now: Date): Promise<LotOutcome | undefined>;
};
