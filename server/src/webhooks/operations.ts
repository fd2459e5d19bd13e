/** The operations of webhooks and events, as the settings allow them. */

import type { RecordSite } from '../certificates/certificate-record.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { Operation } from '../operations/operation.ts';
import { deliveryOperations } from './delivery/operations.ts';
import type { TrialPorts } from './delivery/try-webhook.ts';
import { endpointOperations } from './endpoints/operations.ts';
import type { WebhooksSettings } from './settings.ts';

/** For keys and for people. */
export function webhookOperations(ports: TrialPorts, site: RecordSite & WebhooksSettings): Operation[] {
  const rules = { addresses: makeAddressRules(site.webhookAllow), maxWebhooks: site.maxWebhooks };
  return [...endpointOperations(rules), ...deliveryOperations(site, ports)];
}
