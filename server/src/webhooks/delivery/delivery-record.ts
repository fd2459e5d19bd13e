/** A delivery as the API shows it. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';

const EXAMPLE = {
  id: 'dlv_0Ejemplo00000000000001',
  object: 'delivery',
  webhook_id: 'whk_0Ejemplo00000000000001',
  event_id: 'evt_0Ejemplo00000000000001',
  event_type: 'certificate.certified',
  status: 'waiting',
  attempts: 1,
  answer_status: 500,
  answer: 'out of order',
  error: 'answered with HTTP status 500',
  duration_ms: 41,
  attempted_at: '2026-03-09T16:20:11.000Z',
  next_try_at: '2026-03-09T16:20:16.000Z',
  body: '{"type":"certificate.certified","timestamp":"2026-03-09T16:20:10.000Z","data":{}}',
  created_at: '2026-03-09T16:20:11.000Z',
};

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'delivery' }),
    webhook_id: Type.String(),
    event_id: Type.String({ description: 'Sent as `webhook-id`: the same for every attempt.' }),
    event_type: Type.String(),
    status: oneOf(DELIVERY_STATUSES, {
      description: '`waiting` for its next attempt; `failed` once all ten attempts are used up.',
    }),
    attempts: Type.Integer({
      description:
        'Attempts at the scheduled times; attempts that only find out whether your server is back do not count.',
    }),
    answer_status: nullable(
      Type.Integer({ description: 'Status of the last attempt; null without an answer.' }),
    ),
    answer: nullable(Type.String({ description: 'The first 1,024 bytes of the answer.' })),
    error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    duration_ms: Type.Integer(),
    attempted_at: Type.String({
      format: 'date-time',
      description: 'When the last attempt began: its `webhook-timestamp`.',
    }),
    next_try_at: nullable(Type.String({ format: 'date-time' })),
    body: nullable(
      Type.String({
        description:
          'The body as it was sent; for a successful delivery, as it would be sent now. Null once the event is gone.',
      }),
    ),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Delivery', examples: [EXAMPLE] },
);

type DeliveryRecord = Static<typeof DeliverySchema>;

export function toDeliveryRecord(delivery: Delivery, body: string | undefined): DeliveryRecord {
  return {
    id: delivery.id,
    object: 'delivery',
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    answer_status: delivery.answerStatus ?? null,
    answer: delivery.answer ?? null,
    error: delivery.error ?? null,
    duration_ms: delivery.durationMs,
    attempted_at: delivery.attemptedAt.toISOString(),
    next_try_at: delivery.nextTryAt?.toISOString() ?? null,
    body: delivery.body ?? body ?? null,
    created_at: delivery.createdAt.toISOString(),
  };
}
