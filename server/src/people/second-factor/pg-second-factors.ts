/** Second factors. Secrets arrive sealed and recovery codes hashed. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { withPersonLocked } from '../login/pg-credentials.ts';
import { endOtherSessions } from '../login/pg-sessions.ts';
import type { SecondFactorStore } from './ports.ts';

const CONFIRM_FACTOR = `
  with confirmed as (
    update second_factors set secret = pending_secret, pending_secret = null, last_step = $3
     where person_id = $1 and pending_secret = $2 and exists (select from sessions where person_id = $1 and id = $5)
    returning person_id
  ), ${replaceCodes('confirmed', 4)}, ${endOtherSessions('confirmed', '$1', 5)}
  select ${auditCall(6)}, (select count(*) from noted) from confirmed`;

const USE_STEP = `
  update second_factors set last_step = $2 where person_id = $1 and last_step < $2 and secret is not null
  returning person_id`;

const RENEW_RECOVERY_CODES = `
  with factor as (
    select id as person_id from people where id = $1
       and (exists (select from second_factors where person_id = $1 and secret is not null)
            or exists (select from passkeys where person_id = $1))
  ), ${replaceCodes('factor', 2)}
  select ${auditCall(3)} from factor`;

/** The recovery codes stay while there is a passkey. */
const REMOVE_FACTOR = `
  with gone as (
    delete from second_factors where person_id = $1 returning person_id, secret
  ), codes as (
    delete from recovery_codes r using gone where r.person_id = gone.person_id
       and not exists (select from passkeys where person_id = $1)
  )
  select ${auditCall(2)} from gone where secret is not null`;

export function makeSecondFactorStore(database: Database): SecondFactorStore {
  return { ...factors(database), ...recoveryCodes(database) };
}

type RecoveryCodes = Pick<SecondFactorStore, 'useRecoveryCode' | 'renewRecoveryCodes'>;

function factors(database: Database): Omit<SecondFactorStore, keyof RecoveryCodes> {
  return {
    async find(personId) {
      const row = read.firstRow(
        await database.query(
          `select f.secret, f.pending_secret, (select count(*) from passkeys where person_id = $1) as passkeys
             from (values ($1)) one (person_id) left join second_factors f on f.person_id = one.person_id`,
          [personId],
          'second-factor',
        ),
      );
      return {
        sealed: read.optionalText(row, 'secret'),
        pending: read.optionalText(row, 'pending_secret'),
        passkeys: read.number(row, 'passkeys'),
      };
    },

    async setPending(personId, sealed) {
      await database.query(
        `insert into second_factors (person_id, pending_secret) values ($1, $2)
         on conflict (person_id) do update set pending_secret = $2`,
        [personId, sealed],
        'pending-second-factor',
      );
    },

    async confirm(personId, kept, { pending, step, hashes }, now, by) {
      const note = { accountId: personId, at: now, action: 'second_factor.enable', by } as const;
      const params = [personId, pending, step, hashes, kept, ...auditParams(note)];
      const rows = await withPersonLocked(database, { person: personId }, (query) =>
        query(CONFIRM_FACTOR, params, 'confirm-second-factor'),
      );
      return rows.length === 1;
    },

    async useStep(personId, step) {
      const rows = await database.query(USE_STEP, [personId, step], 'use-second-factor-step');
      return rows.length === 1;
    },

    async remove(personId, now, by) {
      const note = { accountId: personId, at: now, action: 'second_factor.disable', by } as const;
      const rows = await database.query(
        REMOVE_FACTOR,
        [personId, ...auditParams(note)],
        'remove-second-factor',
      );
      return rows.length === 1;
    },
  };
}

function recoveryCodes(database: Database): RecoveryCodes {
  return {
    async useRecoveryCode(personId, hash) {
      const rows = await database.query(
        'delete from recovery_codes where person_id = $1 and code_hash = $2 returning person_id',
        [personId, hash],
        'use-recovery-code',
      );
      return rows.length === 1;
    },

    async renewRecoveryCodes(personId, hashes, now, by) {
      const note = { accountId: personId, at: now, action: 'recovery_codes.renew', by } as const;
      const params = [personId, hashes, ...auditParams(note)];
      const rows = await withPersonLocked(database, { person: personId }, (query) =>
        query(RENEW_RECOVERY_CODES, params, 'renew-recovery-codes'),
      );
      return rows.length === 1;
    },
  };
}

/** Replaces all recovery codes of the person in the CTE `source`. `hashes` is a parameter number. */
function replaceCodes(source: string, hashes: number): string {
  return `old as (
    delete from recovery_codes r using ${source} s where r.person_id = s.person_id
  ), fresh as (
    insert into recovery_codes (person_id, code_hash)
    select s.person_id, code_hash from ${source} s, unnest($${hashes}::bytea[]) code_hash
  )`;
}
