/** Endpoints in PostgreSQL. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { WebhookId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES, type Webhook } from './webhook.ts';

export const COLUMNS = `w.id, w.account_id, w.livemode, w.url, w.events, w.description, w.status, w.disabled_reason,
  w.secret, w.old_secret, w.old_secret_ends_at, w.created_at, w.updated_at`;

export async function findWebhook(
  query: Query,
  { accountId, livemode }: Owner,
  webhookId: WebhookId,
  lock: '' | 'for update' = '',
): Promise<Webhook | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from webhooks w where w.id = $1 and w.account_id = $2 and w.livemode = $3 ${lock}`,
    [webhookId, accountId, livemode],
    `webhook ${lock}`,
  );
  return row && toWebhook(row);
}

/** Endpoints of one account and mode are made one after the other, so that their number never exceeds the limit. */
export async function countWebhooks(query: Query, { accountId, livemode }: Owner): Promise<number> {
  await query('select from accounts where id = $1 for no key update', [accountId], 'lock-account');
  const rows = await query(
    'select count(*)::integer as total from webhooks where account_id = $1 and livemode = $2',
    [accountId, livemode],
    'count-webhooks',
  );
  return read.number(read.firstRow(rows), 'total');
}

export async function writeWebhook(query: Query, webhook: Webhook): Promise<void> {
  await query(
    `insert into webhooks (id, account_id, livemode, url, events, description, status, disabled_reason, secret,
       old_secret, old_secret_ends_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (id) do update set url = excluded.url, events = excluded.events, description = excluded.description,
       status = excluded.status, disabled_reason = excluded.disabled_reason, secret = excluded.secret,
       old_secret = excluded.old_secret, old_secret_ends_at = excluded.old_secret_ends_at, updated_at = excluded.updated_at`,
    [
      webhook.id,
      webhook.accountId,
      webhook.livemode,
      webhook.url,
      webhook.events,
      webhook.description ?? null,
      webhook.status,
      webhook.disabledReason ?? null,
      webhook.secret,
      webhook.oldSecret?.sealed ?? null,
      webhook.oldSecret?.endsAt ?? null,
      webhook.createdAt,
      webhook.updatedAt,
    ],
    'write-webhook',
  );
}

export async function deleteWebhook(query: Query, { id: webhookId }: Pick<Webhook, 'id'>): Promise<void> {
  await query('delete from webhooks where id = $1', [webhookId], 'delete-webhook');
}

export function toWebhook(row: Row): Webhook {
  const sealed = read.optionalText(row, 'old_secret');
  const endsAt = read.optionalDate(row, 'old_secret_ends_at');
  return {
    id: read.id('whk', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    livemode: read.boolean(row, 'livemode'),
    url: read.text(row, 'url'),
    events: read.textList(row, 'events'),
    description: read.optionalText(row, 'description'),
    status: read.oneOf(row, 'status', WEBHOOK_STATUSES),
    disabledReason: read.optionalOneOf(row, 'disabled_reason', DISABLED_REASONS),
    secret: read.text(row, 'secret'),
    oldSecret: sealed === undefined || endsAt === undefined ? undefined : { sealed, endsAt },
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
