/** API keys. Only hashes of their secrets ever get here. */

import { auditCall, auditParams } from '../audit/note-sql.ts';
import type { Database, Row } from '../database/pool.ts';
import {
  boolean,
  date,
  id,
  knownOf,
  number,
  optionalDate,
  optionalText,
  text,
} from '../database/row-reader.ts';
import type { AccountId, KeyId } from '../kernel/ids.ts';
import { SCOPES } from './key.ts';
import type { ApiKey, ApiKeyChange, KeyStore } from './ports.ts';

/** `$2` is the time of asking in every statement that uses this: which month is counted, which secrets still work. */
const SELECT = `
  select k.id, k.account_id, k.name, k.livemode, k.scopes, k.rate_per_minute, k.monthly_quota, k.created_at,
         k.expires_at, k.revoked_at, k.revoked_reason, u.last_used_at, s.hint,
         (select max(expires_at) from api_key_secrets where key_id = k.id and expires_at > $2) as old_secret_ends_at,
         case when u.month = utc_month($2) then u.month_calls else 0 end as month_calls
    from api_keys k
    join api_key_usage u on u.key_id = k.id
    join lateral (select hint from api_key_secrets where key_id = k.id order by created_at desc limit 1) s on true`;

const ONE = `${SELECT} where k.account_id = $1 and k.id = $3`;

export function makeKeyStore(database: Database): KeyStore {
  const find = async (accountId: AccountId, id: KeyId, now: Date) => {
    const [row] = await database.query('key', ONE, [accountId, now, id]);
    return row && toApiKey(row);
  };
  return {
    find,

    async create(key, secretHash, by) {
      const details = { ...recordOf(key), mode: key.mode };
      const note = {
        accountId: key.accountId,
        at: key.createdAt,
        action: 'key.create',
        by,
        target: key.id,
        details,
      } as const;
      await database.query(
        'create-key',
        `with made as (
           insert into api_keys (id, account_id, name, livemode, scopes, rate_per_minute, monthly_quota, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           returning id
         ), secret as (
           insert into api_key_secrets (secret_hash, key_id, hint, created_at) values ($10, $1, $11, $8)
         ), usage as (
           insert into api_key_usage (key_id) values ($1)
         )
         select ${auditCall(12)} from made`,
        [
          key.id,
          key.accountId,
          key.name,
          key.mode === 'live',
          key.scopes,
          key.ratePerMinute,
          key.monthlyQuota,
          key.createdAt,
          key.expiresAt,
          secretHash,
          key.hint,
          ...auditParams(note),
        ],
      );
    },

    async list(accountId, now) {
      const text = `${SELECT} where k.account_id = $1 order by k.created_at desc, k.id desc`;
      return (await database.query('keys', text, [accountId, now])).map(toApiKey);
    },

    async change(accountId, id, change, now, by) {
      const details = recordOf(change);
      if (Object.keys(details).length === 0) return find(accountId, id, now);
      const note = { accountId, at: now, action: 'key.change', by, target: id, details } as const;
      await database.query(
        'change-key',
        `with changed as (
           update api_keys set name = coalesce($3, name), scopes = coalesce($4, scopes),
                  rate_per_minute = coalesce($5, rate_per_minute), monthly_quota = coalesce($6, monthly_quota),
                  expires_at = case when $7 then $8 else expires_at end
            where account_id = $1 and id = $2 returning id
         )
         select ${auditCall(9)} from changed`,
        [
          accountId,
          id,
          change.name,
          change.scopes,
          change.ratePerMinute,
          change.monthlyQuota,
          'expiresAt' in change,
          change.expiresAt,
          ...auditParams(note),
        ],
      );
      return find(accountId, id, now);
    },

    async revoke(accountId, id, reason, now, by) {
      const details = { ...(reason !== undefined && { reason }) };
      const note = { accountId, at: now, action: 'key.revoke', by, target: id, details } as const;
      await database.query(
        'revoke-key',
        `with revoked as (
           update api_keys set revoked_at = $3, revoked_reason = $4
            where account_id = $1 and id = $2 and revoked_at is null returning id
         )
         select ${auditCall(5)} from revoked`,
        [accountId, id, now, reason, ...auditParams(note)],
      );
      return find(accountId, id, now);
    },

    async rotate(accountId, id, secret, oldSecretsEndAt, now, by) {
      const details = { old_secret_ends_at: oldSecretsEndAt.toISOString() };
      const note = { accountId, at: now, action: 'key.rotate', by, target: id, details } as const;
      const rows = await database.query(
        'rotate-key',
        `with k as (
           select id from api_keys where account_id = $1 and id = $2 and revoked_at is null
         ), old as (
           update api_key_secrets s set expires_at = least(coalesce(s.expires_at, $5), $5) from k where s.key_id = k.id
         ), fresh as (
           insert into api_key_secrets (secret_hash, key_id, hint, created_at) select $3, k.id, $4, $6 from k
         )
         select ${auditCall(7)} from k`,
        [accountId, id, secret.hash, secret.hint, oldSecretsEndAt, now, ...auditParams(note)],
      );
      return rows.length === 1 ? find(accountId, id, now) : undefined;
    },
  };
}

/** What the audit log keeps of a key or of a change to one. */
function recordOf(change: ApiKeyChange): Record<string, unknown> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.scopes !== undefined && { scopes: change.scopes }),
    ...(change.ratePerMinute !== undefined && { rate_per_minute: change.ratePerMinute }),
    ...(change.monthlyQuota !== undefined && { monthly_quota: change.monthlyQuota }),
    ...('expiresAt' in change && { expires_at: change.expiresAt?.toISOString() ?? null }),
  };
}

function toApiKey(row: Row): ApiKey {
  return {
    id: id('key', row, 'id'),
    accountId: id('acct', row, 'account_id'),
    name: text(row, 'name'),
    mode: boolean(row, 'livemode') ? 'live' : 'test',
    scopes: knownOf(row, 'scopes', SCOPES),
    ratePerMinute: number(row, 'rate_per_minute'),
    monthlyQuota: number(row, 'monthly_quota'),
    hint: text(row, 'hint'),
    createdAt: date(row, 'created_at'),
    expiresAt: optionalDate(row, 'expires_at'),
    revokedAt: optionalDate(row, 'revoked_at'),
    revokedReason: optionalText(row, 'revoked_reason'),
    lastUsedAt: optionalDate(row, 'last_used_at'),
    oldSecretEndsAt: optionalDate(row, 'old_secret_ends_at'),
    monthCalls: number(row, 'month_calls'),
  };
}
