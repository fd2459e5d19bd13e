/** Writes, finds and lists the addresses that are mailed about followed members. */

import type { Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { WatchAddressId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage } from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { emailKey } from '../../members/email-key.ts';
import { LOCALES } from '../../members/member.ts';
import { ADDRESS_STATUSES, type WatchAddress } from './watch-address.ts';

type Ports = Pick<Tools, 'query'>;

export const ADDRESS_COLUMNS = `d.id, d.account_id, d.livemode, d.email, d.language, d.status, d.mailed_at, d.answered_at,
  d.removed_at, d.created_at, d.updated_at`;

export async function listAddresses(tools: Ports, owner: Owner, asked: ListQuery) {
  const filter = ownedBy(owner, 'd');
  filter.conditions.push('d.removed_at is null');
  const source = { prefix: 'wad', columns: ADDRESS_COLUMNS, table: 'watch_addresses', alias: 'd' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { addresses: rows.map(toAddress), pagination };
}

export async function findAddress(
  { query }: Ports,
  { accountId, livemode }: Owner,
  addressId: WatchAddressId,
): Promise<WatchAddress | undefined> {
  const [row] = await query(
    `select ${ADDRESS_COLUMNS} from watch_addresses d
      where d.account_id = $1 and d.livemode = $2 and d.id = $3 and d.removed_at is null for update`,
    [accountId, livemode, addressId],
    'find-watch-address',
  );
  return row && toAddress(row);
}

/**
 * Also finds an address that was taken off the list. Calls of one account wait for each other, so that they cannot
 * exceed its limit.
 */
export async function findSameAddress(
  { query }: Ports,
  { accountId, livemode }: Owner,
  email: string,
): Promise<{ same: WatchAddress | undefined; others: number }> {
  await query('select from accounts where id = $1 for no key update', [accountId], 'account-of-addresses');
  const rows = await query(
    `select ${ADDRESS_COLUMNS}, d.email_key = $3 as is_same from watch_addresses d
      where d.account_id = $1 and d.livemode = $2 and (d.removed_at is null or d.email_key = $3)`,
    [accountId, livemode, emailKey(email)],
    'watch-addresses-of',
  );
  const same = rows.find((row) => read.boolean(row, 'is_same'));
  return { same: same && toAddress(same), others: rows.length - (same === undefined ? 0 : 1) };
}

/**
 * Stores the address, new or known. A mail with a confirmation link becomes due, except in test mode, where no mail is
 * sent.
 */
export async function askToConfirm(
  { query }: Ports,
  { accountId, livemode }: Owner,
  address: Pick<WatchAddress, 'id' | 'email' | 'language'> & { code: string },
  at: Date,
): Promise<WatchAddress> {
  const rows = await query(
    `insert into watch_addresses as d (id, account_id, livemode, email, email_key, language, status, code, due_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'unconfirmed', $7, case when $3 then $8::timestamptz end, $8, $8)
     on conflict (account_id, livemode, email_key) do update
       set email = excluded.email, language = excluded.language, status = 'unconfirmed', due_at = excluded.due_at,
           answered_at = null, removed_at = null, updated_at = excluded.updated_at
     returning ${ADDRESS_COLUMNS}`,
    [
      address.id,
      accountId,
      livemode,
      address.email,
      emailKey(address.email),
      address.language,
      address.code,
      at,
    ],
    'ask-watch-address',
  );
  return toAddress(read.firstRow(rows));
}

export async function removeAddress(
  { query }: Ports,
  { id: addressId }: WatchAddress,
  at: Date,
): Promise<void> {
  await query(
    `with kept as (
       update watch_addresses set removed_at = $2 where id = $1 and status = 'unsubscribed'
     )
     delete from watch_addresses where id = $1 and status <> 'unsubscribed'`,
    [addressId, at],
    'remove-watch-address',
  );
}

/** The address as a page shows it to somebody who opened a link in a mail. */
export type ReadAddress = WatchAddress & { account: string };

const READ = `select ${ADDRESS_COLUMNS}, a.name as account from watch_addresses d
  join accounts a on a.id = d.account_id and a.closed_at is null`;

/** Finds the address by its newest confirmation link, unless the link has expired. */
export async function findByToken(
  { query }: Ports,
  tokenHash: Uint8Array,
  now: Date,
): Promise<ReadAddress | undefined> {
  const [row] = await query(
    `${READ} where d.token_hash = $1 and d.token_until > $2 and d.removed_at is null`,
    [tokenHash, now],
    'watch-address-by-token',
  );
  return row && { ...toAddress(row), account: read.text(row, 'account') };
}

export async function findByCode({ query }: Ports, code: string): Promise<ReadAddress | undefined> {
  const [row] = await query(`${READ} where d.code = $1`, [code], 'watch-address-by-code');
  return row && { ...toAddress(row), account: read.text(row, 'account') };
}

/** Undefined if the address has this status already. Lines that were still to be mailed are deleted. */
export async function answerAddress(
  { query }: Ports,
  addressId: WatchAddressId,
  status: 'confirmed' | 'unsubscribed',
  at: Date,
): Promise<WatchAddress | undefined> {
  const from = status === 'confirmed' ? "d.status = 'unconfirmed'" : "d.status <> 'unsubscribed'";
  const rows = await query(
    `with answered as (
       update watch_addresses d set status = $2, answered_at = $3, updated_at = $3, due_at = null, token_hash = null,
              token_until = null
        where d.id = $1 and ${from} returning ${ADDRESS_COLUMNS}
     ), dropped as (delete from watch_mail_lines l using answered a where l.address_id = a.id)
     select * from answered`,
    [addressId, status, at],
    `${status}-watch-address`,
  );
  return rows[0] && toAddress(rows[0]);
}

export function toAddress(row: Row): WatchAddress {
  return {
    id: read.id('wad', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    livemode: read.boolean(row, 'livemode'),
    email: read.text(row, 'email'),
    language: read.oneOf(row, 'language', LOCALES),
    status: read.oneOf(row, 'status', ADDRESS_STATUSES),
    mailedAt: read.optionalDate(row, 'mailed_at'),
    answeredAt: read.optionalDate(row, 'answered_at'),
    isRemoved: read.optionalDate(row, 'removed_at') !== undefined,
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
