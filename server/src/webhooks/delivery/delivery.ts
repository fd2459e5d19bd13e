/** One event for one endpoint, and the outcome of sending it. */

import type { DeliveryId, EventId } from '../../kernel/ids.ts';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

/** `waiting`: another attempt will be made. `failed`: all attempts are used up. */
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type Delivery = {
  id: DeliveryId;
  webhookId: string;
  eventId: EventId;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  attemptedAt: Date;
  nextTryAt: Date | undefined;
  answerStatus: number | undefined;
  answer: string | undefined;
  error: string | undefined;
  durationMs: number;
  /** Undefined after the receiver accepted it, because the body can then be derived from the event. */
  body: string | undefined;
};
