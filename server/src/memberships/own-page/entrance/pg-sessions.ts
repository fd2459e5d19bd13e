/** Links that a registrar hands over, and the sessions of members. Only hashes of their tokens are stored. */

import type { Database } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';
import type { Member } from '../../members/member.ts';
import { MEMBER_COLUMNS, toMember } from '../../members/pg-members.ts';

type Ports = Pick<Tools, 'query'>;

export const OPENED_BY = ['code', 'link'] as const;
type OpenedBy = (typeof OPENED_BY)[number];

export type MemberSession = {
  tokenHash: Uint8Array;
  member: Member;
  accountId: AccountId;
  openedBy: OpenedBy;
  /** The person or key that made the link with which the session was opened. */
  linkMadeBy: string | undefined;
  /** Whether the operator has suspended the account. */
  isSuspended: boolean;
  /**
   * Opened by a mailbox, or in a browser, already known as the member's own: only such a session can give
   * consent.
   */
  isOwn: boolean;
};

/** Each member has only one link: a new one invalidates the previous one. */
export async function writeLink(
  { query }: Ports,
  accountId: AccountId,
  memberId: MemberId,
  tokenHash: Uint8Array,
  expiresAt: Date,
  madeBy: string,
): Promise<void> {
  await query(
    `insert into member_links (member_id, account_id, token_hash, expires_at, made_by) values ($1, $2, $3, $4, $5)
     on conflict (member_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
       made_by = excluded.made_by`,
    [memberId, accountId, tokenHash, expiresAt, madeBy],
    'write-member-link',
  );
}

/**
 * The link is used up by deleting its row, so of two requests with the same link only one finds it. The member is
 * locked first, as for any change: a change of address ends either the link or the session that it opens.
 */
export async function useLink(
  { query }: Ports,
  accountId: AccountId,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ memberId: MemberId; livemode: boolean; madeBy: string | undefined } | undefined> {
  const [row] = await query(
    `with m as (
       select m.id, m.livemode, l.token_hash, l.made_by from member_links l join members m on m.id = l.member_id
        where l.token_hash = $1 and l.account_id = $2 and l.expires_at > $3 and m.status in ('active', 'suspended')
          for share of m)
     delete from member_links l using m where l.token_hash = m.token_hash returning m.id, m.livemode, m.made_by`,
    [tokenHash, accountId, now],
    'use-member-link',
  );
  return (
    row && {
      memberId: read.id('mem', row, 'id'),
      livemode: read.boolean(row, 'livemode'),
      madeBy: read.optionalText(row, 'made_by'),
    }
  );
}

/**
 * The living members who may log in with an address. Addresses are compared as in rosters. With `isToEnter`
 * they are locked, so that nobody gets in by an address that is being changed.
 */
export async function findByAddress(
  { query }: Ports,
  accountId: AccountId,
  emailKey: string,
  { isToEnter = false } = {},
): Promise<Member[]> {
  const rows = await query(
    `select ${MEMBER_COLUMNS} from members m join accounts a on a.id = m.account_id and a.closed_at is null
      where m.account_id = $1 and m.email_key = $2 and m.status in ('active', 'suspended')
      order by m.livemode desc, m.id limit 20 ${isToEnter ? 'for share of m' : ''}`,
    [accountId, emailKey],
    isToEnter ? 'members-to-enter' : 'members-by-address',
  );
  const members = rows.map(toMember);
  // If the address belongs to a live member, test members are not considered.
  const live = members.filter(({ livemode }) => livemode);
  return live.length > 0 ? live : members;
}

export async function openSession(
  { query }: Ports,
  session: {
    tokenHash: Uint8Array;
    accountId: AccountId;
    memberId: MemberId;
    openedBy: OpenedBy;
    linkMadeBy: string | undefined;
    isOwn: boolean;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await query(
    `insert into member_sessions (token_hash, account_id, member_id, opened_by, is_own, created_at, expires_at, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      session.tokenHash,
      session.accountId,
      session.memberId,
      session.openedBy,
      session.isOwn,
      session.createdAt,
      session.expiresAt,
      session.linkMadeBy,
    ],
    'open-member-session',
  );
}

/** Nothing is found for closed accounts, or for deceased or anonymised members. */
export async function findSession(
  { query }: Ports,
  accountId: AccountId,
  tokenHash: Uint8Array,
  now: Date,
): Promise<MemberSession | undefined> {
  const [row] = await query(
    `select ${MEMBER_COLUMNS}, s.opened_by, s.is_own, s.made_by,
            a.suspended_at is not null as is_suspended
       from member_sessions s join members m on m.id = s.member_id
       join accounts a on a.id = s.account_id and a.closed_at is null
      where s.token_hash = $1 and s.account_id = $2 and s.expires_at > $3 and m.status in ('active', 'suspended')`,
    [tokenHash, accountId, now],
    'member-session',
  );
  if (row === undefined) return undefined;
  const openedBy = read.oneOf(row, 'opened_by', OPENED_BY);
  const isOwn = openedBy === 'code' && read.boolean(row, 'is_own');
  const linkMadeBy = read.optionalText(row, 'made_by');
  const isSuspended = read.boolean(row, 'is_suspended');
  return { tokenHash, accountId, member: toMember(row), openedBy, linkMadeBy, isOwn, isSuspended };
}

export async function closeSession({ query }: Ports, tokenHash: Uint8Array): Promise<void> {
  await query('delete from member_sessions where token_hash = $1', [tokenHash], 'close-member-session');
}

/** For housekeeping. */
export async function forgetEndedEntrances(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  for (const table of ['member_sessions', 'member_links', 'member_codes', 'member_browsers'])
    await database.query(`delete from ${table} where expires_at <= $1`, [now], `forget-${table}`);
}
