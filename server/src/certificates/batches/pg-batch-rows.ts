/** Reads batches, items and outcomes from rows. */

import type { Row } from '../../database/pool.ts';
import { boolean, date, id, isListOf, isRecord, number } from '../../database/row-reader.ts';
import type { Batch, BatchItem, ItemOutcome } from './batch.ts';

export const BATCH_COLUMNS = `b.id, b.livemode, b.key_id, b.total, b.made, b.failed, b.created_at, b.updated_at,
  b.owner is not null and process_is_alive(b.owner) as is_taken`;

export function toBatch(row: Row): Batch {
  return {
    id: id('bat', row, 'id'),
    livemode: boolean(row, 'livemode'),
    keyId: row.key_id === null ? undefined : id('key', row, 'key_id'),
    total: number(row, 'total'),
    made: number(row, 'made'),
    failed: number(row, 'failed'),
    isTaken: boolean(row, 'is_taken'),
    createdAt: date(row, 'created_at'),
    updatedAt: date(row, 'updated_at'),
  };
}

/**
 * Whether the value is a list of items. This program wrote it from items that it had checked field by field, so only
 * the shape is checked again.
 */
export function areItems(value: unknown): value is BatchItem[] {
  return isListOf(value, isItem);
}

export function isItem(value: unknown): value is BatchItem {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.sha256 === 'string' &&
    typeof value.name === 'string'
  );
}

export function areOutcomes(value: unknown): value is ItemOutcome[] {
  return isListOf(value, isOutcome);
}

export function isOutcome(value: unknown): value is ItemOutcome {
  return (
    value === null ||
    typeof value === 'string' ||
    (isRecord(value) && typeof value.code === 'string' && isRecord(value.text))
  );
}
