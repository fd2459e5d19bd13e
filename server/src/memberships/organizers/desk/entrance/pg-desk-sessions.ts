/**
 * The sessions of organisers, and the browsers in which their people have entered a right code. Only hashes of tokens
 * are stored.
 */

import type { Database } from '../../../../database/pool.ts';
import * as read from '../../../../database/row-reader.ts';
import type { AccountId, OrganizerId } from '../../../../kernel/ids.ts';
import type { Tools } from '../../../../operations/operation.ts';
import type { AskingBrowser } from '../../../entrance-cookies.ts';
import type { Organizer } from '../../organizer.ts';
import { ORGANIZER_COLUMNS, toOrganizer } from '../../pg-organizers.ts';

type Ports = Pick<Tools, 'query'>;

export type DeskSession = {
  tokenHash: Uint8Array;
  accountId: AccountId;
  organizer: Organizer;
  /** The address with which somebody entered, in the spelling by which addresses are compared. */
  emailKey: string;
  /** Whether the operator has suspended the account, so that nobody can change anything in it. */
  isSuspended: boolean;
};

const MOST_AT_AN_ADDRESS = 20;

/**
 * Finds the organisers whose desks may be entered with this address. With `isToEnter` they are locked, so that nobody
 * gets in by an address that is being removed. If any of them is in live mode, those in test mode are left out.
 */
export async function findByAddress(
  { query }: Ports,
  accountId: AccountId,
  emailKey: string,
  { isToEnter = false } = {},
): Promise<Organizer[]> {
  const rows = await query(
    `select ${ORGANIZER_COLUMNS} from organizers o join accounts a on a.id = o.account_id and a.closed_at is null
      where o.account_id = $1 and o.email_keys @> array[$2] and o.status = 'active'
      order by o.livemode desc, o.id limit ${MOST_AT_AN_ADDRESS} ${isToEnter ? 'for share of o' : ''}`,
    [accountId, emailKey],
    isToEnter ? 'organizers-to-enter' : 'organizers-by-address',
  );
  const organizers = rows.map(toOrganizer);
  const live = organizers.filter(({ livemode }) => livemode);
  return live.length > 0 ? live : organizers;
}

export async function openDeskSession(
  { query }: Ports,
  session: {
    tokenHash: Uint8Array;
    accountId: AccountId;
    organizerId: OrganizerId;
    emailKey: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { tokenHash, accountId, organizerId, emailKey, createdAt, expiresAt } = session;
  await query(
    `with seen as (update organizers set last_seen_at = $5 where id = $3)
     insert into organizer_sessions (token_hash, account_id, organizer_id, email_key, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tokenHash, accountId, organizerId, emailKey, createdAt, expiresAt],
    'open-desk-session',
  );
}

/** Finds no session of a paused organiser, of an address that was removed, or in a closed account. */
export async function findDeskSession(
  { query }: Ports,
  accountId: AccountId,
  tokenHash: Uint8Array,
  now: Date,
): Promise<DeskSession | undefined> {
  const [row] = await query(
    `select ${ORGANIZER_COLUMNS}, s.email_key, a.suspended_at is not null as is_suspended
       from organizer_sessions s join organizers o on o.id = s.organizer_id
       join accounts a on a.id = s.account_id and a.closed_at is null
      where s.token_hash = $1 and s.account_id = $2 and s.expires_at > $3 and o.status = 'active'
        and s.email_key = any(o.email_keys)`,
    [tokenHash, accountId, now],
    'desk-session',
  );
  if (row === undefined) return undefined;
  const organizer = toOrganizer(row);
  const emailKey = read.text(row, 'email_key');
  return { tokenHash, accountId, organizer, emailKey, isSuspended: read.boolean(row, 'is_suspended') };
}

export async function closeDeskSession({ query }: Ports, tokenHash: Uint8Array): Promise<void> {
  await query('delete from organizer_sessions where token_hash = $1', [tokenHash], 'close-desk-session');
}

/** Deletes the sessions and browsers that may no longer enter because the organiser was paused or lost an address. */
export async function endSessions(
  { query }: Ports,
  { id, status }: Organizer,
  emailKeys: readonly string[],
): Promise<void> {
  for (const table of ['organizer_sessions', 'organizer_browsers'])
    await query(
      `delete from ${table} where organizer_id = $1 and ($2 or not email_key = any($3))`,
      [id, status === 'paused', emailKeys],
      `end-${table}`,
    );
}

/** Whether somebody with this address has entered a right code in this browser before. */
export async function isKnownBrowser(
  { query }: Ports,
  { accountId, emailKey, tokenHash, now }: AskingBrowser,
): Promise<boolean> {
  const rows = await query(
    `select from organizer_browsers
      where account_id = $1 and email_key = $2 and token_hash = $3 and expires_at > $4 limit 1`,
    [accountId, emailKey, tokenHash, now],
    'known-organizer-browser',
  );
  return rows.length > 0;
}

export async function knowBrowser(
  { query }: Ports,
  browser: {
    accountId: AccountId;
    organizerId: OrganizerId;
    emailKey: string;
    tokenHash: Uint8Array;
    expiresAt: Date;
  },
): Promise<void> {
  const { organizerId, tokenHash, accountId, emailKey, expiresAt } = browser;
  await query(
    `insert into organizer_browsers (organizer_id, token_hash, account_id, email_key, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (organizer_id, token_hash) do update set email_key = excluded.email_key, expires_at = excluded.expires_at`,
    [organizerId, tokenHash, accountId, emailKey, expiresAt],
    'know-organizer-browser',
  );
}

/** For housekeeping. */
export async function forgetEndedDesks(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  for (const table of ['organizer_sessions', 'organizer_browsers'])
    await database.query(`delete from ${table} where expires_at <= $1`, [now], `forget-${table}`);
}
