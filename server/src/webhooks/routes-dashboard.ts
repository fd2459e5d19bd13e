/** Webhooks in the dashboard: the operations of the public API, for people. */

import type { RecordSite } from '../certificates/certificate-record.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { App } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import { type PersonDoorPorts, personDoor } from '../operations/doors/person.ts';
import { type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { deliveryOperations } from './delivery/operations.ts';
import type { TrialPorts } from './delivery/try-webhook.ts';
import { webhookOperations } from './endpoints/operations.ts';
import type { WebhooksSettings } from './settings.ts';

export type WebhookPageRoutePorts = PersonDoorPorts & ServePorts & TrialPorts;

export function webhookPageRoutes(
  app: App,
  ports: WebhookPageRoutePorts,
  site: Site & RecordSite & WebhooksSettings,
): void {
  const rules = { addresses: makeAddressRules(site.webhookAllow), maxWebhooks: site.maxWebhooks };
  serveOperations(app, ports, site, personDoor(ports, site, 'records'), [
    ...webhookOperations(rules),
    ...deliveryOperations(site, ports),
  ]);
}
