/** The operations of webhooks and events, within the limits of the settings. */

import type { RecordSite } from '../certificates/certificate-record.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { Operation } from '../operations/operation.ts';
import { deliveryOperations } from './delivery/operations.ts';
import type { TrialPorts } from './delivery/try-webhook.ts';
import { endpointOperations } from './endpoints/operations.ts';
import type { WebhooksSettings } from './settings.ts';

/** These operations are available to API keys and to people. */
export function webhookOperations(ports: TrialPorts, site: RecordSite & WebhooksSettings): Operation[] {
  const rules = { addresses: makeAddressRules(site.webhookAllow), maxWebhooks: site.maxWebhooks };
  return [...endpointOperations(rules), ...deliveryOperations(site, ports)];
}
