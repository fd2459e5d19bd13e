/** Making, changing, rotating and deleting endpoints. */

import type { AddressRules } from '../../http/addresses/addresses.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId, type WebhookId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { sealSecret } from '../../kernel/seal-secret.ts';
import { changesBetween, note } from '../../memberships/note-change.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { hasten } from '../delivery/pg-deliveries.ts';
import { newSecret, secretText } from '../delivery/sign.ts';
import { type Cursor, cursorAt, wants, wantsCertified } from '../feed/feed.ts';
import { readHeads } from '../feed/pg-heads.ts';
import { findCursor, placeCursor, watch } from './pg-cursors.ts';
import { countWebhooks, deleteWebhook, findWebhook, writeWebhook } from './pg-webhooks.ts';
import { checkedUrl } from './url.ts';
import { GRACE_MS, sealedFor, type Webhook, type WebhookStatus } from './webhook.ts';

export type WebhookRules = { addresses: AddressRules; maxWebhooks: number };

type NewWebhook = {
  url: string;
  events: readonly string[];
  description?: string | null;
  status?: WebhookStatus;
};

/** The secret appears only in this answer. */
export type WebhookWithSecret = { webhook: Webhook; secret: string };

/** The new endpoint receives the events from now on. */
export async function createWebhook(
  tools: Tools,
  rules: WebhookRules,
  who: Who,
  wanted: NewWebhook,
): Promise<WebhookWithSecret> {
  const url = checkedUrl(rules.addresses, who.livemode, wanted.url);
  if ((await countWebhooks(tools.query, who)) >= rules.maxWebhooks) throw tooMany(rules);
  const now = tools.now();
  const secret = newSecret(tools.randomBytes);
  const id = tools.newId('whk');
  const { accountId, livemode } = who;
  const webhook: Webhook = {
    id,
    accountId,
    livemode,
    url,
    events: [...new Set(wanted.events)],
    description: wanted.description ?? undefined,
    status: wanted.status ?? 'enabled',
    disabledReason: wanted.status === 'disabled' ? 'owner' : undefined,
    secret: await sealSecret(tools, sealedFor({ accountId, id }), secret),
    oldSecret: undefined,
    createdAt: now,
    updatedAt: now,
  };
  await writeWebhook(tools.query, webhook);
  await watch(tools.query, webhook);
  await placeCursor(tools.query, webhook, await newestCursor(tools, who), now);
  await note(tools, who, 'webhook.create', webhook.id, { url, events: webhook.events });
  return { webhook, secret: secretText(secret) };
}

/** An endpoint that is enabled again continues where it stopped. For new subscriptions, sending begins now. */
export async function changeWebhook(
  tools: Tools,
  rules: WebhookRules,
  who: Who,
  given: string,
  change: Partial<NewWebhook>,
): Promise<Webhook> {
  const before = await lockedWebhook(tools, who, given);
  const status = change.status ?? before.status;
  const after: Webhook = {
    ...before,
    ...(change.url !== undefined && { url: checkedUrl(rules.addresses, who.livemode, change.url) }),
    ...(change.events !== undefined && { events: [...new Set(change.events)] }),
    ...(change.description !== undefined && { description: change.description ?? undefined }),
    status,
    disabledReason: status === 'enabled' ? undefined : (before.disabledReason ?? 'owner'),
  };
  const { url, events, description, status: to } = after;
  const changes = changesBetween(before, { url, events, description, status: to });
  if (Object.keys(changes).length === 0) return before;
  const now = tools.now();
  const changed = { ...after, updatedAt: now };
  await writeWebhook(tools.query, changed);
  await watch(tools.query, changed);
  const at = (await findCursor(tools.query, before)) ?? (await newestCursor(tools, who));
  await placeCursor(tools.query, changed, caughtUp(before, changed, at, await newestCursor(tools, who)), now);
  // The endpoint may answer again, so the deliveries that failed are sent first.
  await hasten(tools.query, changed.id, now, now);
  await note(tools, who, 'webhook.change', after.id, { changes });
  return changed;
}

/** Moves the cursor to now for sources that were not subscribed to before, where it is old or missing. */
function caughtUp(before: Webhook, after: Webhook, at: Cursor, newest: Cursor): Cursor {
  const isNewCreated =
    wants(after.events, 'certificate.created') && !wants(before.events, 'certificate.created');
  const isNewCertified = wantsCertified(after.events) && !wantsCertified(before.events);
  return {
    ...at,
    ...(isNewCreated && { created: newest.created }),
    ...(isNewCertified && { network: newest.network, stage: newest.stage, certified: newest.certified }),
  };
}

/** Both secrets sign for a day. A second rotation within that day ends the oldest secret at once. */
export async function rotateSecret(tools: Tools, who: Who, given: string): Promise<WebhookWithSecret> {
  const before = await lockedWebhook(tools, who, given);
  const now = tools.now();
  const secret = newSecret(tools.randomBytes);
  const endsAt = new Date(now.getTime() + GRACE_MS);
  const webhook: Webhook = {
    ...before,
    secret: await sealSecret(tools, sealedFor(before), secret),
    oldSecret: { sealed: before.secret, endsAt },
    updatedAt: now,
  };
  await writeWebhook(tools.query, webhook);
  await note(tools, who, 'webhook.rotate', webhook.id, { old_secret_ends_at: endsAt.toISOString() });
  return { webhook, secret: secretText(secret) };
}

export async function removeWebhook(tools: Tools, who: Who, given: string): Promise<void> {
  const webhook = await lockedWebhook(tools, who, given);
  await deleteWebhook(tools.query, webhook);
  await watch(tools.query, webhook);
  await note(tools, who, 'webhook.delete', webhook.id, { url: webhook.url });
}

export async function foundWebhook(tools: Pick<Tools, 'query'>, who: Owner, given: string): Promise<Webhook> {
  const id = parseId('whk', given);
  return orRefused(id && (await findWebhook(tools.query, who, id)));
}

async function lockedWebhook(tools: Tools, who: Who, given: string): Promise<Webhook> {
  const id: WebhookId | undefined = parseId('whk', given);
  return orRefused(id && (await findWebhook(tools.query, who, id, 'for update')));
}

function orRefused(webhook: Webhook | undefined): Webhook {
  if (webhook !== undefined) return webhook;
  throw new AppError('not_found', {
    en: 'There is no webhook with this id in your account.',
    es: 'No hay ningún webhook con este id en su cuenta.',
  });
}

async function newestCursor(tools: Pick<Tools, 'query'>, who: Owner): Promise<Cursor> {
  const heads = await readHeads(tools.query, who);
  if (heads === undefined) throw new Error('An account has counters in both modes');
  return cursorAt(heads);
}

function tooMany({ maxWebhooks }: WebhookRules): AppError {
  return new AppError('too_many_webhooks', {
    en: `The account has ${maxWebhooks} webhooks in this mode, which is as many as it may have. Delete one, or ask the operator of this service for more (SELLO_MAX_WEBHOOKS).`,
    es: `La cuenta tiene ${maxWebhooks} webhooks en este modo, el máximo que puede tener. Elimine uno o pida más al operador de este servicio (SELLO_MAX_WEBHOOKS).`,
  });
}
