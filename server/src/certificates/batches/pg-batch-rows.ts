/** Reads batches, items and outcomes from rows. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Batch, BatchItem, ItemOutcome } from './batch.ts';

export const BATCH_COLUMNS = `b.id, b.livemode, b.shares_stamp, b.key_id, b.total, b.made, b.failed, b.created_at, b.updated_at,
  b.owner is not null and process_is_alive(b.owner) as is_taken`;

export function toBatch(row: Row): Batch {
  return {
    id: read.id('bat', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    stamp: row.shares_stamp === true ? 'shared' : 'own',
    keyId: row.key_id === null ? undefined : read.id('key', row, 'key_id'),
    total: read.number(row, 'total'),
    made: read.number(row, 'made'),
    failed: read.number(row, 'failed'),
    isTaken: read.boolean(row, 'is_taken'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

/**
 * Whether the value is a list of items. This program wrote it from items that it had checked field by field, so only
 * the shape is checked again.
 */
export function areItems(value: unknown): value is BatchItem[] {
  return read.isListOf(value, isItem);
}

export function isItem(value: unknown): value is BatchItem {
  return (
    read.isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.sha256 === 'string' &&
    typeof value.name === 'string'
  );
}

export function areOutcomes(value: unknown): value is ItemOutcome[] {
  return read.isListOf(value, isOutcome);
}

export function isOutcome(value: unknown): value is ItemOutcome {
  return (
    value === null ||
    typeof value === 'string' ||
    (read.isRecord(value) && typeof value.code === 'string' && read.isRecord(value.text))
  );
}
