/** Reads one account, by its id or from a row of a larger statement. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
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

/** Reads an account that must exist. */
export async function foundAccount(database: Database, id: AccountId): Promise<Account> {
  const account = await findAccount(database, id);
  if (account === undefined) throw new Error(`The account ${id} is gone`);
  return account;
}

export function toAccount(row: Row): Account {
  return {
    id: read.id('acct', row, 'id'),
    name: read.text(row, 'name'),
    certificatesLeft: read.number(row, 'certificates_left'),
    certificatesGranted: read.number(row, 'certificates_granted'),
    maxRatePerMinute: read.optionalNumber(row, 'max_rate_per_minute'),
    maxMonthlyQuota: read.optionalNumber(row, 'max_monthly_quota'),
    createdAt: read.date(row, 'created_at'),
    timeZone: read.optionalText(row, 'time_zone'),
    keepFilesDays: read.optionalNumber(row, 'keep_files_days'),
    fourEyes: read.boolean(row, 'four_eyes'),
    showsName: read.boolean(row, 'shows_name'),
    requireSecondFactor: read.boolean(row, 'require_second_factor'),
    suspendedAt: read.optionalDate(row, 'suspended_at'),
    deletionRequestedAt: read.optionalDate(row, 'deletion_requested_at'),
    closedAt: read.optionalDate(row, 'closed_at'),
  };
}
