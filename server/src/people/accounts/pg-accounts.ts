/** Accounts. Every change is written to the audit log in its own statement. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Actor, AuditNote } from '../../audit/ports.ts';
import type { Database, Row } from '../../database/pool.ts';
import {
  boolean,
  date,
  firstRow,
  id,
  number,
  optionalDate,
  optionalNumber,
  optionalOneOf,
  optionalText,
  text,
} from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type Account, type AccountStore, LANGUAGES } from './ports.ts';

/** Of the table `accounts` under the name `a`. */
export const ACCOUNT_COLUMNS = `a.id, a.email, a.name, a.certificates_left, a.max_rate_per_minute, a.max_monthly_quota,
  a.created_at, a.language, a.time_zone, a.deletion_requested_at, a.closed_at,
  exists (select from second_factors f where f.account_id = a.id and f.secret is not null) as has_second_factor`;

export function makeAccountStore(database: Database): AccountStore {
  const find = async (id: AccountId) => {
    const [row] = await database.query(
      'account',
      `select ${ACCOUNT_COLUMNS} from accounts a where a.id = $1`,
      [id],
    );
    return row && toAccount(row);
  };
  const found = async (id: AccountId) => {
    const account = await find(id);
    if (account === undefined) throw new Error(`The account ${id} is gone`);
    return account;
  };
  return {
    find,

    async create(account, passwordHash, by) {
      const details = { certificates: account.certificatesLeft };
      const note = {
        ...noteOf(account.id, account.createdAt, by),
        action: 'account.create',
        details,
      } as const;
      const rows = await database.query(
        'create-account',
        `with made as (
           insert into accounts (id, email, name, password_hash, certificates_left, certificates_granted,
                                 max_rate_per_minute, max_monthly_quota, created_at, language, time_zone)
           values ($1, $2, $3, $4, $5::integer, $5::integer, $6, $7, $8, $9, $10)
           on conflict (lower(email)) do nothing
           returning id
         ), counters as (
           insert into certificate_counts (account_id, livemode) select id, mode from made, unnest(array[true, false]) mode
         )
         select ${auditCall(11)} from made`,
        [
          account.id,
          account.email,
          account.name,
          passwordHash,
          account.certificatesLeft,
          account.maxRatePerMinute,
          account.maxMonthlyQuota,
          account.createdAt,
          account.language,
          account.timeZone,
          ...auditParams(note),
        ],
      );
      return rows.length === 1;
    },

    async findByEmail(email) {
      const [row] = await database.query(
        'account-by-email',
        `select ${ACCOUNT_COLUMNS}, a.password_hash from accounts a where lower(a.email) = lower($1)`,
        [email],
      );
      return row && { account: toAccount(row), passwordHash: optionalText(row, 'password_hash') };
    },

    async list() {
      const rows = await database.query(
        'accounts',
        `select ${ACCOUNT_COLUMNS} from accounts a order by a.created_at, a.id`,
        [],
      );
      return rows.map(toAccount);
    },

    async grant(id, certificates, now, by) {
      const note = { ...noteOf(id, now, by), action: 'allowance.grant', details: { certificates } } as const;
      const rows = await database.query(
        'grant',
        `with granted as (
           update accounts set certificates_left = certificates_left + $2::integer,
                  certificates_granted = certificates_granted + $2::integer
            where id = $1 returning id
         )
         select ${auditCall(3)} from granted`,
        [id, certificates, ...auditParams(note)],
      );
      return rows.length === 1 ? find(id) : undefined;
    },

    async change(id, change, now, by) {
      const fields = { name: change.name, language: change.language, time_zone: change.timeZone };
      const changed = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      if (changed.length === 0) return found(id);
      // Which, not to what: a name is the person's to have erased, and this log keeps what it holds.
      const note = { ...noteOf(id, now, by), action: 'account.change', details: { changed } } as const;
      await database.query(
        'change-account',
        `with changed as (
           update accounts set name = coalesce($2, name), language = case when $3 then $4 else language end,
                  time_zone = case when $5 then $6 else time_zone end
            where id = $1 returning id
         )
         select ${auditCall(7)} from changed`,
        [
          id,
          change.name,
          change.language !== undefined,
          change.language,
          change.timeZone !== undefined,
          change.timeZone,
          ...auditParams(note),
        ],
      );
      return found(id);
    },

    async requestDeletion(id, now, by) {
      await database.query(
        'request-deletion',
        `with asked as (
           update accounts set deletion_requested_at = $2 where id = $1 and deletion_requested_at is null returning id
         )
         select ${auditCall(3)} from asked`,
        [id, now, ...auditParams({ ...noteOf(id, now, by), action: 'deletion.request' })],
      );
      return found(id);
    },

    async cancelDeletion(id, now, by) {
      await database.query(
        'cancel-deletion',
        `with kept as (
           update accounts set deletion_requested_at = null where id = $1 and deletion_requested_at is not null returning id
         )
         select ${auditCall(2)} from kept`,
        [id, ...auditParams({ ...noteOf(id, now, by), action: 'deletion.cancel' })],
      );
      return found(id);
    },

    async close(id, now, by) {
      await database.query(
        'close-account',
        // The address is kept unique by the id, and is one that nobody can sign up or be mailed under.
        `with closed as (
           update accounts set closed_at = $2, email = id, name = '', password_hash = null, time_zone = null
            where id = $1 and closed_at is null returning id
         ), keys as (
           update api_keys k set revoked_at = $2, revoked_reason = 'account closed' from closed
            where k.account_id = closed.id and k.revoked_at is null
         ), left_sessions as (
           delete from sessions s using closed where s.account_id = closed.id
         ), factor as (
           delete from second_factors f using closed where f.account_id = closed.id
         ), codes as (
           delete from recovery_codes r using closed where r.account_id = closed.id
         ), resets as (
           delete from password_resets r using closed where r.account_id = closed.id
         )
         select ${auditCall(3)} from closed`,
        [id, now, ...auditParams({ ...noteOf(id, now, by), action: 'account.close' })],
      );
      return find(id);
    },

    async overview(id, now) {
      const [row] = await database.query(
        'account-overview',
        // Certificates are numbered without gaps: those of the month are the ones after the last before it.
        `select a.page_opened_at is not null as has_opened_page, keys.*, counts.*
           from accounts a,
                lateral (
                  select count(*) > 0 as has_key, count(u.last_used_at) > 0 as has_called,
                         coalesce(sum(u.month_calls) filter (where u.month = utc_month($2)), 0)::bigint as month_calls
                    from api_keys k join api_key_usage u on u.key_id = k.id
                   where k.account_id = a.id
                ) keys,
                lateral (
                  select coalesce(sum(n.total) filter (where n.livemode), 0)::bigint as made,
                         coalesce(sum(n.total), 0) > 0 as has_certificate,
                         coalesce(sum(n.total - coalesce(earlier.number, 0)), 0)::bigint as month_certificates
                    from certificate_counts n
                    left join lateral (
                      select c.number from certificate_search c
                       where c.account_id = n.account_id and c.livemode = n.livemode and c.created_at < $3
                       order by c.created_at desc, c.number desc limit 1
                    ) earlier on true
                   where n.account_id = a.id
                ) counts
          where a.id = $1`,
        [id, now, startOfMonth(now)],
      );
      if (row === undefined) throw new Error(`The account ${id} is gone`);
      return {
        certificatesMade: number(row, 'made'),
        monthCalls: number(row, 'month_calls'),
        monthCertificates: number(row, 'month_certificates'),
        hasKey: boolean(row, 'has_key'),
        hasCalled: boolean(row, 'has_called'),
        hasCertificate: boolean(row, 'has_certificate'),
        hasOpenedPage: boolean(row, 'has_opened_page'),
      };
    },

    async monthCalls(id, now) {
      const rows = await database.query(
        'month-calls',
        `select coalesce(sum(u.month_calls), 0) as calls from api_keys k join api_key_usage u on u.key_id = k.id
          where k.account_id = $1 and u.month = utc_month($2)`,
        [id, now],
      );
      return number(firstRow(rows), 'calls');
    },
  };
}

function noteOf(accountId: AccountId, at: Date, by: Actor): Omit<AuditNote, 'action'> {
  return { accountId, at, by };
}

function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

export function toAccount(row: Row): Account {
  return {
    id: id('acct', row, 'id'),
    email: text(row, 'email'),
    name: text(row, 'name'),
    certificatesLeft: number(row, 'certificates_left'),
    maxRatePerMinute: optionalNumber(row, 'max_rate_per_minute'),
    maxMonthlyQuota: optionalNumber(row, 'max_monthly_quota'),
    createdAt: date(row, 'created_at'),
    language: optionalOneOf(row, 'language', LANGUAGES),
    timeZone: optionalText(row, 'time_zone'),
    hasSecondFactor: boolean(row, 'has_second_factor'),
    deletionRequestedAt: optionalDate(row, 'deletion_requested_at'),
    closedAt: optionalDate(row, 'closed_at'),
  };
}
