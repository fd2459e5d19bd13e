/** The endpoint: which events are sent to it, and its address. */

import { EVENT_TYPES } from '../../events/event-types.ts';
import type { WebhookId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/**
 * `failing`: it accepted nothing for five days. `gone`: it answered 410. `owner`: the owner disabled it with a PATCH.
 */
export const DISABLED_REASONS = ['failing', 'gone', 'owner'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The names to which an endpoint can subscribe. */
export const SUBSCRIPTIONS = [...EVENT_TYPES, '*'] as const;

export type Webhook = Owner & {
  id: WebhookId;
  url: string;
  /** Names of events, or `*`. A newer version on the same database may store names that this version does not know. */
  events: readonly string[];
  description: string | undefined;
  status: WebhookStatus;
  disabledReason: DisabledReason | undefined;
  /** The secret, encrypted. */
  secret: string;
  oldSecret: { sealed: string; endsAt: Date } | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** How long the previous secret still signs after a rotation. */
export const GRACE_MS = 24 * 3_600_000;

/** The purpose for which an endpoint's secrets are encrypted, so that they cannot be decrypted for another endpoint. */
export function sealedFor({ accountId, id }: Pick<Webhook, 'accountId' | 'id'>): string {
  return `${accountId} ${id}`;
}
