/** Accounts in PostgreSQL. */

import type { Database } from '../../database/pool.ts';
import { accountChanges, accountLimits, retention } from './pg-account-changes.ts';
import { accountOverview } from './pg-account-overview.ts';
import { accountEnding } from './pg-close-account.ts';
import { furtherAccounts } from './pg-open-account.ts';
import { ACCOUNT_COLUMNS, findAccount, toAccount } from './pg-read-account.ts';
import { accountSuspension } from './pg-suspend-account.ts';
import type { AccountStore } from './ports.ts';

export function makeAccountStore(database: Database): AccountStore {
  return {
    ...accountReads(database),
    ...accountChanges(database),
    ...furtherAccounts(database),
    ...accountLimits(database),
    ...retention(database),
    ...accountEnding(database),
    ...accountSuspension(database),
    ...accountOverview(database),
  };
}

function accountReads(database: Database): Pick<AccountStore, 'find' | 'list'> {
  return {
    find: (id) => findAccount(database, id),

    async list() {
      const rows = await database.query(
        `select ${ACCOUNT_COLUMNS} from accounts a order by a.created_at, a.id`,
        [],
        'accounts',
      );
      return rows.map(toAccount);
    },
  };
}
