/** Password changes and resets. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { CREDENTIALS_MARK, withPersonLocked } from '../login/pg-credentials.ts';
import type { PasswordStore } from './ports.ts';

const CHANGE_PASSWORD = `
  with changed as (
    update people p set password_hash = $3 where p.id = $1 and ${CREDENTIALS_MARK} = $2 returning p.id
  ), gone as (
    delete from sessions s using changed where s.person_id = changed.id returning s.id
  ), resets as (
    delete from password_resets r using changed where r.person_id = changed.id
  ), made as (
    insert into sessions (id, person_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent)
    select $4, id, $5, $6, $6, $7, $10, $11 from changed
  )
  select write_audit($1, $6, 'password.change', $8, $9, $10, $11, null,
                     json_build_object('sessions_closed', (select count(*) from gone)))
    from changed`;

/**
 * Deleting the row uses up the token: of two requests with the same token, only one finds it. A second factor from
 * before the address was proved is removed: somebody else may have set it, and it would keep the owner out. A link
 * that was mailed to an address that the person no longer has is void.
 */
const RESET_PASSWORD = `
  with used as (
    delete from password_resets where token_hash = $1 and expires_at > $3 returning person_id, email
  ), before as (
    select a.id, used.email as mailed_to, a.email_proven_at is null as was_unproven,
           case when a.email_proven_at is null then a.created_at else coalesce(a.proven_login_at, a.created_at) end
             as proven_login_at
      from people a join used on a.id = used.person_id
  ), changed as (
    update people a set password_hash = $2, email_proven_at = coalesce(a.email_proven_at, $3),
           keys_in_doubt_since = least(a.keys_in_doubt_since, before.proven_login_at)
      from before
     where a.id = before.id and a.email = coalesce(before.mailed_to, a.email)
    returning a.id, a.email, before.was_unproven
  ), gone as (
    delete from sessions s using changed where s.person_id = changed.id returning s.id
  ), factor as (
    delete from second_factors f using changed where f.person_id = changed.id and was_unproven
  ), codes as (
    delete from recovery_codes c using changed where c.person_id = changed.id and was_unproven
  ), passkey as (
    delete from passkeys p using changed where p.person_id = changed.id and was_unproven
  ), others as (
    delete from password_resets r using changed where r.person_id = changed.id and r.token_hash <> $1
  )
  select email, write_audit(id, $3, 'password.reset', 'person', id, $4, $5, null,
                            json_build_object('sessions_closed', (select count(*) from gone)))
    from changed`;

export function makePasswordStore(database: Database): PasswordStore {
  return {
    async change(checkedMark, newHash, session, by) {
      const params = [
        session.personId,
        checkedMark,
        newHash,
        session.id,
        session.tokenHash,
        session.createdAt,
        session.expiresAt,
        by.type,
        by.id,
        by.ip,
        by.userAgent,
      ];
      const rows = await withPersonLocked(database, { person: session.personId }, (query) =>
        query(CHANGE_PASSWORD, params, 'change-password'),
      );
      return rows.length === 1;
    },

    async addReset({ id, email }, tokenHash, expiresAt) {
      await database.query(
        'insert into password_resets (token_hash, person_id, email, expires_at) values ($1, $2, $3, $4)',
        [tokenHash, id, email, expiresAt],
        'add-password-reset',
      );
    },

    async findReset(tokenHash, now) {
      const [row] = await database.query(
        `select a.id from password_resets r join people a on a.id = r.person_id
          where r.token_hash = $1 and r.expires_at > $2 and a.email = coalesce(r.email, a.email)`,
        [tokenHash, now],
        'password-reset',
      );
      return row && read.id('per', row, 'id');
    },

    async reset(tokenHash, newHash, now, { ip, userAgent }) {
      const [row] = await withPersonLocked(database, { resetToken: tokenHash }, (query) =>
        query(RESET_PASSWORD, [tokenHash, newHash, now, ip, userAgent], 'reset-password'),
      );
      return row && read.text(row, 'email');
    },
  };
}
