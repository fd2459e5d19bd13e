/** Creates and changes accounts. Each statement also writes the audit log entry. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { findAccount, foundAccount } from './pg-read-account.ts';
import { type AccountChange, type AccountStore, toFourEyes } from './ports.ts';

/**
 * The owner's login data is also written to the account, where programs from before people and accounts were separate
 * read and write it.
 */
const CREATE_ACCOUNT = `
  with owner as (
    insert into people (id, email, name, password_hash, created_at, language, time_zone, email_proven_at, accounts_opened)
    values ($12, $2, $3, $4, $8::timestamptz, $9, $10, $11::timestamptz, 1)
    on conflict (lower(email)) do nothing
    returning id
  ), made as (
    insert into accounts (id, email, name, password_hash, certificates_left, certificates_granted,
                          max_rate_per_minute, max_monthly_quota, created_at, language, time_zone, email_proven_at,
                          shows_name)
    select $1, $2, $3, $4, $5::integer, $5::integer, $6::integer, $7::integer, $8::timestamptz, $9, $10, $11::timestamptz,
           true
      from owner
    returning id
  ), seat as (
    insert into seats (account_id, person_id, role, created_at) select made.id, $12, 'owner', $8::timestamptz from made
  ), counters as (
    insert into certificate_counts (account_id, livemode) select id, mode from made, unnest(array[true, false]) mode
  ), operator as (
    insert into operators (person_id, added_at, is_first)
    select made_owner.id, $8::timestamptz, true from owner made_owner
     where $22::boolean and not exists (select from people)
    on conflict do nothing returning person_id
  ), noted as (
    select write_audit('operator', $8::timestamptz, 'operator.add', $16, $17, $18, $19, operator.person_id, '{"first":true}')
      from operator
  )
  select (select count(*) from noted), ${auditCall(13)}, write_audit($12, $8::timestamptz, 'person.create', $16, $17, $18, $19, null, '{}') from made`;

const GRANT = `
  with granted as (
    update accounts set certificates_left = certificates_left + $2::integer,
           certificates_granted = certificates_granted + $2::integer
     where id = $1 and closed_at is null and certificates_left + $2::bigint >= 0
       and certificates_granted + $2::bigint < 2147483648
    returning id
  )
  select ${auditCall(3)} from granted`;

const LIMIT = `
  with limited as (
    update accounts set max_rate_per_minute = case when $2 then $3 else max_rate_per_minute end,
           max_monthly_quota = case when $4 then $5 else max_monthly_quota end
     where id = $1 returning id
  )
  select ${auditCall(6)} from limited`;

const CHANGE_ACCOUNT = `
  with changed as (
    update accounts set name = coalesce($2, name), time_zone = case when $3 then $4 else time_zone end,
           four_eyes = coalesce($5, four_eyes), require_second_factor = coalesce($6, require_second_factor),
           shows_name = coalesce($7, shows_name)
     where id = $1 returning id
  )
  select ${auditCall(8)} from changed`;

const KEEP_FILES = `
  with before as (
    select id, keep_files_days from accounts where id = $1 for update
  ), changed as (
    update accounts a set keep_files_days = $2 from before
     where a.id = before.id and before.keep_files_days is distinct from $2::integer
    returning a.id, before.keep_files_days as days
  )
  select ${auditCall(3)} from changed`;

export function accountChanges(database: Database): Pick<AccountStore, 'create' | 'grant' | 'change'> {
  return {
    async create(account, owner, passwordHash, by, firstOperates = false) {
      const details = { certificates: account.certificatesLeft };
      const action = 'account.create';
      const note = { accountId: account.id, at: account.createdAt, action, by, details } as const;
      const rows = await database.query(
        CREATE_ACCOUNT,
        [
          account.id,
          owner.email,
          account.name,
          passwordHash,
          account.certificatesLeft,
          account.maxRatePerMinute,
          account.maxMonthlyQuota,
          account.createdAt,
          owner.language,
          account.timeZone,
          owner.emailProvenAt,
          owner.id,
          ...auditParams(note),
          firstOperates,
        ],
        'create-account',
      );
      return rows.length === 1;
    },

    async grant(id, certificates, now, by, reason) {
      const details = { certificates, ...(reason !== undefined && { reason }) };
      const note = { accountId: id, at: now, action: 'allowance.grant', by, details } as const;
      const rows = await database.query(GRANT, [id, certificates, ...auditParams(note)], 'grant');
      return rows.length === 1 ? findAccount(database, id) : undefined;
    },

    async change(id, change, now, by) {
      const changed = namesIn(change);
      if (changed.length === 0) return foundAccount(database, id);
      const details = { changed, ...switchesIn(change) };
      const note = { accountId: id, at: now, action: 'account.change', by, details } as const;
      await database.query(
        CHANGE_ACCOUNT,
        [
          id,
          change.name,
          change.timeZone !== undefined,
          change.timeZone,
          change.fourEyes,
          change.requireSecondFactor,
          change.showsName,
          ...auditParams(note),
        ],
        'change-account',
      );
      return foundAccount(database, id);
    },
  };
}

export function retention(database: Database): Pick<AccountStore, 'keepFiles'> {
  return {
    async keepFiles(id, days, now, by) {
      const details = { keep_files_days: days ?? null };
      const note = { accountId: id, at: now, action: 'retention.change', by, details } as const;
      await database.query(KEEP_FILES, [id, days, ...auditParams(note)], 'keep-files');
      return foundAccount(database, id);
    },
  };
}

/**
 * Notes the new values of switches. Of other fields it notes only the names, because a person may ask to have their
 * name erased and the log is kept.
 */
function switchesIn({ fourEyes, requireSecondFactor, showsName }: AccountChange) {
  return {
    ...(showsName !== undefined && { shows_name: showsName }),
    ...(fourEyes !== undefined && { four_eyes: toFourEyes(fourEyes) }),
    ...(requireSecondFactor !== undefined && { require_second_factor: requireSecondFactor }),
  };
}

function namesIn(change: AccountChange): string[] {
  const fields = {
    name: change.name,
    time_zone: change.timeZone,
    four_eyes: change.fourEyes,
    require_second_factor: change.requireSecondFactor,
    shows_name: change.showsName,
  };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

export function accountLimits(database: Database): Pick<AccountStore, 'limit'> {
  return {
    async limit(id, { ratePerMinute, monthlyQuota }, now, by) {
      const details = {
        ...(ratePerMinute !== undefined && { max_rate_per_minute: ratePerMinute }),
        ...(monthlyQuota !== undefined && { max_monthly_quota: monthlyQuota }),
      };
      const note = { accountId: id, at: now, action: 'limits.change', by, details } as const;
      const wanted = [ratePerMinute !== undefined, ratePerMinute, monthlyQuota !== undefined, monthlyQuota];
      const rows = await database.query(LIMIT, [id, ...wanted, ...auditParams(note)], 'limit-account');
      return rows.length === 1 ? findAccount(database, id) : undefined;
    },
  };
}
