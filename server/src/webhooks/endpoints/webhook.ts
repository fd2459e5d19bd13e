/** The endpoint: which events are sent, and where. */

import { EVENT_TYPES } from '../../events/event-types.ts';
import type { WebhookId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** `failing`: it accepted nothing for five days. `gone`: it answered 410. `owner`: by a PATCH. */
export const DISABLED_REASONS = ['failing', 'gone', 'owner'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What may be subscribed to. */
export const SUBSCRIPTIONS = [...EVENT_TYPES, '*'] as const;

export type Webhook = Owner & {
  id: WebhookId;
  url: string;
  /** Names of events, or `*`; a newer version on the same database may know others. */
  events: readonly string[];
  description: string | undefined;
  status: WebhookStatus;
  disabledReason: DisabledReason | undefined;
  /** Sealed. */
  secret: string;
  oldSecret: { sealed: string; endsAt: Date } | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** How long the previous secret still signs. */
export const GRACE_MS = 24 * 3_600_000;

/** The purpose that an endpoint's secrets are sealed for: they cannot be opened for another endpoint. */
export function sealedFor({ accountId, id }: Pick<Webhook, 'accountId' | 'id'>): string {
  return `${accountId} ${id}`;
}
