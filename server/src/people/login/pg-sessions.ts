/** Dashboard sessions. Only hashes of their tokens are stored. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Row } from '../../database/pool.ts';
import { date, id, optionalText } from '../../database/row-reader.ts';
import { ACCOUNT_COLUMNS, toAccount } from '../accounts/pg-read-account.ts';
import { CREDENTIALS_MARK, withAccountLocked } from './pg-credentials.ts';
import type { Session, SessionStore } from './ports.ts';

const COLUMNS = `s.id as s_id, s.created_at as s_created_at, s.last_seen_at as s_last_seen_at, s.ip as s_ip,
  s.user_agent as s_user_agent`;

/** `$2` is the current time. A week without use ends a session, and so does its absolute end. */
const IS_ALIVE = `s.expires_at > $2 and s.last_seen_at > $2::timestamptz - interval '7 days'`;

const OPEN_SESSION = `
  with made as (
    insert into sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent)
    select $1, a.id, $3, $4, $4, $5, $6, $7 from accounts a
     where a.id = $2 and a.closed_at is null and ${CREDENTIALS_MARK} = $8
    returning id
  ), proven as (
    update accounts set proven_login_at = $4 where id = $2 and $18::boolean and exists (select from made)
  )
  select ${auditCall(9)} from made`;

const CLOSE_SESSION = `
  with gone as (delete from sessions where account_id = $1 and id = $2 returning id)
  select ${auditCall(3)} from gone`;

const CLOSE_OTHER_SESSIONS = `
  with gone as (delete from sessions where account_id = $1 and id <> $2 returning id)
  select write_audit($1, $3, 'session.close', $4, $5, $6, $7, gone.id, '{}') from gone`;

/**
 * For a statement that turns a factor on, with the account locked: whoever got in without it must not stay, nor take the account to another
 * mailbox. CTEs that act if the CTE `source` has a row; `first` is the number of the parameter for the session that
 * stays, and those of `auditParams` come right after it.
 */
export function endOtherSessions(source: string, account: string, first: number): string {
  const [at, ...actor] = [2, 4, 5, 6, 7].map((i) => `$${first + i}`);
  return `ended as (
    delete from sessions s using ${source} where s.account_id = ${account} and s.id <> $${first} returning s.id
  ), moves as (
    delete from address_changes c using ${source} where c.account_id = ${account}
  ), noted as (
    select write_audit(${account}, ${at}, 'session.close', ${actor.join(', ')}, ended.id, '{}') from ended
  )`;
}

const LIST_SESSIONS = `
  select ${COLUMNS} from sessions s where s.account_id = $1 and ${IS_ALIVE}
   order by s.last_seen_at desc, s.id desc`;

const FIND_SESSION = `
  select ${ACCOUNT_COLUMNS}, ${COLUMNS} from sessions s join accounts a on a.id = s.account_id
   where s.token_hash = $1 and ${IS_ALIVE}`;

export function makeSessionStore(database: Database): SessionStore {
  return {
    async open(session, mark, note, isProven) {
      const params = [
        session.id,
        session.accountId,
        session.tokenHash,
        session.createdAt,
        session.expiresAt,
        note.by.ip,
        note.by.userAgent,
        mark,
        ...auditParams(note),
        isProven,
      ];
      const rows = await withAccountLocked(database, { account: session.accountId }, (query) =>
        query(OPEN_SESSION, params, 'open-session'),
      );
      return rows.length === 1;
    },

    async find(tokenHash, now) {
      const [row] = await database.query(FIND_SESSION, [tokenHash, now], 'session');
      return row && { account: toAccount(row), session: toSession(row) };
    },

    async seen(id, accountId, now) {
      await database.query(
        `update sessions set last_seen_at = greatest(last_seen_at, $3) where account_id = $1 and id = $2`,
        [accountId, id, now],
        'session-seen',
      );
    },

    async list(accountId, now) {
      const rows = await database.query(LIST_SESSIONS, [accountId, now], 'sessions');
      return rows.map(toSession);
    },

    async close(accountId, id, now, by) {
      const note = { accountId, at: now, action: 'session.close', by, target: id } as const;
      const rows = await database.query(
        CLOSE_SESSION,
        [accountId, id, ...auditParams(note)],
        'close-session',
      );
      return rows.length === 1;
    },

    async closeOthers(accountId, kept, now, by) {
      const rows = await database.query(
        CLOSE_OTHER_SESSIONS,
        [accountId, kept, now, by.type, by.id, by.ip, by.userAgent],
        'close-other-sessions',
      );
      return rows.length;
    },
  };
}

/** Deletes expired sessions, tokens of mailed links and challenges, and attempts whose window is over. */
export async function forgetWhatEnded(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  for (const [name, text] of [
    [
      'forget-sessions',
      `delete from sessions where expires_at <= $1 or last_seen_at <= $1::timestamptz - interval '7 days'`,
    ],
    ['forget-resets', 'delete from password_resets where expires_at <= $1'],
    ['forget-old-sign-ups', 'delete from sign_ups where expires_at <= $1'],
    ['forget-address-changes', 'delete from address_changes where expires_at <= $1'],
    ['forget-passkey-challenges', 'delete from passkey_challenges where expires_at <= $1'],
    ['forget-attempts', 'delete from attempts where window_ends_at <= $1'],
  ] as const) {
    await database.query(text, [now], name);
  }
}

function toSession(row: Row): Session {
  return {
    id: id('sess', row, 's_id'),
    createdAt: date(row, 's_created_at'),
    lastSeenAt: date(row, 's_last_seen_at'),
    ip: optionalText(row, 's_ip'),
    userAgent: optionalText(row, 's_user_agent'),
  };
}
