/** Batches and their items as callers see them. */

import { type Static, Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { BatchId } from '../../kernel/ids.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import { STAMP_WISHES } from '../shared-stamps/stamp-wish.ts';
import { BATCH_STATUSES, type Batch, ITEM_STATUSES, type JudgedItem, statusOf } from './batch.ts';

export const BatchSchema = Type.Object(
  {
    id: Type.String({ examples: ['bat_0R5xT2mBq8Yw3nLk7VdJpA'] }),
    object: Type.Literal('batch'),
    livemode: Type.Boolean(),
    status: oneOf(BATCH_STATUSES, {
      description: '`queued` → `running` → `completed` (every item is made or has failed).',
    }),
    stamp: oneOf(STAMP_WISHES, {
      description: 'Whether each item gets a time stamp of its own, or all of them share one.',
    }),
    total: Type.Integer({ description: 'Items.' }),
    made: Type.Integer({ description: 'Items that have their certificate.' }),
    failed: Type.Integer({ description: 'Items without a certificate; their allowance was returned.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Batch' },
);

type BatchRecord = Static<typeof BatchSchema>;

export function toBatchRecord(batch: Batch): BatchRecord {
  return {
    id: batch.id,
    object: 'batch',
    livemode: batch.livemode,
    status: statusOf(batch),
    stamp: batch.stamp,
    total: batch.total,
    made: batch.made,
    failed: batch.failed,
    created_at: batch.createdAt.toISOString(),
    updated_at: batch.updatedAt.toISOString(),
  };
}

export const BatchItemSchema = Type.Object(
  {
    id: Type.String({ description: 'Pass it as `after`.', examples: ['bat_0R5xT2mBq8Yw3nLk7VdJpA-17'] }),
    object: Type.Literal('batch_item'),
    index: Type.Integer({ description: 'Index in the batch, from 0.' }),
    status: oneOf(ITEM_STATUSES),
    file_name: Type.String(),
    sha256: Type.String(),
    external_id: nullable(Type.String()),
    certificate: Type.Unsafe<Static<typeof CertificateRef> | null>({
      anyOf: [CertificateRef, { type: 'null' }],
      description: 'The certificate of an item that is `made`.',
    }),
    error: Type.Unsafe<{ code: string; message: string } | null>({
      type: ['object', 'null'],
      properties: { code: Type.String(), message: Type.String() },
      required: ['code', 'message'],
      description: 'Why an item has `failed`.',
    }),
  },
  { title: 'BatchItem' },
);

export function toItemRecord(
  site: RecordSite,
  batchId: BatchId,
  { place, item, certificate, error }: JudgedItem,
  language: Language,
): Static<typeof BatchItemSchema> {
  return {
    id: `${batchId}-${place}`,
    object: 'batch_item',
    index: place,
    status: certificate !== undefined ? 'made' : error !== undefined ? 'failed' : 'queued',
    file_name: certificate?.file.name ?? item?.name ?? '',
    sha256: certificate?.file.sha256 ?? item?.sha256 ?? '',
    external_id: (certificate === undefined ? item?.externalId : certificate.externalId) ?? null,
    certificate: certificate === undefined ? null : toRecord(site, certificate),
    error: error === undefined ? null : { code: error.code, message: error.text[language] },
  };
}
