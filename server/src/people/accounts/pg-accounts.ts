/** Accounts in PostgreSQL. */

import type { Database } from '../../database/pool.ts';
import { firstRow, optionalText, text } from '../../database/row-reader.ts';
import { CREDENTIALS_MARK } from '../login/pg-credentials.ts';
import { accountChanges, accountLimits, keyReview, retention } from './pg-account-changes.ts';
import { accountOverview } from './pg-account-overview.ts';
import { accountEnding } from './pg-close-account.ts';
import { ACCOUNT_COLUMNS, findAccount, toAccount } from './pg-read-account.ts';
import type { AccountStore } from './ports.ts';

export function makeAccountStore(database: Database): AccountStore {
  return {
    ...accountReads(database),
    ...accountChanges(database),
    ...accountLimits(database),
    ...keyReview(database),
    ...retention(database),
    ...accountEnding(database),
    ...accountOverview(database),
  };
}

type AccountReads = Pick<AccountStore, 'find' | 'fold' | 'findByEmail' | 'credentialsMark' | 'list'>;

function accountReads(database: Database): AccountReads {
  return {
    find: (id) => findAccount(database, id),

    async fold(email) {
      return text(
        firstRow(await database.query('select lower($1) as folded', [email], 'fold-email')),
        'folded',
      );
    },

    async findByEmail(email) {
      const [row] = await database.query(
        `select ${ACCOUNT_COLUMNS}, a.password_hash, ${CREDENTIALS_MARK} as mark
           from accounts a where lower(a.email) = lower($1)`,
        [email],
        'account-by-email',
      );
      if (row === undefined) return undefined;
      const passwordHash = optionalText(row, 'password_hash');
      return { account: toAccount(row), passwordHash, mark: text(row, 'mark') };
    },

    async credentialsMark(email) {
      const [row] = await database.query(
        `select ${CREDENTIALS_MARK} as mark from accounts a where lower(a.email) = lower($1)`,
        [email],
        'credentials-mark',
      );
      return row && text(row, 'mark');
    },

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
