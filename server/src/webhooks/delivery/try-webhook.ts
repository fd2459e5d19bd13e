/** Sends a trial event and reports the outcome. */

import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { makeShared, type Shared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { Webhook } from '../endpoints/webhook.ts';
import { eventId } from '../feed/event-id.ts';
import { bodyOf } from '../feed/feed.ts';
import { openSecrets } from './open-secrets.ts';
import type { Sender } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type TrialPorts = { sender: Pick<Sender, 'send'> };

/** API and dashboard share one limit. */
const trials = new WeakMap<object, Shared>();

function trialsOf(sender: object): Shared {
  const known = trials.get(sender);
  if (known !== undefined) return known;
  const made = makeShared(SHARED_THINGS.trials);
  trials.set(sender, made);
  return made;
}

export async function tryWebhook(
  ports: TrialPorts & { serverKeys: ServerKeys; now: Clock; randomBytes: RandomBytes },
  webhook: Webhook,
) {
  const at = ports.now();
  const number = Buffer.from(ports.randomBytes(5)).readUIntBE(0, 5);
  const id = eventId(webhook, { source: 'test', stage: 0, number });
  const data = { object: 'webhook_test', webhook_id: webhook.id, livemode: webhook.livemode };
  const body = bodyOf({ type: 'webhook.test', at, data });
  const secrets = await openSecrets(ports, webhook, at);
  const { url, livemode } = webhook;
  const headers = signedHeaders(secrets, id, at, body);
  const outcome = await trialsOf(ports.sender).run(webhook.accountId, () =>
    ports.sender.send({ url, livemode, headers, body }),
  );
  return {
    object: 'webhook_test',
    event_id: id,
    delivered: outcome.isTaken,
    answer_status: outcome.status ?? null,
    answer: outcome.status === undefined ? null : outcome.answer,
    error: outcome.error ?? null,
    duration_ms: outcome.durationMs,
  };
}
