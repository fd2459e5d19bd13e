/** What somebody logs in with, as a text that can be compared, and the lock under which it is. */

import type { Database, Query } from '../../database/pool.ts';
import type { AccountId } from '../../kernel/ids.ts';

/** Another text after every change of the password, the authenticator app or the passkeys of the account `a`. */
export const CREDENTIALS_MARK = `left(encode(sha256(convert_to(concat_ws(' ', a.id, coalesce(a.password_hash, '-'),
  coalesce((select f.secret from second_factors f where f.account_id = a.id), '-'),
  (select string_agg(p.id, ' ' order by p.id) from passkeys p where p.account_id = a.id)), 'UTF8')), 'hex'), 32)`;

/**
 * Whatever opens a session, or ends sessions because of a change, first locks the account in a statement of its own. The
 * statement after that sees what others have committed: one that waited for the lock itself would neither see the factor
 * that was turned on meanwhile nor the session that was opened.
 */
export function withAccountLocked<T>(
  database: Database,
  which: { account: AccountId } | { email: string } | { resetToken: Uint8Array },
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return database.transaction(async (query) => {
    if ('account' in which) await lock(query, 'id = $1', which.account, 'lock-account');
    else if ('email' in which) await lock(query, 'lower(email) = lower($1)', which.email, 'lock-address');
    else await lock(query, OF_RESET, which.resetToken, 'lock-account-of-reset');
    return work(query);
  });
}

const OF_RESET = 'id = (select account_id from password_resets where token_hash = $1)';

async function lock(query: Query, which: string, param: unknown, name: string): Promise<void> {
  await query(`select from accounts where ${which} for no key update`, [param], name);
}
