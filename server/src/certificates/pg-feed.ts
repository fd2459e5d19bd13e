/** Reads certificates by their numbers or ids, for readers that follow an account's list. Numbers have no gaps. */

import type { Query } from '../database/pool.ts';
import { number } from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Certificate } from './certificate.ts';
import { toCertificate, withAnchors } from './pg-certificates.ts';

type NumberedCertificate = { number: number; certificate: Certificate };

/** Returns the certificates in any order. Numbers that are not assigned yet are left out. */
export function readByNumbers(
  query: Query,
  owner: Owner,
  numbers: readonly number[],
): Promise<NumberedCertificate[]> {
  return read(query, owner, 'c.number = any ($3::bigint[])', numbers, 'certificates-by-number');
}

export function readByIds(
  query: Query,
  owner: Owner,
  ids: readonly string[],
): Promise<NumberedCertificate[]> {
  return read(query, owner, 'c.id = any ($3::text[])', ids, 'certificates-by-id');
}

async function read(
  query: Query,
  { accountId, livemode }: Owner,
  condition: string,
  wanted: readonly unknown[],
  name: string,
): Promise<NumberedCertificate[]> {
  if (wanted.length === 0) return [];
  const certificates = `select c.* from certificates c
    where c.account_id = caller.account_id and c.livemode = caller.livemode and ${condition}`;
  const rows = await query(
    `select page.* from (select $1::text as account_id, $2::boolean as livemode) caller
       cross join lateral (${withAnchors(certificates)}) page`,
    [accountId, livemode, wanted],
    name,
  );
  return rows.map((row) => ({ number: number(row, 'number'), certificate: toCertificate(row) }));
}
