/** Finds the addresses to which a mail is due, and what these mails say. */

import type { Query } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import { WATCH_BASES, WATCH_STATUSES, type Watch } from '../watch.ts';
import { ADDRESS_COLUMNS, type ReadAddress, toAddress } from './pg-watch-addresses.ts';

export type DueAddress = ReadAddress & { code: string };

/** Locks the address. Addresses that another process is mailing are skipped. */
export async function takeDueAddress(query: Query, now: Date): Promise<DueAddress | undefined> {
  const [row] = await query(
    `select ${ADDRESS_COLUMNS}, d.code, a.name as account from watch_addresses d join accounts a on a.id = d.account_id
      where d.due_at <= $1 order by d.due_at, d.id limit 1 for update of d skip locked`,
    [now],
    'take-due-watch-address',
  );
  return row && { ...toAddress(row), code: read.text(row, 'code'), account: read.text(row, 'account') };
}

/** Stores the confirmation link that is about to be mailed. It replaces earlier links. */
export async function writeToken(
  query: Query,
  { id }: DueAddress,
  { tokenHash, until }: { tokenHash: Uint8Array; until: Date },
): Promise<void> {
  await query(
    'update watch_addresses set token_hash = $2, token_until = $3, due_at = null where id = $1',
    [id, tokenHash, until],
    'write-watch-token',
  );
}

/** After this many mails in a day, further ones are sent once an hour. */
const MAILS_AT_ONCE = 10;

/**
 * Claims the lines and counts the mail. Lines that were claimed long ago belong to a process that died; they are
 * deleted, because they may have been sent.
 */
export async function claimLines(query: Query, { id }: DueAddress, now: Date): Promise<number> {
  await query(
    "delete from watch_mail_lines where address_id = $1 and taken_at < $2::timestamptz - interval '10 minutes'",
    [id, now],
    'drop-taken-lines',
  );
  const rows = await query(
    `with taken as (update watch_mail_lines set taken_at = $2 where address_id = $1 and taken_at is null returning 1),
     counted as (
       update watch_addresses d set due_at = null, mails = case when is_new then 1 else mails + 1 end,
              mails_since = case when is_new then $2 else mails_since end,
              quiet_until = case when not is_new and mails + 1 >= ${MAILS_AT_ONCE} then $2 + interval '1 hour' end
         from (select coalesce(mails_since <= $2::timestamptz - interval '1 day', true) as is_new
                 from watch_addresses where id = $1) day
        where d.id = $1
     )
     select count(*)::integer as lines from taken`,
    [id, now],
    'claim-watch-lines',
  );
  return read.number(read.firstRow(rows), 'lines');
}

/** Deletes the claimed lines after the attempt, whether the mail server accepted the mail or refused it. */
export async function strikeLines(
  query: Query,
  { id }: DueAddress,
  at: Date,
  isSent: boolean,
): Promise<void> {
  await query(
    `with struck as (delete from watch_mail_lines where address_id = $1 and taken_at = $2)
     update watch_addresses set mailed_at = $2 where id = $1 and $3`,
    [id, at, isSent],
    'strike-watch-lines',
  );
}

/** Releases the claim after the mail server was not reached. Nothing was sent, so the mail is due again. */
export async function giveMailBack(query: Query, { id }: DueAddress, at: Date, dueAt: Date): Promise<void> {
  await query(
    `with given as (update watch_mail_lines set taken_at = null where address_id = $1 and taken_at = $2)
     update watch_addresses set due_at = least(due_at, $3), mails = greatest(mails - 1, 0)
      where id = $1 and status <> 'unsubscribed'`,
    [id, at, dueAt],
    'give-watch-mail-back',
  );
}

export type ToldLine = Pick<Watch, 'externalId' | 'named' | 'council' | 'basis' | 'status' | 'isPublic'> & {
  memberId: MemberId | undefined;
  membershipId: string;
  /** The code of the member's page, while the page is public. */
  pageCode: string | undefined;
};

/** Reads at most this many claimed lines, each with the current state of its watch. */
export async function readClaimedLines(
  query: Query,
  { id }: DueAddress,
  at: Date,
  most: number,
): Promise<ToldLine[]> {
  const rows = await query(
    `select l.membership_id, w.external_id, w.named, w.basis, w.status, w.member_id, m.public_code,
            coalesce(m.public_profile and m.consent is not null, false) as is_public, coalesce(k.name, c.name) as council
       from watch_mail_lines l join watches w on w.id = l.watch_id and w.removed_at is null
       join accounts c on c.id = w.council_id left join councils k on k.account_id = w.council_id
       left join members m on m.id = w.member_id
      where l.address_id = $1 and l.taken_at = $2 order by l.watch_id, l.membership_id limit ${most}`,
    [id, at],
    'claimed-watch-lines',
  );
  return rows.map((row) => {
    const isPublic = read.boolean(row, 'is_public');
    return {
      membershipId: read.text(row, 'membership_id'),
      externalId: read.optionalText(row, 'external_id'),
      named: read.text(row, 'named'),
      council: read.text(row, 'council'),
      basis: read.oneOf(row, 'basis', WATCH_BASES),
      status: read.oneOf(row, 'status', WATCH_STATUSES),
      memberId: row.member_id === null ? undefined : read.id('mem', row, 'member_id'),
      isPublic,
      pageCode: isPublic ? read.optionalText(row, 'public_code') : undefined,
    };
  });
}
