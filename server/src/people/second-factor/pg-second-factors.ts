/** Second factors. Secrets arrive sealed and recovery codes hashed. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { firstRow, number, optionalText } from '../../database/row-reader.ts';
import { withAccountLocked } from '../login/pg-credentials.ts';
import { endOtherSessions } from '../login/pg-sessions.ts';
import type { SecondFactorStore } from './ports.ts';

const CONFIRM_FACTOR = `
  with confirmed as (
    update second_factors set secret = pending_secret, pending_secret = null, last_step = $3
     where account_id = $1 and pending_secret = $2 and exists (select from sessions where account_id = $1 and id = $5)
    returning account_id
  ), ${replaceCodes('confirmed', 4)}, ${endOtherSessions('confirmed', '$1', 5)}
  select ${auditCall(6)}, (select count(*) from noted) from confirmed`;

const USE_STEP = `
  update second_factors set last_step = $2 where account_id = $1 and last_step < $2 and secret is not null
  returning account_id`;

const RENEW_RECOVERY_CODES = `
  with factor as (
    select id as account_id from accounts where id = $1
       and (exists (select from second_factors where account_id = $1 and secret is not null)
            or exists (select from passkeys where account_id = $1))
       for no key update
  ), ${replaceCodes('factor', 2)}
  select ${auditCall(3)} from factor`;

/** The recovery codes stay while there is a passkey. */
const REMOVE_FACTOR = `
  with gone as (
    delete from second_factors where account_id = $1 returning account_id, secret
  ), codes as (
    delete from recovery_codes r using gone where r.account_id = gone.account_id
       and not exists (select from passkeys where account_id = $1)
  )
  select ${auditCall(2)} from gone where secret is not null`;

export function makeSecondFactorStore(database: Database): SecondFactorStore {
  return { ...factors(database), ...recoveryCodes(database) };
}

type RecoveryCodes = Pick<SecondFactorStore, 'useRecoveryCode' | 'renewRecoveryCodes'>;

function factors(database: Database): Omit<SecondFactorStore, keyof RecoveryCodes> {
  return {
    async find(accountId) {
      const row = firstRow(
        await database.query(
          `select f.secret, f.pending_secret, (select count(*) from passkeys where account_id = $1) as passkeys
             from (values ($1)) one (account_id) left join second_factors f on f.account_id = one.account_id`,
          [accountId],
          'second-factor',
        ),
      );
      return {
        sealed: optionalText(row, 'secret'),
        pending: optionalText(row, 'pending_secret'),
        passkeys: number(row, 'passkeys'),
      };
    },

    async setPending(accountId, sealed) {
      await database.query(
        `insert into second_factors (account_id, pending_secret) values ($1, $2)
         on conflict (account_id) do update set pending_secret = $2`,
        [accountId, sealed],
        'pending-second-factor',
      );
    },

    async confirm(accountId, kept, { pending, step, hashes }, now, by) {
      const note = { accountId, at: now, action: 'second_factor.enable', by } as const;
      const params = [accountId, pending, step, hashes, kept, ...auditParams(note)];
      const rows = await withAccountLocked(database, { account: accountId }, (query) =>
        query(CONFIRM_FACTOR, params, 'confirm-second-factor'),
      );
      return rows.length === 1;
    },

    async useStep(accountId, step) {
      const rows = await database.query(USE_STEP, [accountId, step], 'use-second-factor-step');
      return rows.length === 1;
    },

    async remove(accountId, now, by) {
      const note = { accountId, at: now, action: 'second_factor.disable', by } as const;
      const rows = await database.query(
        REMOVE_FACTOR,
        [accountId, ...auditParams(note)],
        'remove-second-factor',
      );
      return rows.length === 1;
    },
  };
}

function recoveryCodes(database: Database): RecoveryCodes {
  return {
    async useRecoveryCode(accountId, hash) {
      const rows = await database.query(
        'delete from recovery_codes where account_id = $1 and code_hash = $2 returning account_id',
        [accountId, hash],
        'use-recovery-code',
      );
      return rows.length === 1;
    },

    async renewRecoveryCodes(accountId, hashes, now, by) {
      const note = { accountId, at: now, action: 'recovery_codes.renew', by } as const;
      const rows = await database.query(
        RENEW_RECOVERY_CODES,
        [accountId, hashes, ...auditParams(note)],
        'renew-recovery-codes',
      );
      return rows.length === 1;
    },
  };
}

/** Replaces all recovery codes of the account in the CTE `source`. `hashes` is a parameter number. */
function replaceCodes(source: string, hashes: number): string {
  return `old as (
    delete from recovery_codes r using ${source} s where r.account_id = s.account_id
  ), fresh as (
    insert into recovery_codes (account_id, code_hash)
    select s.account_id, code_hash from ${source} s, unnest($${hashes}::bytea[]) code_hash
  )`;
}
