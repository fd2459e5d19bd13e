/**
 * Stores which identities of an issuer belong to which people. Each change also writes entries to the audit log, and
 * the events for integrators.
 */

import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { noteEvent } from '../../events/note-event.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import { withPersonLocked } from '../login/pg-credentials.ts';
import { PERSON_COLUMNS, toPerson } from '../persons/pg-read-person.ts';
import type { ClaimedSeat, IdentityStore, LoggedOutThere, NewIdentity } from './ports.ts';

const USE_ONCE = `
  insert into sso_used (hash, expires_at) values ($1, $2) on conflict do nothing returning hash`;

const FIND = `
  select ${PERSON_COLUMNS} from identities i join people p on p.id = i.person_id
   where i.issuer = $1 and i.subject = $2`;

/**
 * SQL that follows the CTE `who`, which selects the person. `before`: SQL of audit entries to write first. Adds a
 * seat, and never changes one.
 */
const joined = (before: string) => `, joined as (
    insert into identities (issuer, subject, person_id, created_at, last_login_at)
    select $1, $2, id, $4, $4 from who on conflict do nothing returning person_id
  ), seat as (
    insert into seats (account_id, person_id, role, created_at)
    select a.id, joined.person_id, $6, $4 from joined join accounts a on a.id = $5 and a.closed_at is null
    on conflict do nothing returning account_id, person_id, role
  )
  select ${before}
         write_audit(j.person_id, $4, 'single_sign_on.join', $7, $8, $9, $10, null, json_build_object('issuer', $1::text)),
         (select write_audit(s.account_id, $4, 'single_sign_on.seat', $7, $8, $9, $10, s.person_id,
                             json_build_object('role', s.role)) from seat s),
         (select s.role from seat s) as role
    from joined j`;

const JOIN = `with who as (select id from people where id = $3)${joined('')}`;

/** Does nothing if the address is taken or if the identity already belongs to somebody. */
const CREATE = `
  with who as (
    insert into people (id, email, name, email_proven_at, created_at, language, time_zone)
    select $3, $11, $12, $4::timestamptz, $4::timestamptz, $13, $14
     where not exists (select from identities where issuer = $1 and subject = $2)
    on conflict (lower(email)) do nothing returning id
  )${joined(`write_audit(j.person_id, $4, 'person.create', $7, $8, $9, $10, null, '{}'),`)}`;

/**
 * If the address was never proved, somebody else may have signed up with it. So everything that could still log in
 * there is removed: password, factors and sessions.
 */
const PROVE_ADDRESS = `
  with proven as (
    update people set email_proven_at = $2, password_hash = null where id = $1 and email_proven_at is null returning id
  ), sessions_gone as (
    delete from sessions s using proven p where s.person_id = p.id
  ), passkeys_gone as (
    delete from passkeys k using proven p where k.person_id = p.id
  ), codes_gone as (
    delete from recovery_codes c using proven p where c.person_id = p.id
  ), factors_gone as (
    delete from second_factors f using proven p where f.person_id = p.id
  ), resets_gone as (
    delete from password_resets r using proven p where r.person_id = p.id
  )
  delete from address_changes c using proven p where c.person_id = p.id`;

const SET_ROLE = `
  with before as (
    select role from seats where account_id = $1 and person_id = $2
  ), changed as (
    update seats set role = $3 where account_id = $1 and person_id = $2 and role not in ('owner', $3)
    returning account_id, person_id, role
  )
  select write_audit(account_id, $4, 'single_sign_on.seat', $5, $6, $7, $8, person_id, json_build_object('role', role)),
         (select role from before) as role_before
    from changed`;

const IS_INVITED = `
  select from invitations i join accounts a on a.id = i.account_id and a.closed_at is null
   where lower(i.email) = lower(normalize($1, NFC)) and i.accepted_at is null and i.revoked_at is null
     and i.expires_at > $2 limit 1`;

/** Ends one session if the issuer names it, otherwise all sessions of the subject. */
const END_SESSIONS = `
  with gone as (
    delete from sessions s
     where s.sso_issuer = $1 and ($2::text is null or s.sso_subject = $2) and ($3::text is null or s.sso_session = $3)
    returning s.id, s.person_id
  )
  select write_audit(person_id, $4, 'session.close', 'person', person_id, null, null, id, '{"logged_out_at":"issuer"}')
    from gone order by person_id, id`;

export function makeIdentityStore(database: Database): IdentityStore {
  return {
    async useOnce(hash, expiresAt) {
      return (await database.query(USE_ONCE, [hash, expiresAt], 'sso-use-once')).length === 1;
    },

    async find({ issuer, subject }) {
      const [row] = await database.query(FIND, [issuer, subject], 'person-by-identity');
      return row && toPerson(row);
    },

    async owns(personId, account) {
      const sql = `select from seats where person_id = $1 and account_id = $2 and role = 'owner'`;
      return (await database.query(sql, [personId, account], 'owns-account')).length === 1;
    },

    async isInvited(email, now) {
      return (await database.query(IS_INVITED, [email, now], 'is-invited')).length === 1;
    },

    ...identityChanges(database),
  };
}

type Changes = Pick<
  IdentityStore,
  'join' | 'proveAddress' | 'create' | 'setRole' | 'noteLogin' | 'endSessions'
>;

function identityChanges(database: Database): Changes {
  return {
    async join(identity, personId, seat, now, by) {
      const params = joinParams(identity, personId, seat, now, by);
      return withPersonLocked(database, { person: personId }, async (query) => {
        const rows = await query(JOIN, params, 'join-identity');
        await noteJoined(query, rows, { personId, account: seat?.account, now });
        return rows.length === 1;
      });
    },

    async proveAddress(personId, now) {
      await withPersonLocked(database, { person: personId }, (query) =>
        query(PROVE_ADDRESS, [personId, now], 'prove-address-by-issuer'),
      );
    },

    async create(identity, person, seat, now, by) {
      const params = [
        ...joinParams(identity, person.id, seat, now, by),
        person.email,
        person.name,
        person.language,
        person.timeZone,
      ];
      return database.transaction(async (query) => {
        const rows = await query(CREATE, params, 'create-identity');
        await noteJoined(query, rows, { personId: person.id, account: seat?.account, now });
        return rows.length === 1;
      });
    },

    async setRole(personId, { account, role }, now, by) {
      const params = [account, personId, role, now, by.type, by.id, by.ip, by.userAgent];
      await withPersonLocked(database, { person: personId }, async (query) => {
        const [row] = await query(SET_ROLE, params, 'set-claimed-role');
        if (row === undefined) return;
        const data = { id: personId, role, role_before: read.text(row, 'role_before') };
        const owner = { accountId: account, livemode: true };
        await noteEvent(query, owner, { type: 'person.role_changed', data, at: now });
      });
    },

    async noteLogin({ issuer, subject }, now) {
      const sql = 'update identities set last_login_at = $3 where issuer = $1 and subject = $2';
      await database.query(sql, [issuer, subject, now], 'note-sso-login');
    },

    async endSessions({ issuer, subject, session }: Omit<LoggedOutThere, 'messageId'>, now) {
      return (await database.query(END_SESSIONS, [issuer, subject, session, now], 'end-sso-sessions')).length;
    },
  };
}

/** If there is a new seat, integrators get the same event as for an accepted invitation. */
async function noteJoined(
  query: Query,
  [row]: readonly Row[],
  { personId, account, now }: { personId: PersonId; account: AccountId | undefined; now: Date },
): Promise<void> {
  const role = row && read.optionalText(row, 'role');
  if (role === undefined || account === undefined) return;
  const owner = { accountId: account, livemode: true };
  await noteEvent(query, owner, { type: 'person.joined', data: { id: personId, role }, at: now });
}

function joinParams(
  { issuer, subject }: NewIdentity,
  personId: string,
  seat: ClaimedSeat | undefined,
  now: Date,
  by: Actor,
): unknown[] {
  const account: AccountId | undefined = seat?.account;
  return [issuer, subject, personId, now, account, seat?.role, by.type, by.id, by.ip, by.userAgent];
}
