/** Dashboard sessions. Only hashes of their tokens are stored. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { joinSeat, PERSON_COLUMNS, SEAT_COLUMNS, toPerson, toSeat } from '../persons/pg-read-person.ts';
import { CREDENTIALS_MARK, withPersonLocked } from './pg-credentials.ts';
import type { SeatedVisit, Session, SessionStore } from './ports.ts';

const COLUMNS = `s.id as s_id, s.created_at as s_created_at, s.last_seen_at as s_last_seen_at, s.ip as s_ip,
  s.user_agent as s_user_agent, s.sso_issuer as s_sso_issuer, s.sso_proven_at as s_sso_proven_at`;

/** `$2` is the current time. A week without use ends a session, and so does its absolute end. */
const IS_ALIVE = `s.expires_at > $2 and s.last_seen_at > $2::timestamptz - interval '7 days'`;

const OPEN_SESSION = `
  with made as (
    insert into sessions (id, person_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent,
                          sso_issuer, sso_subject, sso_session, sso_id_token)
    select $1, p.id, $3, $4, $4, $5, $6, $7, $19, $20, $21, $22 from people p where p.id = $2 and ${CREDENTIALS_MARK} = $8
    returning id
  ), proven as (
    update people set proven_login_at = $4 where id = $2 and $18::boolean and exists (select from made)
  )
  select ${auditCall(9)} from made`;

const CLOSE_SESSION = `
  with gone as (delete from sessions where person_id = $1 and id = $2 returning id)
  select ${auditCall(3)} from gone`;

const CLOSE_OTHER_SESSIONS = `
  with gone as (delete from sessions where person_id = $1 and id <> $2 returning id)
  select write_audit($1, $3, 'session.close', $4, $5, $6, $7, gone.id, '{}') from gone`;

/**
 * CTEs for a statement that turns a factor on, with the person locked: a thief who logged in without the factor must
 * not stay logged in, nor move the person to another mailbox. They act if the CTE `source` has a row. `first` is the
 * number of the parameter for the session that stays; the parameters of `auditParams` follow it.
 */
export function endOtherSessions(source: string, person: string, first: number): string {
  const [at, ...actor] = [2, 4, 5, 6, 7].map((i) => `$${first + i}`);
  return `ended as (
    delete from sessions s using ${source} where s.person_id = ${person} and s.id <> $${first} returning s.id
  ), moves as (
    delete from address_changes c using ${source} where c.person_id = ${person}
  ), noted as (
    select write_audit(${person}, ${at}, 'session.close', ${actor.join(', ')}, ended.id, '{}') from ended
  )`;
}

const LIST_SESSIONS = `
  select ${COLUMNS} from sessions s where s.person_id = $1 and ${IS_ALIVE}
   order by s.last_seen_at desc, s.id desc`;

const FIND_SESSION = `
  select ${PERSON_COLUMNS}, ${COLUMNS}, ${SEAT_COLUMNS}, t.last_seen_at as t_last_seen_at, every.seats,
         coalesce(t.last_seen_at >= every.last_seen_at, false) as is_used_last
    from sessions s join people p on p.id = s.person_id ${joinSeat('$3')},
         lateral (
           select count(*) as seats, max(other.last_seen_at) as last_seen_at
             from seats other join accounts open on open.id = other.account_id and open.closed_at is null
            where other.person_id = p.id
         ) every
   where s.token_hash = $1 and ${IS_ALIVE} and ($4::text is null or s.sso_issuer = $4)`;

/**
 * The seat is always updated, so that a switch of accounts is noticed; the session only if it was not seen within the
 * last minute.
 */
const SEEN = `
  with seat as (
    update seats set last_seen_at = greatest(last_seen_at, $3) where account_id = $4 and person_id = $1
  )
  update sessions set last_seen_at = $3
   where person_id = $1 and id = $2 and last_seen_at <= $3::timestamptz - interval '1 minute'`;

/**
 * `onlyIssuer`: if people can only log in through the issuer, sessions that were opened in another way count as ended.
 */
export function makeSessionStore(database: Database, onlyIssuer?: string): SessionStore {
  return {
    async open(session, mark, note, isProven) {
      const params = [
        session.id,
        session.personId,
        session.tokenHash,
        session.createdAt,
        session.expiresAt,
        note.by.ip,
        note.by.userAgent,
        mark,
        ...auditParams(note),
        isProven,
        session.sso?.issuer,
        session.sso?.subject,
        session.sso?.session,
        session.sso?.sealedIdToken,
      ];
      const rows = await withPersonLocked(database, { person: session.personId }, (query) =>
        query(OPEN_SESSION, params, 'open-session'),
      );
      return rows.length === 1;
    },

    async find(tokenHash, now, account) {
      const [row] = await database.query(FIND_SESSION, [tokenHash, now, account, onlyIssuer], 'session');
      return row && toVisit(row);
    },

    async seen(id, personId, account, now) {
      await database.query(SEEN, [personId, id, now, account], 'session-seen');
    },

    async list(personId, now) {
      const rows = await database.query(LIST_SESSIONS, [personId, now], 'sessions');
      return rows.map(toSession);
    },

    ...ssoSessions(database),

    async close(personId, id, now, by) {
      const note = { accountId: personId, at: now, action: 'session.close', by, target: id } as const;
      const rows = await database.query(CLOSE_SESSION, [personId, id, ...auditParams(note)], 'close-session');
      return rows.length === 1;
    },

    async closeOthers(personId, kept, now, by) {
      const rows = await database.query(
        CLOSE_OTHER_SESSIONS,
        [personId, kept, now, by.type, by.id, by.ip, by.userAgent],
        'close-other-sessions',
      );
      return rows.length;
    },
  };
}

function ssoSessions(database: Database): Pick<SessionStore, 'ssoToken' | 'proven'> {
  return {
    async ssoToken(id) {
      const sql = 'select sso_id_token from sessions where id = $1';
      const [row] = await database.query(sql, [id], 'session-sso-token');
      return row && read.optionalText(row, 'sso_id_token');
    },

    async proven(id, at) {
      const sql = 'update sessions set sso_proven_at = $2 where id = $1 and sso_issuer is not null';
      await database.query(sql, [id, at], 'session-proven');
    },
  };
}

/**
 * Deletes expired sessions, tokens of mailed links and challenges, attempts whose window is over, and, a month after
 * their end, invitations: these hold the address of somebody who may never have come.
 */
export async function forgetWhatEnded(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  for (const [name, text] of [
    [
      'forget-sessions',
      `delete from sessions where expires_at <= $1 or last_seen_at <= $1::timestamptz - interval '7 days'`,
    ],
    ['forget-resets', 'delete from password_resets where expires_at <= $1'],
    ['forget-old-sign-ups', 'delete from sign_ups where expires_at <= $1'],
    ['forget-address-changes', 'delete from address_changes where expires_at <= $1'],
    ['forget-sso-used', 'delete from sso_used where expires_at <= $1'],
    ['forget-passkey-challenges', 'delete from passkey_challenges where expires_at <= $1'],
    [
      'forget-invitations',
      `delete from invitations
        where coalesce(accepted_at, revoked_at, expires_at) <= $1::timestamptz - interval '30 days'`,
    ],
    ['forget-attempts', 'delete from attempts where window_ends_at <= $1'],
  ] as const) {
    await database.query(text, [now], name);
  }
}

function toVisit(row: Row): SeatedVisit {
  const seat = toSeat(row);
  return {
    person: toPerson(row),
    session: toSession(row),
    seat: seat && {
      ...seat,
      lastSeenAt: read.optionalDate(row, 't_last_seen_at'),
      isUsedLast: read.boolean(row, 'is_used_last'),
    },
    seats: read.number(row, 'seats'),
  };
}

function toSession(row: Row): Session {
  return {
    id: read.id('sess', row, 's_id'),
    createdAt: read.date(row, 's_created_at'),
    lastSeenAt: read.date(row, 's_last_seen_at'),
    ip: read.optionalText(row, 's_ip'),
    userAgent: read.optionalText(row, 's_user_agent'),
    sso:
      read.optionalText(row, 's_sso_issuer') === undefined
        ? undefined
        : { provenAt: read.optionalDate(row, 's_sso_proven_at') },
  };
}
