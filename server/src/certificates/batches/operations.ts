/** Batches of fingerprints: make one, try it again, read batches and their items. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { openContentDigest } from '../../http/bodies/content-digest.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { OF_A_BODY, OF_IDEMPOTENCY } from '../../http/error-responses.ts';
import { parseId } from '../../kernel/ids.ts';
import { type KeyWho, PUBLIC_API } from '../../operations/doors/key.ts';
import { IDEMPOTENCY_KEY, parseIdempotencyKey } from '../../operations/idempotency/idempotency-key.ts';
import { type Answer, type Asked, operationsWith } from '../../operations/operation.ts';
import { readBody } from '../../operations/read-body.ts';
import type { RecordSite } from '../certificate-record.ts';
import type { StoredAnswer } from '../ports.ts';
import { type StampWish, StampWishSchema } from '../shared-stamps/stamp-wish.ts';
import { allowanceExhausted } from '../start-refusals.ts';
import { FingerprintSchema } from '../upload/schema.ts';
import { type Batch, MAX_ITEMS } from './batch.ts';
import { BatchSchema, toBatchRecord } from './batch-record.ts';
import {
  type BatchDone,
  type BatchIdempotency,
  type BatchPorts,
  createBatch,
  retryBatch,
} from './create-batch.ts';
import type { BatchStore } from './ports.ts';
import {
  BatchAnswer,
  BatchesAnswer,
  BatchesQuery,
  ItemsAnswer,
  ItemsQuery,
  readBatch,
  readBatches,
  readBatchItems,
} from './read-batches.ts';
import { readItems } from './read-items.ts';

const TAG = 'Batches';

export const BatchParams = Type.Object({ id: Type.String() });

const MadeSchema = Type.Object(
  { batch: BatchSchema },
  { description: 'The batch; `Location` is its address. Its certificates are made in the background.' },
);

const ItemList = Type.Object(
  {
    items: Type.Array(FingerprintSchema, { minItems: 1, maxItems: MAX_ITEMS }),
    stamp: Type.Optional(StampWishSchema),
  },
  { examples: [{ items: [{ sha256: 'ab'.repeat(32), file_name: 'contrato.pdf', external_id: '1042' }] }] },
);

const ItemLines = Type.String({
  description: 'One item per line.',
  examples: [`{"sha256":"${'ab'.repeat(32)}","file_name":"contrato.pdf"}\n`],
});

const making = operationsWith<BatchPorts, KeyWho>();

const makeBatch = making.acting({
  method: 'POST',
  path: '/batches',
  operationId: 'createBatch',
  scope: 'certificates:write',
  tag: TAG,
  summary: 'Certify many fingerprints',
  description:
    'Takes 1 to 10,000 fingerprints (`sha256`); the files stay with you. Soon afterwards each becomes a certificate, in the order of the list, with a time stamp of its own; with `stamp: shared`, all of them share one. The allowance is reserved for all of them, or the batch is refused. One bad item refuses the whole batch; the message gives its index. Counts as one call towards rate and quota.',
  headers: Type.Object({
    ...IDEMPOTENCY_KEY,
    'content-digest': Type.Optional(
      Type.String({ description: 'RFC 9530, of the body. A body that does not match is refused.' }),
    ),
  }),
  query: Type.Object(
    {
      stamp: Type.Optional({
        ...StampWishSchema,
        description: 'The same as `stamp` in the body. NDJSON has room for it only here.',
      }),
    },
    { additionalProperties: false },
  ),
  // `readItems` enforces this schema.
  isStream: true,
  body: {
    required: true,
    content: { 'application/json': { schema: ItemList }, 'application/x-ndjson': { schema: ItemLines } },
  },
  answers: { 202: MadeSchema },
  refusals: [402, 'storage_full', 'external_id_taken', 'empty_file', ...OF_A_BODY, ...OF_IDEMPOTENCY],
  async act(ports, asked) {
    const { caller } = asked.who;
    const idempotency = idempotencyOf(asked);
    // The call is refused before its body is read. With an Idempotency-Key the answer may be a replay, which costs
    // nothing, so such a call is not refused yet.
    if (idempotency === undefined && caller.livemode && asked.certificatesLeft === 0)
      throw allowanceExhausted();
    const read = await readBatchBody(ports, asked.request, asked.query.stamp);
    return toAnswer(asked, await createBatch(ports, caller, read, idempotency));
  },
});

const makeAgain = making.acting({
  method: 'POST',
  path: '/batches/:id/retry',
  operationId: 'retryBatch',
  scope: 'certificates:write',
  tag: TAG,
  summary: 'Try failed items again',
  description:
    'Queues the failed items again and reserves their allowance again; with 402, nothing changes. Does nothing if no item has failed.',
  params: BatchParams,
  headers: Type.Object(IDEMPOTENCY_KEY),
  answers: { 202: MadeSchema },
  refusals: [402, 404, ...OF_A_BODY, ...OF_IDEMPOTENCY],
  async act(ports, asked) {
    // The body is ignored, but if a digest was announced for it, it must match.
    await readBody(asked.request, {});
    const id = parseId('bat', asked.params.id);
    return toAnswer(asked, await retryBatch(ports, asked.who, id, idempotencyOf(asked)));
  },
});

export const BATCH_OPERATIONS = [makeBatch, makeAgain];

export type ReadBatchPorts = { batches: BatchStore; site: RecordSite };

const reading = operationsWith<ReadBatchPorts>();

export const listBatches = reading.acting({
  method: 'GET',
  path: '/batches',
  operationId: 'listBatches',
  scope: 'certificates:read',
  tag: TAG,
  summary: 'List batches',
  description: 'Newest first.',
  query: BatchesQuery,
  answers: { 200: BatchesAnswer },
  refusals: [],
  act: async (ports, { who, query }) => ({ status: 200, body: await readBatches(ports, who, query) }),
});

/** Keys and people use the same operation. */
export const getBatch = reading.acting({
  method: 'GET',
  path: '/batches/:id',
  operationId: 'getBatch',
  scope: 'certificates:read',
  tag: TAG,
  summary: 'Read a batch',
  params: BatchParams,
  answers: { 200: BatchAnswer },
  refusals: [404],
  async act(ports, { who, params }) {
    const batch = await readBatch(ports, who, params.id);
    return { status: 200, body: { batch: toBatchRecord(batch) } };
  },
});

/** Keys and people use the same operation. */
export const listBatchItems = reading.acting({
  method: 'GET',
  path: '/batches/:id/items',
  operationId: 'listBatchItems',
  scope: 'certificates:read',
  tag: TAG,
  summary: 'List the items of a batch',
  description: 'In the order of the batch, each with its certificate or with the error that it failed with.',
  params: BatchParams,
  query: ItemsQuery,
  answers: { 200: ItemsAnswer },
  refusals: [404],
  async act(ports, { who, params, query, language }) {
    const items = await readBatchItems(ports, ports.site, who, params.id, query, language);
    return { status: 200, body: items };
  },
});

export async function readBatchBody(
  { newId }: Pick<BatchPorts, 'newId'>,
  request: FastifyRequest,
  stamp?: StampWish,
) {
  assertPlainBody(request);
  const digest = openContentDigest(request);
  const read = await readItems(newId, request, digest?.update, stamp);
  digest?.assertMatches(undefined);
  return read;
}

type AskedByKey = Asked<unknown, unknown, unknown, KeyWho>;

function idempotencyOf({ who, request, baseUrl }: AskedByKey): BatchIdempotency | undefined {
  const key = parseIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  return {
    operation: `POST ${request.url.split('?')[0]} ${who.livemode ? 'live' : 'test'}`,
    key,
    answerFor: (batch) => storedAnswerOf(baseUrl, batch),
  };
}

function storedAnswerOf(baseUrl: string, batch: Batch): StoredAnswer & { status: 202 } {
  const body = JSON.stringify({ batch: toBatchRecord(batch) });
  return { status: 202, headers: { location: `${baseUrl}${PUBLIC_API}/batches/${batch.id}` }, body };
}

function toAnswer({ baseUrl }: AskedByKey, done: BatchDone): Answer {
  if ('batch' in done) {
    const { status, headers, body } = storedAnswerOf(baseUrl, done.batch);
    return { status, headers, text: body };
  }
  const { headers, body } = done.replay;
  return { status: 202, headers: { 'idempotent-replayed': 'true', ...headers }, text: body };
}
