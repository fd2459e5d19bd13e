/** Public API: batches of fingerprints. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { openContentDigest } from '../../http/bodies/content-digest.ts';
import { assertPlainBody, oneHeader, readJsonBody } from '../../http/bodies/json-body.ts';
import { errorResponses, OF_A_BODY, OF_IDEMPOTENCY, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { parseIdempotencyKey } from '../../http/idempotency-key.ts';
import type { Site } from '../../http/site.ts';
import { parseId } from '../../kernel/ids.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import type { Caller } from '../../keys/key.ts';
import { NOTHING } from '../../operations/account-read.ts';
import { allowanceExhausted } from '../certify-file.ts';
import type { StoredAnswer } from '../ports.ts';
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
import { readItems } from './read-items.ts';

export const TAGS = ['Batches'];
const ROOT = '/api/public/v1';
const MadeSchema = Type.Object(
  { batch: BatchSchema },
  { description: 'The batch; `Location` is its address. The workers make its certificates.' },
);

const IDEMPOTENCY_KEY = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 257,
      description: 'A retry with the same key and content gets the first answer. Kept for 24 hours.',
    }),
  ),
};

export type BatchRoutePorts = AdmitPorts & BatchPorts;

export function batchRoutes(api: PublicApi, ports: BatchRoutePorts, site: Site): void {
  createRoute(api, ports, site);
  retryRoute(api, ports, site);
}

function createRoute(api: PublicApi, ports: BatchRoutePorts, site: Site): void {
  const line = Type.String({
    description: 'One item per line.',
    examples: [`{"sha256":"${'ab'.repeat(32)}","file_name":"contrato.pdf"}\n`],
  });
  const list = Type.Object(
    { items: Type.Array(FingerprintSchema, { minItems: 1, maxItems: MAX_ITEMS }) },
    { examples: [{ items: [{ sha256: 'ab'.repeat(32), file_name: 'contrato.pdf', external_id: '1042' }] }] },
  );
  api.post(
    '/batches',
    {
      config: { scope: 'certificates:write', isUpload: true },
      // `readItems` reads the body as a stream and enforces what this schema describes.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createBatch',
        summary: 'Certify many fingerprints',
        description:
          'Takes 1 to 10,000 fingerprints (`sha256`); the files stay with you. Each becomes a certificate of its own with a time stamp of its own, in order, soon afterwards. The allowance is set aside for all of them, or the batch is refused. A bad item refuses the whole batch and is named by its index. One call of the rate and the quota.',
        tags: TAGS,
        headers: Type.Object({
          ...IDEMPOTENCY_KEY,
          'content-digest': Type.Optional(
            Type.String({ description: 'RFC 9530, of the body; a mismatch is refused.' }),
          ),
        }),
        body: {
          required: true,
          content: { 'application/json': { schema: list }, 'application/x-ndjson': { schema: line } },
        },
        response: {
          202: MadeSchema,
          ...errorResponses(
            402,
            'external_id_taken',
            'empty_file',
            ...OF_A_BODY,
            ...OF_IDEMPOTENCY,
            ...UNTIL_ADMITTED,
          ),
        },
      },
    },
    async (request, reply) => {
      const admitted = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const { caller, certificatesLeft } = admitted;
      const idempotency = idempotencyOf(request, site, caller);
      // Refuse before the body rather than after it. With a key the answer may be a replay, which costs nothing.
      if (idempotency === undefined && caller.livemode && certificatesLeft === 0) throw allowanceExhausted();
      const read = await readBatchBody(ports, request);
      return send(reply, site, await createBatch(ports, caller, read, idempotency));
    },
  );
}

export async function readBatchBody({ newId }: Pick<BatchPorts, 'newId'>, request: FastifyRequest) {
  assertPlainBody(request.headers['content-encoding']);
  const announced = oneHeader(request.headers['content-digest']);
  const digest = announced === undefined ? undefined : openContentDigest(announced);
  const length = Number(request.headers['content-length'] ?? 0);
  const type = request.heldContentType;
  const read = await readItems(newId, request.raw, type, length, digest?.update);
  digest?.assertMatches(undefined);
  return read;
}

function retryRoute(api: PublicApi, ports: BatchRoutePorts, site: Site): void {
  api.post(
    '/batches/:id/retry',
    {
      config: { scope: 'certificates:write' },
      attachValidation: true,
      schema: {
        operationId: 'retryBatch',
        summary: 'Try failed items again',
        description:
          'The failed items wait again, with their allowance set aside again, or 402 and nothing changes. Without failed items nothing happens.',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        headers: Type.Object(IDEMPOTENCY_KEY),
        response: {
          202: MadeSchema,
          ...errorResponses(402, 404, ...OF_A_BODY, ...OF_IDEMPOTENCY, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      // Nothing in it matters, but a digest that it announces must hold.
      await readJsonBody(request);
      const idempotency = idempotencyOf(request, site, caller);
      return send(
        reply,
        site,
        await retryBatch(ports, caller, parseId('bat', request.params.id), idempotency),
      );
    },
  );
}

function idempotencyOf(
  request: FastifyRequest,
  site: Site,
  { livemode }: Caller,
): BatchIdempotency | undefined {
  const key = parseIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  return {
    operation: `POST ${request.url.split('?')[0]} ${livemode ? 'live' : 'test'}`,
    key,
    answerFor: (batch) => answerOf(site, batch),
  };
}

function answerOf({ baseUrl }: Site, batch: Batch): StoredAnswer {
  const body = JSON.stringify({ batch: toBatchRecord(batch) });
  return { status: 202, headers: { location: `${baseUrl}${ROOT}/batches/${batch.id}` }, body };
}

function send(reply: FastifyReply, site: Site, done: BatchDone): FastifyReply {
  const { status, headers, body } = 'replay' in done ? done.replay : answerOf(site, done.batch);
  if ('replay' in done) reply.header('idempotent-replayed', 'true');
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(body);
}
