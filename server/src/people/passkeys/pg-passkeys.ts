/** Passkeys and challenges. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { withPersonLocked } from '../login/pg-credentials.ts';
import { endOtherSessions } from '../login/pg-sessions.ts';
import { MAX_PASSKEYS } from './passkey.ts';
import type { Added, Passkey, PasskeyStore } from './ports.ts';

const COLUMNS = `id, person_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at,
  last_used_at`;

/**
 * Runs after the person is locked, so that no passkey is missing in the count, and only for a session that is still
 * open.
 */
const ADD_PASSKEY = `
  with before as (
    select (select count(*) from passkeys where person_id = $2) as passkeys,
           exists (select from second_factors where person_id = $2 and secret is not null) as has_app
  ), made as (
    insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9 from before
     where passkeys < ${MAX_PASSKEYS} and exists (select from sessions where person_id = $2 and id = $11)
    on conflict (credential_id) do nothing
    returning id
  ), first_factor as (
    select from before, made where before.passkeys = 0 and not before.has_app
  ), old_codes as (
    delete from recovery_codes where person_id = $2 and exists (select from first_factor)
  ), codes as (
    insert into recovery_codes (person_id, code_hash)
    select $2, code_hash from unnest($10::bytea[]) code_hash where exists (select from first_factor)
  ), ${endOtherSessions('first_factor', '$2', 11)}
  select before.passkeys >= ${MAX_PASSKEYS} as is_full, exists (select from made) as is_made,
         exists (select from first_factor) as is_first, (select ${auditCall(12)} from made), (select count(*) from noted)
    from before`;

const USE_PASSKEY = `
  update passkeys set counter = $2, is_backed_up = $3, last_used_at = $4
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
  returning id`;

const REMOVE_PASSKEY = `
  with gone as (
    delete from passkeys where person_id = $1 and id = $2 returning id, name
  ), codes as (
    delete from recovery_codes where person_id = $1 and exists (select from gone)
       and not exists (select from second_factors where person_id = $1 and secret is not null)
       and not exists (select from passkeys where person_id = $1 and id <> $2)
  )
  select write_audit($1, $3, 'passkey.remove', $4, $5, $6, $7, id, json_build_object('name', name)) from gone`;

export function makePasskeyStore(database: Database): PasskeyStore {
  return { ...passkeys(database), ...challenges(database) };
}

type Challenges = Pick<PasskeyStore, 'addChallenge' | 'useChallenge'>;

function passkeys(database: Database): Omit<PasskeyStore, keyof Challenges> {
  return {
    async list(personId) {
      const sql = `select ${COLUMNS} from passkeys where person_id = $1 order by created_at, id`;
      return (await database.query(sql, [personId], 'passkeys')).map(toPasskey);
    },

    async findByCredential(credentialId) {
      const sql = `select ${COLUMNS} from passkeys where credential_id = $1`;
      const [row] = await database.query(sql, [credentialId], 'passkey');
      return row && toPasskey(row);
    },

    add: (passkey, kept, recoveryHashes, by) =>
      withPersonLocked(database, { person: passkey.personId }, async (query) => {
        const note = {
          accountId: passkey.personId,
          at: passkey.createdAt,
          action: 'passkey.add',
          by,
          target: passkey.id,
          details: { name: passkey.name },
        } as const;
        const params = [...columnsOf(passkey), recoveryHashes, kept, ...auditParams(note)];
        return addedFrom(read.firstRow(await query(ADD_PASSKEY, params, 'add-passkey')));
      }),

    async use(id, { counter, isBackedUp }, now) {
      const rows = await database.query(USE_PASSKEY, [id, counter, isBackedUp, now], 'use-passkey');
      return rows.length === 1;
    },

    async remove(personId, id, now, by) {
      const rows = await database.query(
        REMOVE_PASSKEY,
        [personId, id, now, by.type, by.id, by.ip, by.userAgent],
        'remove-passkey',
      );
      return rows.length === 1;
    },
  };
}

function challenges(database: Database): Challenges {
  return {
    async addChallenge({ holder, purpose, hash }, expiresAt) {
      await database.query(
        `insert into passkey_challenges (holder, purpose, challenge_hash, expires_at) values ($1, $2, $3, $4)
         on conflict (holder, purpose) do update set challenge_hash = $3, expires_at = $4`,
        [holder, purpose, hash, expiresAt],
        'add-passkey-challenge',
      );
    },

    async useChallenge({ holder, purpose, hash }, now) {
      const rows = await database.query(
        `delete from passkey_challenges
          where holder = $1 and purpose = $2 and challenge_hash = $3 and expires_at > $4 returning purpose`,
        [holder, purpose, hash, now],
        'use-passkey-challenge',
      );
      return rows.length === 1;
    },
  };
}

function columnsOf(passkey: Passkey): unknown[] {
  return [
    passkey.id,
    passkey.personId,
    passkey.credentialId,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    passkey.name,
    passkey.isBackedUp,
    passkey.createdAt,
  ];
}

function addedFrom(row: Row): Added {
  if (read.boolean(row, 'is_full')) return 'too_many';
  if (!read.boolean(row, 'is_made')) return 'credential_known';
  return read.boolean(row, 'is_first') ? 'added_as_first_factor' : 'added';
}

function toPasskey(row: Row): Passkey {
  return {
    id: read.id('passkey', row, 'id'),
    personId: read.id('per', row, 'person_id'),
    credentialId: read.bytes(row, 'credential_id'),
    publicKey: read.bytes(row, 'public_key'),
    counter: read.number(row, 'counter'),
    transports: read.textList(row, 'transports'),
    name: read.text(row, 'name'),
    isBackedUp: read.boolean(row, 'is_backed_up'),
    createdAt: read.date(row, 'created_at'),
    lastUsedAt: read.optionalDate(row, 'last_used_at'),
  };
}
