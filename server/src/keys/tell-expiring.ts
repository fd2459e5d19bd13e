/** Reports keys that will expire within a week, once for each expiry date. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { noteEventOnce } from '../events/note-event.ts';

const WEEK_MS = 7 * 86_400_000;

export async function tellExpiringKeys(database: Database, now: Date): Promise<void> {
  const rows = await database.query(
    `select id, account_id, livemode, name, expires_at from api_keys
      where revoked_at is null and expires_at > $1 and expires_at <= $2`,
    [now, new Date(now.getTime() + WEEK_MS)],
    'expiring-keys',
  );
  for (const row of rows) {
    const keyId = read.id('key', row, 'id');
    const expiresAt = read.date(row, 'expires_at').toISOString();
    const livemode = read.boolean(row, 'livemode');
    const owner = { accountId: read.id('acct', row, 'account_id'), livemode };
    const data = {
      id: keyId,
      object: 'key',
      name: read.text(row, 'name'),
      mode: livemode ? 'live' : 'test',
      expires_at: expiresAt,
    };
    await database.transaction((query) =>
      noteEventOnce(query, owner, `${keyId} ends ${expiresAt}`, { type: 'key.expiring', data, at: now }),
    );
  }
}
