/** Batches in the dashboard: many fingerprints at once, computed in the browser. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { leaveBodiesUnread } from '../../http/bodies/unread-bodies.ts';
import { preferredLanguage } from '../../http/language.ts';
import { refusals } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { admitUpload, type UploadRules } from '../../keys/admit-upload.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import type { Access } from '../../keys/ports.ts';
import { NOTHING } from '../../operations/account-read.ts';
import { assertProvenAddress } from '../../people/accounts/proven-address.ts';
import { accountOf, actorOf } from '../../people/login/person.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import type { RecordSite } from '../certificate-record.ts';
import { FingerprintSchema } from '../upload/schema.ts';
import { MAX_ITEMS } from './batch.ts';
import { toBatchRecord } from './batch-record.ts';
import { type BatchPorts, createBatch, retryBatch } from './create-batch.ts';
import {
  BATCH_PAGE,
  BatchAnswer,
  BatchesAnswer,
  ItemsAnswer,
  ItemsQuery,
  readBatch,
  readBatches,
  readBatchItems,
} from './read-batches.ts';
import { readBatchBody } from './routes-v1.ts';

const Mode = Type.Optional(ModeSchema);
const InMode = Type.Object({ mode: Mode });
const Params = Type.Object({ id: Type.String() });
const NewBatchBody = Type.Object(
  { items: Type.Array(FingerprintSchema, { minItems: 1, maxItems: MAX_ITEMS }) },
  { title: 'NewBatch' },
);

export type BatchPageRoutePorts = BatchPorts & { access: Access; mail: Mailer | undefined };

export function batchPageRoutes(
  app: App,
  ports: BatchPageRoutePorts,
  settings: RecordSite & UploadRules,
): void {
  readRoutes(app, ports, settings);
  app.register(async (part: App) => changeRoutes(part, ports, settings));
}

function readRoutes(app: App, ports: BatchPageRoutePorts, site: RecordSite): void {
  const list = {
    querystring: Type.Object({ ...BATCH_PAGE, mode: Mode }),
    response: { 200: BatchesAnswer, ...refusals(422) },
  };
  app.get('/batches', { schema: list }, async (request) => {
    const { mode, ...query } = request.query;
    return readBatches(ports, { accountId: accountOf(request).id, livemode: mode !== 'test' }, query);
  });
  const one = { params: Params, querystring: InMode, response: { 200: BatchAnswer, ...refusals(404) } };
  app.get('/batches/:id', { schema: one }, async (request) => {
    const owner = { accountId: accountOf(request).id, livemode: request.query.mode !== 'test' };
    return { batch: toBatchRecord(await readBatch(ports, owner, request.params.id)) };
  });
  const items = {
    params: Params,
    querystring: Type.Object({ ...ItemsQuery.properties, mode: Mode }),
    response: { 200: ItemsAnswer, ...refusals(404, 422) },
  };
  app.get('/batches/:id/items', { schema: items }, async (request) => {
    const { mode, ...query } = request.query;
    const owner = { accountId: accountOf(request).id, livemode: mode !== 'test' };
    const language = preferredLanguage(request.headers['accept-language']);
    return readBatchItems(ports, site, owner, request.params.id, query, language);
  });
}

function changeRoutes(app: App, ports: BatchPageRoutePorts, rules: UploadRules): void {
  leaveBodiesUnread(app);
  const made = { 202: BatchAnswer, ...refusals(402, 409, 422, 429) };
  app.post(
    '/batches',
    {
      config: { isUpload: true },
      // Content-Type is hidden from the framework, which then skips the body: `readItems` enforces what this describes.
      schema: {
        querystring: InMode,
        body: { content: { 'application/json': { schema: NewBatchBody } } },
        response: made,
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const owner: Owner = { accountId: account.id, livemode: request.query.mode !== 'test' };
      if (owner.livemode) assertProvenAddress(ports, account);
      await admitUpload(ports, rules, account, owner.livemode, NOTHING);
      const read = await readBatchBody(ports, request);
      const maker = { ...owner, keyId: undefined, person: actorOf(request) };
      const done = await createBatch(ports, maker, read, undefined);
      return reply.code(202).send({ batch: recordOf(done) });
    },
  );
  const again = { params: Params, querystring: InMode, response: { ...made, ...refusals(404) } };
  app.post('/batches/:id/retry', { schema: again }, async (request, reply) => {
    const account = accountOf(request);
    const owner: Owner = { accountId: account.id, livemode: request.query.mode !== 'test' };
    await admitUpload(ports, rules, account, owner.livemode, NOTHING);
    const done = await retryBatch(ports, owner, parseId('bat', request.params.id), undefined);
    return reply.code(202).send({ batch: recordOf(done) });
  });
}

/** Without an Idempotency-Key nothing is replayed. */
function recordOf(done: Awaited<ReturnType<typeof createBatch>>) {
  if ('replay' in done) throw new Error('The dashboard sends no Idempotency-Key for batches');
  return toBatchRecord(done.batch);
}
