/** Pages of batches and of their items, for keys and people. */

import { type Static, Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { type BatchId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import {
  afterOf,
  assertOnePlace,
  type ListOrder,
  type ListQuery,
  listQuery,
  PaginationSchema,
} from '../../operations/list.ts';
import { FURTHEST_OFFSET } from '../certificate-list.ts';
import type { RecordSite } from '../certificate-record.ts';
import { type Batch, ITEM_STATUSES, type ItemStatus } from './batch.ts';
import { BatchItemSchema, BatchSchema, toBatchRecord, toItemRecord } from './batch-record.ts';
import { batchNotFound } from './create-batch.ts';
import type { BatchStore, PageQuery } from './ports.ts';

const { order, ...BATCH_PAGE } = listQuery(FURTHEST_OFFSET);

export { BATCH_PAGE };

export const ItemsQuery = Type.Object(
  { ...listQuery(FURTHEST_OFFSET, 'asc'), status: Type.Optional(oneOf(ITEM_STATUSES)) },
  { additionalProperties: false },
);

export const BatchesQuery = Type.Object({ ...BATCH_PAGE, order }, { additionalProperties: false });

export const BatchAnswer = Type.Object({ batch: BatchSchema }, { description: 'The batch.' });
export const BatchesAnswer = Type.Object(
  { batches: Type.Array(BatchSchema), pagination: PaginationSchema },
  { description: 'One page.' },
);
export const ItemsAnswer = Type.Object(
  { items: Type.Array(BatchItemSchema), pagination: PaginationSchema },
  { description: 'One page.' },
);

type Ports = { batches: Pick<BatchStore, 'one' | 'page' | 'items'> };

export async function readBatches(ports: Ports, owner: Owner, asked: Static<typeof BatchesQuery>) {
  const query = pageOf(asked, 'desc', afterBatch);
  const { batches, total } = await ports.batches.page(owner, { ...query, limit: query.limit + 1 });
  const page = batches.slice(0, query.limit);
  const { limit, offset } = query;
  return {
    batches: page.map(toBatchRecord),
    pagination: { limit, offset, total, has_more: batches.length > limit },
  };
}

export async function readBatch(ports: Ports, owner: Owner, given: string): Promise<Batch> {
  const id = parseId('bat', given);
  const batch = id && (await ports.batches.one(owner, id));
  if (batch === undefined) throw batchNotFound();
  return batch;
}

export async function readBatchItems(
  ports: Ports,
  site: RecordSite,
  owner: Owner,
  given: string,
  { status, ...asked }: Static<typeof ItemsQuery>,
  language: Language,
) {
  const batch = await readBatch(ports, owner, given);
  const query = pageOf(asked, 'asc', (after) => afterItem(batch.id, after));
  const { items, hasMore } = await ports.batches.items(owner, batch.id, status, query);
  const { limit, offset } = query;
  return {
    items: items.map((item) => toItemRecord(site, batch.id, item, language)),
    pagination: { limit, offset, total: countOf(batch, status), has_more: hasMore },
  };
}

function countOf({ total, made, failed }: Batch, status: ItemStatus | undefined): number {
  if (status === undefined) return total;
  return { made, failed, queued: total - made - failed }[status];
}

function pageOf<After>(
  { limit = 20, offset, after, order }: ListQuery,
  usual: ListOrder,
  parse: (after: string) => After | undefined,
): PageQuery<After> {
  assertOnePlace({ after, offset });
  const from = after === undefined ? undefined : parse(after);
  return { limit, offset: offset ?? 0, after: from, order: order ?? usual };
}

function afterBatch(after: string): BatchId | undefined {
  return afterOf('bat', { after });
}

function afterItem(batchId: BatchId, after: string): number {
  const [, place] = after.startsWith(`${batchId}-`) ? (/-(\d{1,5})$/.exec(after) ?? []) : [];
  if (place !== undefined) return Number(place);
  throw new AppError('validation_failed', {
    en: '`after` must be the id of an item of this batch, such as `bat_…-17`.',
    es: '`after` debe ser el id de un elemento de este lote, como `bat_…-17`.',
  });
}
