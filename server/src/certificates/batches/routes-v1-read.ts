/** Public API: read batches and their items. */

import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { errorResponses, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { preferredLanguage } from '../../http/language.ts';
import { oneOf } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { type BatchId, parseId } from '../../kernel/ids.ts';
import { NOTHING } from '../../keys/account-read.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import { PaginationSchema } from '../certificate-list.ts';
import type { RecordSite } from '../certificate-record.ts';
import { type Batch, ITEM_STATUSES, type ItemStatus } from './batch.ts';
import { BatchItemSchema, BatchSchema, toBatchRecord, toItemRecord } from './batch-record.ts';
import { batchNotFound } from './create-batch.ts';
import type { BatchStore, PageQuery } from './ports.ts';
import { TAGS } from './routes-v1.ts';

const REFUSALS = errorResponses(400, 404, 422, ...UNTIL_ADMITTED);

const PAGE = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
  after: Type.Optional(
    Type.String({ description: 'The id of the last one of the page before, in place of `offset`.' }),
  ),
};

const ItemsQuery = Type.Object(
  {
    ...PAGE,
    order: Type.Optional(oneOf(['asc', 'desc'], { default: 'asc' })),
    status: Type.Optional(oneOf(ITEM_STATUSES)),
  },
  { additionalProperties: false },
);

const BatchesQuery = Type.Object(
  { ...PAGE, order: Type.Optional(oneOf(['asc', 'desc'], { default: 'desc' })) },
  { additionalProperties: false },
);

export type ReadBatchPorts = AdmitPorts & { batches: BatchStore };

export function readBatchRoutes(api: PublicApi, ports: ReadBatchPorts, site: Site & RecordSite): void {
  listBatches(api, ports, site);
  getBatch(api, ports, site);
  listItems(api, ports, site);
}

function listBatches(api: PublicApi, ports: ReadBatchPorts, site: Site): void {
  api.get(
    '/batches',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'listBatches',
        summary: 'List batches',
        description: 'Newest first.',
        tags: TAGS,
        querystring: BatchesQuery,
        response: {
          200: Type.Object(
            { batches: Type.Array(BatchSchema), pagination: PaginationSchema },
            { description: 'One page of them.' },
          ),
          ...errorResponses(422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const query = pageOf(request.query, 'desc', afterBatch);
      const { batches, total } = await ports.batches.page(caller, { ...query, limit: query.limit + 1 });
      const page = batches.slice(0, query.limit);
      const { limit, offset } = query;
      return {
        batches: page.map(toBatchRecord),
        pagination: { limit, offset, total, has_more: batches.length > limit },
      };
    },
  );
}

function getBatch(api: PublicApi, ports: ReadBatchPorts, site: Site): void {
  api.get(
    '/batches/:id',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'getBatch',
        summary: 'Read a batch',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        response: { 200: Type.Object({ batch: BatchSchema }, { description: 'The batch.' }), ...REFUSALS },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const id = parseId('bat', request.params.id);
      const batch = id && (await ports.batches.one(caller, id));
      if (batch === undefined) throw batchNotFound();
      return { batch: toBatchRecord(batch) };
    },
  );
}

function listItems(api: PublicApi, ports: ReadBatchPorts, site: Site & RecordSite): void {
  api.get(
    '/batches/:id/items',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'listBatchItems',
        summary: 'List the items of a batch',
        description:
          'In the order of the batch, each with its certificate or with the error that it failed with.',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        querystring: ItemsQuery,
        response: {
          200: Type.Object(
            { items: Type.Array(BatchItemSchema), pagination: PaginationSchema },
            { description: 'One page of them.' },
          ),
          ...REFUSALS,
        },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const id = parseId('bat', request.params.id);
      const batch = id && (await ports.batches.one(caller, id));
      if (batch === undefined) throw batchNotFound();
      const { status, ...asked } = request.query;
      const query = pageOf(asked, 'asc', (after) => afterItem(batch.id, after));
      const { items, hasMore } = await ports.batches.items(caller, batch.id, status, query);
      const language = preferredLanguage(request.headers['accept-language']);
      const { limit, offset } = query;
      return {
        items: items.map((item) => toItemRecord(site, batch.id, item, language)),
        pagination: { limit, offset, total: countOf(batch, status), has_more: hasMore },
      };
    },
  );
}

function countOf({ total, made, failed }: Batch, status: ItemStatus | undefined): number {
  if (status === undefined) return total;
  return { made, failed, queued: total - made - failed }[status];
}

type Asked = { limit?: number; offset?: number; after?: string; order?: 'asc' | 'desc' };

function pageOf<After>(
  { limit = 20, offset, after, order }: Asked,
  usual: 'asc' | 'desc',
  parse: (after: string) => After,
): PageQuery<After> {
  if (after !== undefined && offset !== undefined) {
    throw new AppError('validation_failed', {
      en: '`after` and `offset` exclude each other; send one of them.',
      es: '`after` y `offset` se excluyen; envíe uno de los dos.',
    });
  }
  const from = after === undefined ? undefined : parse(after);
  return { limit, offset: offset ?? 0, after: from, order: order ?? usual };
}

function afterBatch(after: string): BatchId {
  const id = parseId('bat', after);
  if (id !== undefined) return id;
  throw new AppError('validation_failed', {
    en: '`after` must be an id that starts with bat_.',
    es: '`after` debe ser un id que empieza con bat_.',
  });
}

function afterItem(batchId: BatchId, after: string): number {
  const [, place] = after.startsWith(`${batchId}-`) ? (/-(\d{1,5})$/.exec(after) ?? []) : [];
  if (place !== undefined) return Number(place);
  throw new AppError('validation_failed', {
    en: '`after` must be the id of an item of this batch, such as `bat_…-17`.',
    es: '`after` debe ser el id de un elemento de este lote, como `bat_…-17`.',
  });
}
