/** Public API of events and webhooks. */

import type { RecordSite } from '../certificates/certificate-record.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { PublicApi } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import type { AdmitPorts } from '../keys/guards.ts';
import { keyDoor } from '../operations/doors/key.ts';
import { type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { deliveryOperations } from './delivery/operations.ts';
import type { TrialPorts } from './delivery/try-webhook.ts';
import { webhookOperations } from './endpoints/operations.ts';
import { eventOperations } from './feed/operations.ts';
import type { WebhooksSettings } from './settings.ts';

export type WebhookRoutePorts = AdmitPorts & ServePorts & TrialPorts;

export function webhookRoutes(
  api: PublicApi,
  ports: WebhookRoutePorts,
  site: Site & RecordSite & WebhooksSettings,
): void {
  const rules = { addresses: makeAddressRules(site.webhookAllow), maxWebhooks: site.maxWebhooks };
  serveOperations(api, ports, site, keyDoor(ports, site), [
    ...webhookOperations(rules),
    ...deliveryOperations(site, ports),
    ...eventOperations(site),
  ]);
}
