/** Batches in the dashboard: many fingerprints at once, computed in the browser. */

import { Type } from 'typebox';
import { OF_A_BODY } from '../../http/error-responses.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import { admitUpload, type UploadRules } from '../../keys/rate-and-quota/admit-upload.ts';
import { NOTHING } from '../../operations/account-read.ts';
import type { PersonWho } from '../../operations/doors/person.ts';
import { type Answer, type Operation, operationsWith } from '../../operations/operation.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { assertProvenAddress } from '../../people/persons/proven-address.ts';
import { StampWishSchema } from '../shared-stamps/stamp-wish.ts';
import { FingerprintSchema } from '../upload/schema.ts';
import { type VerifyPorts, verifyHashes } from '../verify/operations.ts';
import { MAX_ITEMS } from './batch.ts';
import { toBatchRecord } from './batch-record.ts';
import { type BatchDone, type BatchPorts, createBatch, retryBatch } from './create-batch.ts';
import {
  BatchParams,
  getBatch,
  listBatches,
  listBatchItems,
  type ReadBatchPorts,
  readBatchBody,
} from './operations.ts';
import { BATCH_PAGE, BatchAnswer } from './read-batches.ts';

export type BatchPagePorts = BatchPorts &
  ReadBatchPorts &
  VerifyPorts & { access: Access; mail: Mailer | undefined; site: UploadRules };

const NewBatchBody = Type.Object(
  {
    items: Type.Array(FingerprintSchema, { minItems: 1, maxItems: MAX_ITEMS }),
    stamp: Type.Optional(StampWishSchema),
  },
  { title: 'NewBatch' },
);

const making = operationsWith<BatchPagePorts, PersonWho>();

const makeBatch = making.acting({
  method: 'POST',
  path: '/batches',
  operationId: 'createBatch',
  scope: 'certificates:write',
  tag: 'Batches',
  summary: 'Certify many fingerprints',
  // `readItems` enforces this schema.
  isStream: true,
  body: { content: { 'application/json': { schema: NewBatchBody } } },
  answers: { 202: BatchAnswer },
  refusals: [402, 'storage_full', 'email_unproven', 'external_id_taken', 'empty_file', 429, ...OF_A_BODY],
  async act(ports, { who, request }) {
    const { accountId, livemode, by } = who;
    const { account } = who;
    if (livemode) assertProvenAddress(ports, who.visit.person);
    await admitUpload(ports, ports.site, account, livemode, NOTHING);
    const read = await readBatchBody(ports, request);
    const maker = { accountId, livemode, keyId: undefined, person: by };
    return toAnswer(await createBatch(ports, maker, read, undefined));
  },
});

const makeAgain = making.acting({
  method: 'POST',
  path: '/batches/:id/retry',
  operationId: 'retryBatch',
  scope: 'certificates:write',
  tag: 'Batches',
  summary: 'Try failed items again',
  params: BatchParams,
  answers: { 202: BatchAnswer },
  refusals: [402, 404, 429],
  async act(ports, { who, params }) {
    await admitUpload(ports, ports.site, who.account, who.livemode, NOTHING);
    return toAnswer(await retryBatch(ports, who, parseId('bat', params.id), undefined));
  },
});

export const BATCH_PAGE_OPERATIONS: readonly Operation<BatchPagePorts, PersonWho>[] = [
  { ...listBatches, query: Type.Object(BATCH_PAGE) },
  getBatch,
  listBatchItems,
  // Lets the dashboard show which files are already certified before it sends a batch.
  verifyHashes,
  makeBatch,
  makeAgain,
];

/** The answer. Nothing is replayed, because the dashboard sends no Idempotency-Key. */
function toAnswer(done: BatchDone): Answer {
  if ('replay' in done) throw new Error('The dashboard sends no Idempotency-Key for batches');
  return { status: 202, body: { batch: toBatchRecord(done.batch) } };
}
