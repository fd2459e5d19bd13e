/** Public API: read batches and their items. */

import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { errorResponses, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { preferredLanguage } from '../../http/language.ts';
import type { Site } from '../../http/site.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import { NOTHING } from '../../operations/account-read.ts';
import type { RecordSite } from '../certificate-record.ts';
import { toBatchRecord } from './batch-record.ts';
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
import { TAGS } from './routes-v1.ts';

const REFUSALS = errorResponses(400, 404, 422, ...UNTIL_ADMITTED);

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
          200: BatchesAnswer,
          ...errorResponses(422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      return readBatches(ports, caller, request.query);
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
        response: { 200: BatchAnswer, ...REFUSALS },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      return { batch: toBatchRecord(await readBatch(ports, caller, request.params.id)) };
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
          200: ItemsAnswer,
          ...REFUSALS,
        },
      },
    },
    async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const language = preferredLanguage(request.headers['accept-language']);
      return readBatchItems(ports, site, caller, request.params.id, request.query, language);
    },
  );
}
