/** A change of a webhook: afterwards everything that pages show of webhooks is read again. */

import { type AfterChange, useChange } from '../use-change.ts';

const WEBHOOK_QUERIES = [['webhooks'], ['webhook'], ['deliveries']];

export function useWebhookChange<Answer>(
  change: () => Promise<Answer>,
  after: AfterChange<Answer, void> = {},
) {
  return useChange(change, { refreshes: WEBHOOK_QUERIES, ...after });
}
