/** API keys. Only hashes of their secrets are stored. */

import type { Database, Query, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { KeyId, OrganizerId } from '../kernel/ids.ts';
import { KEY_SCOPES } from '../operations/scopes.ts';
import { keyChanges, keyCreation, revokeKey } from './pg-change-keys.ts';
import type { ApiKey, KeyStore } from './ports.ts';

/** `$2` is the current time: it decides which month is counted and which secrets still work. */
const SELECT = `
  select k.id, k.account_id, k.name, k.livemode, k.scopes, k.organizer_id, k.rate_per_minute, k.monthly_quota, k.created_at, k.created_by, k.rotated_by,
         k.expires_at, k.revoked_at, k.revoked_reason, u.last_used_at, s.hint,
         (select max(expires_at) from api_key_secrets where key_id = k.id and expires_at > $2) as old_secret_ends_at,
         case when u.month = utc_month($2) then u.month_calls else 0 end as month_calls
    from api_keys k
    join api_key_usage u on u.key_id = k.id
    join lateral (select hint from api_key_secrets where key_id = k.id order by created_at desc limit 1) s on true`;

const ONE = `${SELECT} where k.account_id = $1 and k.id = $3`;

export function makeKeyStore(database: Database): KeyStore {
  const reads = keyReads(database);
  return { ...reads, ...keyCreation(database), ...keyChanges(database, reads.find), revokeMadeBy };
}

function keyReads(database: Database): Pick<KeyStore, 'find' | 'list'> {
  return {
    async find(accountId, id, now) {
      const [row] = await database.query(ONE, [accountId, now, id], 'key');
      return row && toApiKey(row);
    },

    async list(accountId, now) {
      const text = `${SELECT} where k.account_id = $1 order by k.created_at desc, k.id desc`;
      return (await database.query(text, [accountId, now], 'keys')).map(toApiKey);
    },
  };
}

const MADE_BY = `${SELECT} where k.account_id = $1 and k.created_by = $3 and k.revoked_at is null order by k.id`;

const revokeMadeBy: KeyStore['revokeMadeBy'] = async (query, accountId, maker, now, by) => {
  const keys = (await query(MADE_BY, [accountId, now, maker], 'keys-made-by')).map(toApiKey);
  for (const key of keys) await revokeKey(query, key, 'its maker was removed', now, by);
  return keys.map(({ id }) => id);
};

function toApiKey(row: Row): ApiKey {
  return {
    id: read.id('key', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    name: read.text(row, 'name'),
    mode: read.boolean(row, 'livemode') ? 'live' : 'test',
    scopes: read.knownOf(row, 'scopes', KEY_SCOPES),
    organizerId: organizerIn(row),
    ratePerMinute: read.number(row, 'rate_per_minute'),
    monthlyQuota: read.number(row, 'monthly_quota'),
    hint: read.text(row, 'hint'),
    createdBy: read.optionalText(row, 'created_by'),
    rotatedBy: row.rotated_by === null ? [] : read.textList(row, 'rotated_by'),
    createdAt: read.date(row, 'created_at'),
    expiresAt: read.optionalDate(row, 'expires_at'),
    revokedAt: read.optionalDate(row, 'revoked_at'),
    revokedReason: read.optionalText(row, 'revoked_reason'),
    lastUsedAt: read.optionalDate(row, 'last_used_at'),
    oldSecretEndsAt: read.optionalDate(row, 'old_secret_ends_at'),
    monthCalls: read.number(row, 'month_calls'),
  };
}

/** The organiser of courses whose key this is. */
export async function organizerOfKey(query: Query, keyId: KeyId): Promise<OrganizerId | undefined> {
  const rows = await query('select organizer_id from api_keys where id = $1', [keyId], 'organizer-of-key');
  return organizerIn(read.firstRow(rows));
}

function organizerIn(row: Row): OrganizerId | undefined {
  return row.organizer_id === null ? undefined : read.id('org', row, 'organizer_id');
}
