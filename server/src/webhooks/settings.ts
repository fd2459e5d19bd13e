/** Settings for webhooks: to which networks endpoints may belong, and how many an account may have. */

import { addressList, integer } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type WebhooksSettings = {
  /** Private networks to which the server may connect. */
  webhookAllow: readonly string[];
  /** The most endpoints of one account in each mode. */
  maxWebhooks: number;
};

export const WEBHOOKS_SETTINGS = {
  webhookAllow: addressList(
    'SELLO_WEBHOOK_ALLOW',
    'Private networks that webhooks may be sent to, such as 10.0.0.0/8, separated by commas; plain http is allowed there in live mode too',
  ),
  maxWebhooks: integer(
    'SELLO_MAX_WEBHOOKS',
    '50',
    1,
    100_000,
    'Webhook endpoints that one account may have in live mode, and as many again in test mode',
  ),
};

export function readWebhooksSettings({ take, needed }: SettingsReader): WebhooksSettings {
  return {
    webhookAllow: take(WEBHOOKS_SETTINGS.webhookAllow) ?? [],
    maxWebhooks: needed(WEBHOOKS_SETTINGS.maxWebhooks),
  };
}
