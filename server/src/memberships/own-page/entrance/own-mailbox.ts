/**
 * Decides which mailboxes and browsers are a member's own. Consent from any other mailbox or browser does not count,
 * because a registrar may enter by a link, or change the address on file and then read the codes mailed to it.
 */

import * as read from '../../../database/row-reader.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';
import { type AskingBrowser, BROWSER_MS } from '../../entrance-cookies.ts';

type Ports = Pick<Tools, 'query'>;

/** Whether a member with this address has logged in from this browser before, through the member's own mailbox. */
export async function isKnownBrowser(
  { query }: Ports,
  { accountId, emailKey, tokenHash, now }: AskingBrowser,
): Promise<boolean> {
  const rows = await query(
    `select from members m join member_browsers b on b.member_id = m.id
      where m.account_id = $1 and m.email_key = $2 and b.token_hash = $3 and b.expires_at > $4`,
    [accountId, emailKey, tokenHash, now],
    'known-member-browser',
  );
  return rows.length > 0;
}

/**
 * Decides whether it was the member who typed the code. For this, the address or the browser must be known as the
 * member's own; then both are recorded as the member's own.
 */
export async function claimOwn(
  { query }: Ports,
  accountId: AccountId,
  memberId: MemberId,
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const [row] = await query(
    `select m.own_email_key is null or m.own_email_key = m.email_key
              or exists (select from member_browsers b
                          where b.member_id = m.id and b.token_hash = $2 and b.expires_at > $3) as is_own
       from members m where m.id = $1`,
    [memberId, tokenHash, now],
    'is-own-mailbox',
  );
  if (row === undefined || !read.boolean(row, 'is_own')) return false;
  await query(
    `insert into member_browsers (token_hash, member_id, account_id, expires_at) values ($1, $2, $3, $4)
     on conflict (member_id, token_hash) do update set expires_at = excluded.expires_at`,
    [tokenHash, memberId, accountId, new Date(now.getTime() + BROWSER_MS)],
    'know-member-browser',
  );
  await setOwn({ query }, memberId, undefined);
  return true;
}

/**
 * Called when a member changes the address. The new address counts as the member's own only if the session does. So a
 * first address does not count if it is set in a session that a link opened.
 */
export async function noteNewAddress({ query }: Ports, memberId: MemberId, isOwn: boolean): Promise<void> {
  if (isOwn) return setOwn({ query }, memberId, undefined);
  await query(
    "update members set own_email_key = '' where id = $1 and own_email_key is null",
    [memberId],
    'taint-first-address',
  );
}

/**
 * Called when two records are merged. Only a registrar says that they are one person. If both records had an own
 * address and the two differ, neither address counts any more, nor any browser or session, because one of the records
 * may have been made to obtain the other's consent.
 */
export async function mergeOwn({ query }: Ports, from: MemberId, into: MemberId): Promise<void> {
  const rows = await query(
    'select id, coalesce(own_email_key, email_key) as own from members where id = any($1)',
    [[from, into]],
    'own-addresses',
  );
  const ownOf = (id: MemberId) => {
    const row = rows.find((one) => one.id === id);
    return row && read.optionalText(row, 'own');
  };
  const [other, own] = [ownOf(from), ownOf(into)];
  if (other === undefined || other === own) return;
  if (own === undefined) return setOwn({ query }, into, other);
  await setOwn({ query }, into, '');
  for (const table of ['member_browsers', 'member_sessions', 'member_codes'])
    await query(`delete from ${table} where member_id = $1`, [into], `distrust-${table}`);
}

async function setOwn({ query }: Ports, memberId: MemberId, own: string | undefined): Promise<void> {
  await query(
    'update members set own_email_key = $2 where id = $1 and own_email_key is distinct from $2',
    [memberId, own ?? null],
    'set-own-address',
  );
}
