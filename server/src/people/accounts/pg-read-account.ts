/** Reads one account, by its id or from a row of a larger statement. */

import type { Database, Row } from '../../database/pool.ts';
import {
  boolean,
  date,
  id,
  number,
  optionalDate,
  optionalNumber,
  optionalText,
  text,
} from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Account } from './ports.ts';

/** Expects the table `accounts` under the alias `a`. */
export const ACCOUNT_COLUMNS = `a.id, a.name, a.certificates_left, a.certificates_granted, a.max_rate_per_minute, a.max_monthly_quota,
  a.created_at, a.time_zone, a.keep_files_days, a.four_eyes, a.shows_name,
  a.require_second_factor, a.suspended_at, a.deletion_requested_at, a.closed_at`;

export async function findAccount(database: Database, id: AccountId): Promise<Account | undefined> {
  const [row] = await database.query(
    `select ${ACCOUNT_COLUMNS} from accounts a where a.id = $1`,
    [id],
    'account',
  );
  return row && toAccount(row);
}

/** For an account that must exist. */
export async function foundAccount(database: Database, id: AccountId): Promise<Account> {
  const account = await findAccount(database, id);
  if (account === undefined) throw new Error(`The account ${id} is gone`);
  return account;
}

export function toAccount(row: Row): Account {
  return {
    id: id('acct', row, 'id'),
    name: text(row, 'name'),
    certificatesLeft: number(row, 'certificates_left'),
    certificatesGranted: number(row, 'certificates_granted'),
    maxRatePerMinute: optionalNumber(row, 'max_rate_per_minute'),
    maxMonthlyQuota: optionalNumber(row, 'max_monthly_quota'),
    createdAt: date(row, 'created_at'),
    timeZone: optionalText(row, 'time_zone'),
    keepFilesDays: optionalNumber(row, 'keep_files_days'),
    fourEyes: boolean(row, 'four_eyes'),
    showsName: boolean(row, 'shows_name'),
    requireSecondFactor: boolean(row, 'require_second_factor'),
    suspendedAt: optionalDate(row, 'suspended_at'),
    deletionRequestedAt: optionalDate(row, 'deletion_requested_at'),
    closedAt: optionalDate(row, 'closed_at'),
  };
}
