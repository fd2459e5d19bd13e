/** The operations for deliveries: list, read, retry, and send a trial event. */

import { Type } from 'typebox';
import type { RecordSite } from '../../certificates/certificate-record.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { EmptyBody } from '../../operations/empty-body.ts';
import { LIST_QUERY, ownedBy, PaginationSchema, readPage, where } from '../../operations/list.ts';
import { type Operation, operation, type Tools, type Who } from '../../operations/operation.ts';
import { foundWebhook } from '../endpoints/change-webhooks.ts';
import { WebhookParams } from '../endpoints/operations.ts';
import { bodyOf } from '../feed/feed.ts';
import { findEvent } from '../feed/list-events.ts';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';
import { DeliverySchema, toDeliveryRecord } from './delivery-record.ts';
import { DELIVERY_COLUMNS, findDelivery, sendAgain, toDelivery } from './pg-deliveries.ts';
import { type TrialPorts, tryWebhook } from './try-webhook.ts';

const TAG = 'Webhooks';

const ListQuery = Type.Object({ ...LIST_QUERY, status: Type.Optional(oneOf(DELIVERY_STATUSES)) });

const Page = Type.Object(
  { deliveries: Type.Array(DeliverySchema), pagination: PaginationSchema },
  { description: 'A page of deliveries.' },
);

const DeliveryParams = Type.Object({ id: Type.String({ description: 'The id of the delivery.' }) });

const TrialSchema = Type.Object(
  {
    object: Type.Unsafe<string>({ type: 'string', const: 'webhook_test' }),
    event_id: Type.String({ description: 'Sent as `webhook-id`.' }),
    delivered: Type.Boolean(),
    answer_status: nullable(Type.Integer()),
    answer: nullable(Type.String({ description: 'The first 1,024 bytes of the answer.' })),
    error: nullable(Type.String({ description: 'Why it was not delivered.' })),
    duration_ms: Type.Integer(),
  },
  {
    title: 'WebhookTest',
    examples: [
      {
        object: 'webhook_test',
        event_id: 'evt_0Ejemplo00000000000001',
        delivered: true,
        answer_status: 200,
        answer: 'ok',
        error: null,
        duration_ms: 41,
      },
    ],
  },
);

export function deliveryOperations(site: RecordSite, ports: TrialPorts): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/webhooks/:id/deliveries',
      operationId: 'listDeliveries',
      scope: 'webhooks:read',
      tag: TAG,
      summary: 'List the deliveries of a webhook',
      description:
        'Newest first: all failed deliveries of the last 30 days, and the newest hundred that succeeded.',
      params: WebhookParams,
      query: ListQuery,
      answers: { 200: Page },
      refusals: [404],
      async run(tools, { who, params, query }) {
        const { id } = await foundWebhook(tools, who, params.id);
        const filter = ownedBy(who, 'd');
        where(filter, id, (value) => `d.webhook_id = ${value}`);
        where(filter, query.status, (value) => `d.status = ${value}`);
        const source = {
          prefix: 'dlv',
          columns: DELIVERY_COLUMNS,
          table: 'webhook_deliveries',
          alias: 'd',
        } as const;
        const { rows, pagination } = await readPage(tools, source, query, filter);
        const deliveries = await Promise.all(rows.map((row) => shown(tools, site, who, toDelivery(row))));
        return { status: 200, body: { deliveries, pagination } };
      },
    }),
    getOperation(site),
    operation({
      method: 'POST',
      path: '/deliveries/:id/retry',
      operationId: 'retryDelivery',
      scope: 'webhooks:write',
      tag: TAG,
      summary: 'Send a delivery once more',
      description:
        'Sent within seconds, with the same `webhook-id`. A successful delivery can be sent again too.',
      params: DeliveryParams,
      body: EmptyBody,
      answers: {
        200: Type.Object({ delivery: DeliverySchema }, { description: 'The delivery, waiting to be sent.' }),
      },
      refusals: [404, 'webhook_disabled'],
      run: async (tools, { who, params }) => ({
        status: 200,
        body: { delivery: await retry(tools, site, who, params.id) },
      }),
    }),
    trialOperation(ports),
  ];
}

function getOperation(site: RecordSite): Operation {
  return operation({
    method: 'GET',
    path: '/deliveries/:id',
    operationId: 'getDelivery',
    scope: 'webhooks:read',
    tag: TAG,
    summary: 'Get a delivery',
    params: DeliveryParams,
    answers: { 200: Type.Object({ delivery: DeliverySchema }, { description: 'The delivery.' }) },
    refusals: [404],
    async run(tools, { who, params }) {
      const delivery = await foundDelivery(tools, who, params.id);
      return { status: 200, body: { delivery: await shown(tools, site, who, delivery) } };
    },
  });
}

function trialOperation(ports: TrialPorts): Operation {
  return operation({
    method: 'POST',
    path: '/webhooks/:id/test',
    operationId: 'testWebhook',
    scope: 'webhooks:write',
    tag: TAG,
    summary: 'Send a trial event to a webhook',
    description:
      'Sends `webhook.test` now and returns the outcome within 15 seconds. Also works for a disabled webhook; changes nothing.',
    params: WebhookParams,
    body: EmptyBody,
    isWaiting: true,
    answers: { 200: Type.Object({ test: TrialSchema }, { description: 'The result of the award.' }) },
    refusals: [404, 'rate_limit_exceeded', 'overloaded'],
    async run(tools, { who, params }) {
      const webhook = await foundWebhook(tools, who, params.id);
      return { status: 200, body: { test: await tryWebhook({ ...tools, ...ports }, webhook) } };
    },
  });
}

/** Shows the delivery with the event's current body if its own was not kept. */
async function shown(tools: Tools, site: RecordSite, who: Who, delivery: Delivery) {
  if (delivery.body !== undefined) return toDeliveryRecord(delivery, undefined);
  const event = await findEvent(tools.query, site, who, delivery.eventId, tools.now());
  return toDeliveryRecord(delivery, event && bodyOf(event));
}

async function foundDelivery(tools: Tools, who: Who, given: string): Promise<Delivery> {
  const id = parseId('dlv', given);
  const delivery = id && (await findDelivery(tools.query, who, id));
  if (delivery === undefined) throw noDelivery();
  return delivery;
}

async function retry(tools: Tools, site: RecordSite, who: Who, given: string) {
  const delivery = await foundDelivery(tools, who, given);
  const webhook = await foundWebhook(tools, who, delivery.webhookId);
  if (webhook.status === 'disabled') throw isDisabled();
  const again: Delivery = { ...delivery, status: 'waiting', nextTryAt: tools.now() };
  await sendAgain(tools.query, delivery.id, tools.now());
  return shown(tools, site, who, again);
}

function noDelivery(): AppError {
  return new AppError('not_found', {
    en: 'There is no delivery with this id in your account. They are kept for 30 days.',
    es: 'No hay ninguna entrega con este id en su cuenta. Se guardan 30 días.',
  });
}

function isDisabled(): AppError {
  return new AppError('webhook_disabled', {
    en: 'The webhook is disabled. Enable it first: PATCH /webhooks/{id} with `{"status":"enabled"}`.',
    es: 'El webhook está desactivado. Actívelo primero: PATCH /webhooks/{id} con `{"status":"enabled"}`.',
  });
}
