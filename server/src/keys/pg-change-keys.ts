/**
 * Creates, changes, revokes and rotates API keys. Each statement also writes the audit log entry; creating and revoking
 * keys causes events.
 */

import { auditCall, auditParams } from '../audit/note-sql.ts';
import type { Database, Query } from '../database/pool.ts';
import { noteEvent } from '../events/note-event.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Owner } from '../kernel/owner.ts';
import { toKeyRecord } from './key-record.ts';
import type { ApiKey, ApiKeyChange, Exceeded, KeyStore, Together } from './ports.ts';

const CREATE_KEY = `
  with made as (
    insert into api_keys (id, account_id, name, livemode, scopes, rate_per_minute, monthly_quota, created_at, expires_at,
                          created_by, organizer_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $12, $13) returning id
  ), secret as (
    insert into api_key_secrets (secret_hash, key_id, hint, created_at) select $10, id, $11, $8 from made
  ), usage as (
    insert into api_key_usage (key_id) select id from made
  )
  select ${auditCall(14)} from made`;

const CHANGE_KEY = `
  with changed as (
    update api_keys set name = coalesce($3, name), scopes = coalesce($4, scopes),
           rate_per_minute = coalesce($5, rate_per_minute), monthly_quota = coalesce($6, monthly_quota),
           expires_at = case when $7 then $8 else expires_at end
     where account_id = $1 and id = $2 returning id
  )
  select ${auditCall(9)} from changed`;

const REVOKE_KEY = `
  with revoked as (
    update api_keys set revoked_at = $3, revoked_reason = $4
     where account_id = $1 and id = $2 and revoked_at is null returning id
  )
  select ${auditCall(5)} from revoked`;

const ROTATE_KEY = `
  with k as (
    update api_keys set rotated_by = case when $7::text is null or $7 = any (rotated_by) then rotated_by
                                          else array_append(rotated_by, $7) end
     where account_id = $1 and id = $2 and revoked_at is null returning id
  ), old as (
    update api_key_secrets s set expires_at = least(coalesce(s.expires_at, $5), $5) from k where s.key_id = k.id
  ), fresh as (
    insert into api_key_secrets (secret_hash, key_id, hint, created_at) select $3, k.id, $4, $6 from k
  )
  select ${auditCall(8)} from k`;

export function keyCreation(database: Database): Pick<KeyStore, 'create'> {
  return {
    async create(key, secretHash, together, by) {
      const ofWhom = key.organizerId !== undefined && { organizer_id: key.organizerId };
      const details = { ...recordOf(key), mode: key.mode, ...ofWhom };
      const note = {
        accountId: key.accountId,
        at: key.createdAt,
        action: 'key.create',
        by,
        target: key.id,
        details,
      } as const;
      const params = [
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
        key.createdBy,
        key.organizerId,
        ...auditParams(note),
      ];
      return database.transaction(async (query) => {
        const exceeded = await exceededBy(query, key, together, key.createdAt);
        if (exceeded !== undefined) return exceeded;
        await query(CREATE_KEY, params, 'create-key');
        const data = toKeyRecord(key, key.createdAt);
        await noteEvent(query, ownerOf(key), { type: 'key.created', data, at: key.createdAt });
        return undefined;
      });
    },
  };
}

export function keyChanges(
  database: Database,
  find: KeyStore['find'],
): Pick<KeyStore, 'change' | 'revoke' | 'rotate'> {
  return {
    async change(accountId, id, change, together, now, by) {
      const details = recordOf(change);
      if (Object.keys(details).length === 0) return find(accountId, id, now);
      const note = { accountId, at: now, action: 'key.change', by, target: id, details } as const;
      const params = [
        accountId,
        id,
        change.name,
        change.scopes,
        change.ratePerMinute,
        change.monthlyQuota,
        'expiresAt' in change,
        change.expiresAt,
        ...auditParams(note),
      ];
      const exceeded = await database.transaction(async (query) => {
        const over = await exceededBy(query, { accountId, id, ...change }, together, now);
        if (over === undefined) await query(CHANGE_KEY, params, 'change-key');
        return over;
      });
      return exceeded ?? find(accountId, id, now);
    },

    async revoke(accountId, id, reason, now, by) {
      const before = await find(accountId, id, now);
      if (before === undefined) return undefined;
      await database.transaction((query) => revokeKey(query, before, reason, now, by));
      return find(accountId, id, now);
    },

    async rotate(accountId, id, secret, oldSecretsEndAt, now, by) {
      const details = { old_secret_ends_at: oldSecretsEndAt.toISOString() };
      const note = { accountId, at: now, action: 'key.rotate', by, target: id, details } as const;
      const personId = by.type === 'person' ? by.id : undefined;
      const rows = await database.query(
        ROTATE_KEY,
        [accountId, id, secret.hash, secret.hint, oldSecretsEndAt, now, personId, ...auditParams(note)],
        'rotate-key',
      );
      return rows.length === 1 ? find(accountId, id, now) : undefined;
    },
  };
}

/** Does nothing if the key is revoked already. */
export async function revokeKey(
  query: Query,
  before: ApiKey,
  reason: string | undefined,
  now: Date,
  by: Actor,
): Promise<void> {
  const { accountId, id } = before;
  const details = { ...(reason !== undefined && { reason }) };
  const note = { accountId, at: now, action: 'key.revoke', by, target: id, details } as const;
  const params = [accountId, id, now, reason, ...auditParams(note)];
  const rows = await query(REVOKE_KEY, params, 'revoke-key');
  if (rows.length === 0) return;
  const data = toKeyRecord({ ...before, revokedAt: now, revokedReason: reason }, now);
  await noteEvent(query, ownerOf(before), { type: 'key.revoked', data, at: now });
}

/**
 * The limit that the account's keys would exceed together with this one. Runs for one key after the other, because
 * keys that are made at the same time would not see each other. Calls already made count, even those of revoked keys;
 * otherwise revoking a key or lowering its limit would make room for another key at once. Only limits that are raised
 * are checked, so a key that was made before a ceiling was lowered can still be renamed.
 */
async function exceededBy(
  query: Query,
  key: Pick<ApiKey, 'accountId' | 'id'> & ApiKeyChange,
  together: Together,
  now: Date,
): Promise<Exceeded | undefined> {
  await query('select from accounts where id = $1 for no key update', [key.accountId]);
  const [row] = await query(
    `with own as (
       select k.id = $2 as is_it, k.revoked_at is null as is_live, k.rate_per_minute as rate, k.monthly_quota as quota,
              (usage_at(u, $3)).minute_calls, (usage_at(u, $3)).month_calls
         from api_keys k join api_key_usage u on u.key_id = k.id
        where k.account_id = $1 and (k.revoked_at is null or u.last_used_at >= date_trunc('month', $3::timestamptz, 'UTC'))
     )
     select count(*) filter (where is_live and not is_it) as others,
            coalesce(sum(case when is_live then greatest(rate, minute_calls) else minute_calls end)
                     filter (where not is_it), 0) as rate,
            coalesce(sum(case when is_live then greatest(quota, month_calls) else month_calls end)
                     filter (where not is_it), 0) as quota,
            coalesce(max(rate) filter (where is_it), 0) as own_rate,
            coalesce(max(quota) filter (where is_it), 0) as own_quota
       from own`,
    [key.accountId, key.id, now],
    'keys-together',
  );
  const before = (name: string) => Number(row?.[name] ?? 0);
  const grows = (wanted: number | undefined, own: string) => (wanted ?? 0) > before(own);
  const { ratePerMinute = 0, monthlyQuota = 0 } = key;
  if (before('others') >= together.maxKeys) return 'maxKeys';
  if (grows(ratePerMinute, 'own_rate') && before('rate') + ratePerMinute > together.maxRatePerMinute)
    return 'maxRatePerMinute';
  if (grows(monthlyQuota, 'own_quota') && before('quota') + monthlyQuota > together.maxMonthlyQuota)
    return 'maxMonthlyQuota';
  return undefined;
}

function ownerOf({ accountId, mode }: Pick<ApiKey, 'accountId' | 'mode'>): Owner {
  return { accountId, livemode: mode === 'live' };
}

/** The audit log's details of a new key or a change. */
function recordOf(change: ApiKeyChange): Record<string, unknown> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.scopes !== undefined && { scopes: change.scopes }),
    ...(change.ratePerMinute !== undefined && { rate_per_minute: change.ratePerMinute }),
    ...(change.monthlyQuota !== undefined && { monthly_quota: change.monthlyQuota }),
    ...('expiresAt' in change && { expires_at: change.expiresAt?.toISOString() ?? null }),
  };
}
