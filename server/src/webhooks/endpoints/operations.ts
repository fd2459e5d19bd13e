/** The operations for endpoints. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { assertText } from '../../http/text-rules.ts';
import { EmptyBody } from '../../operations/empty-body.ts';
import { LIST_QUERY, ownedBy, PaginationSchema, readPage } from '../../operations/list.ts';
import { type Operation, operation, type Tools } from '../../operations/operation.ts';
import {
  changeWebhook,
  createWebhook,
  foundWebhook,
  removeWebhook,
  rotateSecret,
  type WebhookRules,
  type WebhookWithSecret,
} from './change-webhooks.ts';
import { COLUMNS, toWebhook } from './pg-webhooks.ts';
import { MAX_URL_CHARS } from './url.ts';
import { WEBHOOK_STATUSES } from './webhook.ts';
import { EventNames, toWebhookRecord, WebhookSchema, WebhookWithSecretSchema } from './webhook-record.ts';

const TAG = 'Webhooks';

export const WebhookParams = Type.Object({ id: Type.String({ description: 'The id of the webhook.' }) });

const Url = Type.String({
  minLength: 1,
  maxLength: MAX_URL_CHARS,
  description:
    'The URL to which events are posted: https, or http in test mode. It must be on the public internet.',
});
const Description = nullable(Type.String({ maxLength: 500, description: 'A note for yourself.' }));
const Status = oneOf(WEBHOOK_STATUSES, {
  description: 'A webhook that is enabled again continues where it stopped.',
});

const CreateBody = Type.Object(
  {
    url: Url,
    events: EventNames,
    description: Type.Optional(Description),
    status: Type.Optional(Status),
  },
  { examples: [{ url: 'https://example.com/hooks/sello', events: ['certificate.certified'] }] },
);

const ChangeBody = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(EventNames),
    description: Type.Optional(Description),
    status: Type.Optional(Status),
  },
  { examples: [{ status: 'enabled' }] },
);

const One = Type.Object({ webhook: WebhookSchema }, { description: 'The webhook.' });
const WithSecret = Type.Object(
  { webhook: WebhookWithSecretSchema },
  { description: 'The webhook with its secret.' },
);
const Page = Type.Object(
  { webhooks: Type.Array(WebhookSchema), pagination: PaginationSchema },
  { description: 'A page of webhooks.' },
);

export function endpointOperations(rules: WebhookRules): Operation[] {
  return [...readingOperations(), ...changingOperations(rules), ...endingOperations()];
}

function readingOperations(): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      scope: 'webhooks:read',
      tag: TAG,
      summary: 'List webhooks',
      query: Type.Object(LIST_QUERY),
      answers: { 200: Page },
      refusals: [],
      async run(tools, { who, query }) {
        const source = { prefix: 'whk', columns: COLUMNS, table: 'webhooks', alias: 'w' } as const;
        const { rows, pagination } = await readPage(tools, source, query, ownedBy(who, 'w'));
        const webhooks = rows.map((row) => toWebhookRecord(toWebhook(row), tools.now()));
        return { status: 200, body: { webhooks, pagination } };
      },
    }),
    operation({
      method: 'GET',
      path: '/webhooks/:id',
      operationId: 'getWebhook',
      scope: 'webhooks:read',
      tag: TAG,
      summary: 'Get a webhook',
      params: WebhookParams,
      answers: { 200: One },
      refusals: [404],
      async run(tools, { who, params }) {
        const webhook = await foundWebhook(tools, who, params.id);
        return { status: 200, body: { webhook: toWebhookRecord(webhook, tools.now()) } };
      },
    }),
  ];
}

function changingOperations(rules: WebhookRules): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      scope: 'webhooks:write',
      tag: TAG,
      summary: 'Create a webhook',
      description:
        'Posts events from now on to a URL of yours, signed as in Standard Webhooks. Only this answer shows the `secret`.',
      body: CreateBody,
      answers: { 201: WithSecret },
      refusals: ['too_many_webhooks'],
      async run(tools, { who, body }) {
        assertDescription(body.description);
        const made = await createWebhook(tools, rules, who, body);
        return { status: 201, body: withSecret(tools, made), location: `/webhooks/${made.webhook.id}` };
      },
    }),
    operation({
      method: 'PATCH',
      path: '/webhooks/:id',
      operationId: 'changeWebhook',
      scope: 'webhooks:write',
      tag: TAG,
      summary: 'Change a webhook',
      description: 'Changes only the fields in the body. New subscriptions take effect from now on.',
      params: WebhookParams,
      body: ChangeBody,
      answers: { 200: One },
      refusals: [404],
      async run(tools, { who, params, body }) {
        assertDescription(body.description);
        const webhook = await changeWebhook(tools, rules, who, params.id, body);
        return { status: 200, body: { webhook: toWebhookRecord(webhook, tools.now()) } };
      },
    }),
  ];
}

function endingOperations(): Operation[] {
  return [
    operation({
      method: 'DELETE',
      path: '/webhooks/:id',
      operationId: 'deleteWebhook',
      scope: 'webhooks:write',
      tag: TAG,
      summary: 'Delete a webhook',
      description: 'Deletes the webhook with its deliveries. Nothing more is sent to it.',
      params: WebhookParams,
      answers: { 204: Type.Null({ description: 'It no longer exists.' }) },
      refusals: [404],
      async run(tools, { who, params }) {
        await removeWebhook(tools, who, params.id);
        return { status: 204 };
      },
    }),
    operation({
      method: 'POST',
      path: '/webhooks/:id/rotate',
      operationId: 'rotateWebhookSecret',
      scope: 'webhooks:write',
      tag: TAG,
      summary: 'Replace the secret of a webhook',
      description: 'Both secrets sign for 24 hours. Only this answer shows the new one.',
      params: WebhookParams,
      body: EmptyBody,
      answers: { 200: WithSecret },
      refusals: [404],
      async run(tools, { who, params }) {
        return { status: 200, body: withSecret(tools, await rotateSecret(tools, who, params.id)) };
      },
    }),
  ];
}

function withSecret(tools: Pick<Tools, 'now'>, { webhook, secret }: WebhookWithSecret) {
  return { webhook: { ...toWebhookRecord(webhook, tools.now()), secret } };
}

function assertDescription(description: string | null | undefined): void {
  if (description !== undefined && description !== null)
    assertText('`description`', description, { maxChars: 500, multiline: false });
}
