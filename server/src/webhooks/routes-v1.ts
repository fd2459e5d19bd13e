/** Public API of events and webhooks. */

import type { RecordSite } from '../certificates/certificate-record.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { PublicApi } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import { type OperationPorts, publicOperations } from '../memberships/operations/public-operations.ts';
import { deliveryOperations } from './delivery/operations.ts';
import type { TrialPorts } from './delivery/try-webhook.ts';
import { webhookOperations } from './endpoints/operations.ts';
import { eventOperations } from './feed/operations.ts';
import type { WebhooksSettings } from './settings.ts';

export type WebhookRoutePorts = OperationPorts & TrialPorts;

export function webhookRoutes(
  api: PublicApi,
  ports: WebhookRoutePorts,
  site: Site & RecordSite & WebhooksSettings,
): void {
  const rules = { addresses: makeAddressRules(site.webhookAllow), maxWebhooks: site.maxWebhooks };
  publicOperations(api, ports, site, [
    ...webhookOperations(rules),
    ...deliveryOperations(site, ports),
    ...eventOperations(site),
  ]);
}
