/** Finds the members that posted rows name: one statement for each kind of identifier, however many rows there are. */

import * as read from '../../database/row-reader.ts';
import { type MemberId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools } from '../../operations/operation.ts';
import { emailKey } from './email-key.ts';
import { openMacs } from './identifiers.ts';

/**
 * The fields by which rosters name a member. `external_id` is not one of them, because in a roster it names the award.
 */
export const FINDABLE_FIELDS = [
  'member_id',
  'member_number',
  'professional_license',
  'curp',
  'email',
] as const;

export type FindableField = (typeof FINDABLE_FIELDS)[number] | 'external_id';

export type WantedMember = { field: FindableField; value: string };

export type FoundMember = MemberId | 'not_found' | 'ambiguous';

/**
 * Finds one member for each entry of `wanted`, in the same order. An entry can be ambiguous only if it names an e-mail
 * address, because two members may share one.
 */
export async function findMembers(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  owner: Owner,
  wanted: readonly WantedMember[],
): Promise<FoundMember[]> {
  const macOf = await openMacs(tools, owner);
  const keyOf = ({ field, value }: WantedMember): string | undefined => {
    if (field === 'member_id') return parseId('mem', value.trim());
    if (field === 'curp') return Buffer.from(macOf('curp', value.trim().toUpperCase())).toString('hex');
    return field === 'email' ? emailKey(value) : value.trim();
  };
  const keys = wanted.map(keyOf);
  const found = new Map<FindableField, Map<string, MemberId | 'ambiguous'>>();
  for (const field of new Set(wanted.map((one) => one.field))) {
    const asked = keys.filter((key, i) => key !== undefined && wanted[i]?.field === field);
    if (asked.length > 0) found.set(field, await findBy(tools, owner, field, asked));
  }
  return wanted.map(({ field }, i) => found.get(field)?.get(keys[i] ?? '') ?? 'not_found');
}

/** The column in which each field is looked up, and the form in which the column stores it. */
const COLUMN: Record<FindableField, { column: string; key: string; cast: string }> = {
  member_id: { column: 'm.id', key: 'm.id', cast: 'w.key' },
  member_number: { column: 'm.member_number', key: 'm.member_number', cast: 'w.key' },
  professional_license: { column: 'm.professional_license', key: 'm.professional_license', cast: 'w.key' },
  curp: { column: 'm.curp_mac', key: "encode(m.curp_mac, 'hex')", cast: "decode(w.key, 'hex')" },
  external_id: { column: 'm.external_id', key: 'm.external_id', cast: 'w.key' },
  email: { column: 'm.email_key', key: 'm.email_key', cast: 'w.key' },
};

async function findBy(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  field: FindableField,
  keys: readonly (string | undefined)[],
): Promise<Map<string, MemberId | 'ambiguous'>> {
  const { column, key, cast } = COLUMN[field];
  const found = new Map<string, MemberId | 'ambiguous'>();
  for (const slice of slicesOf([...new Set(keys)])) {
    const rows = await query(
      `select m.id, ${key} as key from unnest($3::text[]) as w (key)
         join members m on m.account_id = $1 and m.livemode = $2 and ${column} = ${cast}`,
      [accountId, livemode, slice],
      `find-members-${field}`,
    );
    for (const row of rows) {
      const value = read.text(row, 'key');
      found.set(value, found.has(value) ? 'ambiguous' : read.id('mem', row, 'id'));
    }
  }
  return found;
}
