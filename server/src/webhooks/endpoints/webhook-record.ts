/** An endpoint as the API shows it. Its secret appears only in the answer that makes or replaces it. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { DISABLED_REASONS, SUBSCRIPTIONS, WEBHOOK_STATUSES, type Webhook } from './webhook.ts';

const FIELDS = {
  id: Type.String(),
  object: Type.Unsafe<string>({ type: 'string', const: 'webhook' }),
  livemode: Type.Boolean(),
  url: Type.String(),
  events: Type.Array(Type.String(), { description: 'Names of events, or `*` for all.' }),
  description: nullable(Type.String()),
  status: oneOf(WEBHOOK_STATUSES),
  disabled_reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...DISABLED_REASONS, null],
    description:
      '`failing`: no delivery succeeded for five days. `gone`: your server answered 410. `owner`: somebody disabled it with a PATCH. Null while it is enabled.',
  }),
  old_secret_ends_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then the previous secret is used for signing too.',
    }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const EXAMPLE = {
  id: 'whk_0Ejemplo00000000000001',
  object: 'webhook',
  livemode: true,
  url: 'https://example.com/hooks/sello',
  events: ['certificate.certified'],
  description: null,
  status: 'enabled',
  disabled_reason: null,
  old_secret_ends_at: null,
  created_at: '2026-03-09T16:20:11.000Z',
  updated_at: '2026-03-09T16:20:11.000Z',
};

export const WebhookSchema = Type.Object(FIELDS, { title: 'Webhook', examples: [EXAMPLE] });

export const WebhookWithSecretSchema = Type.Object(
  {
    ...FIELDS,
    secret: Type.String({ description: '`whsec_` and 32 bytes in base64. Shown only once; keep it.' }),
  },
  {
    title: 'WebhookWithSecret',
    // This secret is an example and belongs to nobody.
    examples: [{ ...EXAMPLE, secret: `whsec_${Buffer.alloc(32, 'ejemplo').toString('base64')}` }],
  },
);

type WebhookRecord = Static<typeof WebhookSchema>;

export function toWebhookRecord(webhook: Webhook, now: Date): WebhookRecord {
  const { oldSecret } = webhook;
  return {
    id: webhook.id,
    object: 'webhook',
    livemode: webhook.livemode,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description ?? null,
    status: webhook.status,
    disabled_reason: webhook.disabledReason ?? null,
    old_secret_ends_at:
      oldSecret !== undefined && oldSecret.endsAt > now ? oldSecret.endsAt.toISOString() : null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** A list of at least one event type. Duplicates are dropped. */
export const EventNames = Type.Array(oneOf(SUBSCRIPTIONS, { title: 'Subscription' }), {
  minItems: 1,
  maxItems: 100,
  description: 'Names of events, or `*` for all, including future ones.',
});
