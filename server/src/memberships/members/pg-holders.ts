/** Which members hold the numbers and identifiers that a request wants to use. */

import * as read from '../../database/row-reader.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Member } from './member.ts';
import { UNIQUE_FIELDS, type UniqueField } from './refusals.ts';

export type Holder = { field: UniqueField; memberId: MemberId };

type Claims = Pick<Member, 'memberNumber' | 'curp' | 'rfc' | 'professionalLicense' | 'externalId'>;

const COLUMN: Record<UniqueField, string> = {
  member_number: 'member_number',
  curp: 'curp_mac',
  rfc: 'rfc_mac',
  professional_license: 'professional_license',
  external_id: 'external_id',
};

/**
 * For each claim, finds the members that hold one of its values, in the order of `UNIQUE_FIELDS`. One statement serves
 * all claims.
 */
export async function findHolders(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  claims: readonly Claims[],
): Promise<Holder[][]> {
  const parts = UNIQUE_FIELDS.map(
    (field) => `select w.place, '${field}' as field, m.id from wanted w join members m
      on m.account_id = $1 and m.livemode = $2 and m.${COLUMN[field]} = w.${COLUMN[field]}`,
  );
  const rows = await query(
    `with wanted as materialized (
       select * from unnest($3::text[], $4::bytea[], $5::bytea[], $6::text[], $7::text[]) with ordinality
           as w (member_number, curp_mac, rfc_mac, professional_license, external_id, place)
     ) ${parts.join(' union all ')}`,
    [
      accountId,
      livemode,
      claims.map(({ memberNumber }) => memberNumber || null),
      claims.map(({ curp }) => curp?.mac ?? null),
      claims.map(({ rfc }) => rfc?.mac ?? null),
      claims.map(({ professionalLicense }) => professionalLicense ?? null),
      claims.map(({ externalId }) => externalId ?? null),
    ],
    'find-holders',
  );
  const holders = claims.map((): Holder[] => []);
  for (const row of rows) {
    const holder = { field: read.oneOf(row, 'field', UNIQUE_FIELDS), memberId: read.id('mem', row, 'id') };
    holders[read.number(row, 'place') - 1]?.push(holder);
  }
  for (const found of holders) found.sort((a, b) => rank(a) - rank(b));
  return holders;
}

function rank({ field }: Holder): number {
  return UNIQUE_FIELDS.indexOf(field);
}
