/** Disables an endpoint that no longer accepts anything, and informs its owner by e-mail and with an event. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { noteEvent } from '../../events/note-event.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import type { SeatStore } from '../../people/teams/ports.ts';
import { placeRest, watch } from '../endpoints/pg-cursors.ts';
import { findWebhook, writeWebhook } from '../endpoints/pg-webhooks.ts';
import type { DisabledReason, Webhook } from '../endpoints/webhook.ts';
import { toWebhookRecord } from '../endpoints/webhook-record.ts';
import { disabledMail } from '../text.ts';

export type DisablePorts = {
  records: Database;
  seats: Pick<SeatStore, 'owners'>;
  mail: Mailer | undefined;
  aside: Aside;
  now: Clock;
  site: { baseUrl: string; serviceName: string };
};

/** The service itself, as the actor in the audit log. */
const SERVICE: Actor = { type: 'operator', id: 'operator', ip: undefined, userAgent: undefined };

export async function disableEndpoint(
  ports: DisablePorts,
  seen: Webhook,
  reason: DisabledReason,
): Promise<void> {
  const disabled = await ports.records.transaction(async (query) => {
    const found = await findWebhook(query, seen, seen.id, 'for update');
    // Does nothing if the owner has disabled the endpoint or changed its address in the meantime.
    if (found === undefined || found.status === 'disabled' || found.url !== seen.url) return undefined;
    const at = ports.now();
    const webhook: Webhook = { ...found, status: 'disabled', disabledReason: reason, updatedAt: at };
    await writeWebhook(query, webhook);
    await placeRest(query, webhook);
    await watch(query, webhook);
    const { accountId, livemode, id: target } = webhook;
    const details = { reason, mode: livemode ? 'live' : 'test' };
    const note = { accountId, at, action: 'webhook.disable', by: SERVICE, target, details } as const;
    await query(`select ${auditCall(1)}`, auditParams(note), 'write-audit');
    await noteEvent(query, webhook, { type: 'webhook.disabled', data: toWebhookRecord(webhook, at), at });
    return webhook;
  });
  if (disabled !== undefined) tellByMail(ports, disabled, reason);
}

function tellByMail(ports: DisablePorts, webhook: Webhook, reason: DisabledReason): void {
  const { mail } = ports;
  if (mail === undefined) return;
  ports.aside.start('mail of a disabled webhook', async () => {
    for (const owner of await ports.seats.owners(webhook.accountId)) {
      // An e-mail address that was not confirmed may belong to a stranger, so nothing is sent to it.
      if (owner.emailProvenAt !== undefined)
        await mail.send(disabledMail(ports.site, owner, webhook, reason));
    }
  });
}
