/** Accounts, their sessions and failed logins. */

import type { AccountId } from '../domain/ids.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { Database, Row } from './pg.ts';

const COLUMNS =
  'a.id, a.email, a.name, a.certificates_left, a.max_rate_per_minute, a.max_monthly_quota, a.created_at';

export function makeAccountStore(database: Database): AccountStore {
  return {
    async create(account, passwordHash) {
      const rows = await database.query(
        'create-account',
        `with made as (
           insert into accounts (id, email, name, password_hash, certificates_left, max_rate_per_minute, max_monthly_quota, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (lower(email)) do nothing
           returning id
         ), counters as (
           insert into certificate_counts (account_id, livemode) select id, mode from made, unnest(array[true, false]) mode
         )
         select id from made`,
        [
          account.id,
          account.email,
          account.name,
          passwordHash,
          account.certificatesLeft,
          account.maxRatePerMinute,
          account.maxMonthlyQuota,
          account.createdAt,
        ],
      );
      return rows.length === 1;
    },

    async findByEmail(email) {
      const [row] = await database.query(
        'account-by-email',
        `select ${COLUMNS}, a.password_hash from accounts a where lower(a.email) = lower($1)`,
        [email],
      );
      return (
        row && { account: toAccount(row), passwordHash: (row.password_hash as string | null) ?? undefined }
      );
    },

    async find(id) {
      const [row] = await database.query('account', `select ${COLUMNS} from accounts a where a.id = $1`, [
        id,
      ]);
      return row && toAccount(row);
    },

    async list() {
      const rows = await database.query(
        'accounts',
        `select ${COLUMNS} from accounts a order by a.created_at, a.id`,
        [],
      );
      return rows.map(toAccount);
    },

    async grant(id, certificates) {
      const [row] = await database.query(
        'grant',
        `update accounts a set certificates_left = certificates_left + $2 where a.id = $1 returning ${COLUMNS}`,
        [id, certificates],
      );
      return row && toAccount(row);
    },

    async monthCalls(id, now) {
      const [row] = await database.query(
        'month-calls',
        `select coalesce(sum(u.month_calls), 0) as calls from api_keys k join api_key_usage u on u.key_id = k.id
          where k.account_id = $1 and u.month = utc_month($2)`,
        [id, now],
      );
      return Number(row?.calls ?? 0);
    },

    async openSession(id, tokenHash, now, expiresAt, origin) {
      await database.query(
        'open-session',
        `insert into sessions (token_hash, account_id, created_at, expires_at, ip, user_agent) values ($1, $2, $3, $4, $5, $6)`,
        [tokenHash, id, now, expiresAt, origin.ip, origin.userAgent],
      );
    },

    async findSession(tokenHash, now) {
      const [row] = await database.query(
        'session',
        `select ${COLUMNS} from sessions s join accounts a on a.id = s.account_id where s.token_hash = $1 and s.expires_at > $2`,
        [tokenHash, now],
      );
      return row && toAccount(row);
    },

    async closeSession(tokenHash) {
      await database.query('close-session', 'delete from sessions where token_hash = $1', [tokenHash]);
    },

    async loginFailures(emailHash, now) {
      const [row] = await database.query(
        'login-failures',
        'select failures, window_ends_at from login_failures where email_hash = $1 and window_ends_at > $2',
        [emailHash, now],
      );
      return row && { failures: row.failures as number, windowEndsAt: row.window_ends_at as Date };
    },

    async recordLoginFailure(emailHash, now, windowEndsAt) {
      await database.query(
        'record-login-failure',
        `insert into login_failures as f (email_hash, failures, window_ends_at) values ($1, 1, $3)
         on conflict (email_hash) do update set
           failures = case when f.window_ends_at > $2 then f.failures + 1 else 1 end,
           window_ends_at = case when f.window_ends_at > $2 then f.window_ends_at else $3 end`,
        [emailHash, now, windowEndsAt],
      );
    },

    async clearLoginFailures(emailHash) {
      await database.query('clear-login-failures', 'delete from login_failures where email_hash = $1', [
        emailHash,
      ]);
    },
  };
}

function toAccount(row: Row): Account {
  return {
    id: row.id as AccountId,
    email: row.email as string,
    name: row.name as string,
    certificatesLeft: row.certificates_left as number,
    maxRatePerMinute: (row.max_rate_per_minute as number | null) ?? undefined,
    maxMonthlyQuota: (row.max_monthly_quota as number | null) ?? undefined,
    createdAt: row.created_at as Date,
  };
}
