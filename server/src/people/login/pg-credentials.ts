/** The credentials of a person as a text that can be compared, and the lock that protects them. */

import type { Database, Query } from '../../database/pool.ts';
import type { PersonId } from '../../kernel/ids.ts';

/**
 * A text that changes with the password, the authenticator app and the passkeys of the person `p`. It contains the id
 * of the person's first account, because browsers that were known before people and accounts were separate hold such a
 * mark.
 */
export const CREDENTIALS_MARK = `left(encode(sha256(convert_to(concat_ws(' ', first_account_of(p.id),
  coalesce(p.password_hash, '-'),
  coalesce((select f.secret from second_factors f where f.person_id = p.id), '-'),
  (select string_agg(k.id, ' ' order by k.id) from passkeys k where k.person_id = p.id)), 'UTF8')), 'hex'), 32)`;

type Which =
  | { person: PersonId }
  | { email: string }
  | { resetToken: Uint8Array }
  | { addressToken: Uint8Array };

/**
 * Code that opens a session, ends sessions because of a change, or updates a person, first locks the person in
 * separate statements. The next statement then sees what others have committed. A statement that itself waited for the
 * lock would see neither a factor that was turned on nor a session that was opened during the wait.
 *
 * The person's first account is locked before the person. Programs of the last release lock and write only accounts,
 * so a lock on the person would not stop them from adding a passkey or changing a password. Closing an account locks
 * only the account, and must find every session that names it. The order matters because triggers lead from the
 * account to the person (`migrations/0059_people.sql`): an older program holds the account when its trigger asks for
 * the person. A program that held the person first would wait for the account, which is a deadlock.
 */
export function withPersonLocked<T>(
  database: Database,
  which: Which,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const [name, param] = Object.entries(which)[0] as [keyof typeof FIND, unknown];
  return database.transaction(async (query) => {
    const account = `select from accounts where id in (select first_account_of(p.id) from people p where ${FIND[name]})`;
    await query(`${account} for no key update`, [param], `lock-account-by-${name}`);
    await query(
      `select from people p where ${FIND[name]} for no key update`,
      [param],
      `lock-person-by-${name}`,
    );
    return work(query);
  });
}

const FIND = {
  person: 'p.id = $1',
  email: 'lower(p.email) = lower(normalize($1, NFC))',
  resetToken: 'p.id = (select person_id from password_resets where token_hash = $1)',
  addressToken: 'p.id = (select person_id from address_changes where token_hash = $1)',
};
