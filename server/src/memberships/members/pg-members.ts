/** Reads and writes members, any number at once. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { byIds } from '../by-ids.ts';
import { searchTextOf } from '../search-text.ts';
import { emailKey } from './email-key.ts';
import {
  type Consent,
  LOCALES,
  MEMBER_STATUSES,
  type Member,
  PUBLIC_FIELDS,
  type SealedIdentifier,
} from './member.ts';

const STORED = [
  'member_number',
  'given_name',
  'first_surname',
  'second_surname',
  'email',
  'email_key',
  'phone',
  'curp_sealed',
  'curp_mac',
  'rfc_sealed',
  'rfc_mac',
  'professional_license',
  'specialty',
  'specialty_license',
  'locale',
  'member_since',
  'status',
  'suspended_on',
  'suspend_reason',
  'consent',
  'public_profile',
  'public_fields',
  'public_code',
  'search_text',
  'external_id',
  'metadata',
  'clock_id',
  'created_at',
  'updated_at',
] as const;

/** Columns of the table with the alias `m`. */
export const MEMBER_COLUMNS = ['id', 'livemode', ...STORED].map((column) => `m.${column}`).join(', ');

/** Finds the account of a member, for the operator, who has only the member's id. */
export async function findOwner(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
): Promise<Owner | undefined> {
  const [row] = await query(
    'select account_id, livemode from members where id = $1',
    [memberId],
    'owner-of-member',
  );
  return row && { accountId: read.id('acct', row, 'account_id'), livemode: read.boolean(row, 'livemode') };
}

/**
 * Reads members in any order, and leaves out those of other accounts. With `isToChange` they are locked, in the order
 * of their ids.
 */
export async function readMembers(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  memberIds: readonly MemberId[],
  { isToChange = false } = {},
): Promise<Member[]> {
  const rows = await query(
    `select ${MEMBER_COLUMNS} from members m where ${byIds('m')}
      order by m.id ${isToChange ? 'for update' : ''}`,
    [accountId, livemode, memberIds],
    isToChange ? 'members-to-change' : 'read-members',
  );
  return rows.map(toMember);
}

/**
 * Enters members and returns the ids of those that were entered. A member whose number or identifier is taken is left
 * out.
 */
export async function insertMembers(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  members: readonly Member[],
): Promise<Set<MemberId>> {
  const rows = await query(
    `insert into members (id, account_id, livemode, ${STORED.join(', ')})
     select r.id, $1, $2, ${STORED.map((column) => `r.${column}`).join(', ')}
       from json_populate_recordset(null::members, $3) r
     on conflict do nothing returning id`,
    [accountId, livemode, JSON.stringify(members.map(toRow))],
    'insert-members',
  );
  return new Set(rows.map((row) => read.id('mem', row, 'id')));
}

/**
 * Writes members. When a member's address changes, the sessions and the access link of the old address end, because it
 * may belong to somebody else. `keptSession` is the session of a member who has just proved the new address.
 */
export async function updateMembers(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  members: readonly Member[],
  { keptSession }: { keptSession?: Uint8Array | undefined } = {},
): Promise<void> {
  await query(
    `with r as (select * from json_populate_recordset(null::members, $3)),
          moved as (
            select m.id from members m join r on r.id = m.id
             where m.account_id = $1 and m.livemode = $2
               and m.email_key is not null and m.email_key is distinct from r.email_key),
          ended as (
            delete from member_sessions s using moved
             where s.member_id = moved.id and s.token_hash is distinct from $4),
          void as (delete from member_links l using moved where l.member_id = moved.id)
     update members m set ${STORED.map((column) => `${column} = r.${column}`).join(', ')}
       from r where m.id = r.id and m.account_id = $1 and m.livemode = $2`,
    [accountId, livemode, JSON.stringify(members.map(toRow)), keptSession ?? null],
    'update-members',
  );
}

function toRow(member: Member): Record<string, unknown> {
  return {
    id: member.id,
    member_number: member.memberNumber,
    given_name: member.givenName,
    first_surname: member.firstSurname,
    second_surname: member.secondSurname,
    email: member.email,
    email_key: member.email && emailKey(member.email),
    phone: member.phone,
    curp_sealed: member.curp?.sealed,
    curp_mac: asBytea(member.curp),
    rfc_sealed: member.rfc?.sealed,
    rfc_mac: asBytea(member.rfc),
    professional_license: member.professionalLicense,
    specialty: member.specialty,
    specialty_license: member.specialtyLicense,
    locale: member.locale,
    member_since: member.memberSince,
    status: member.status,
    suspended_on: member.suspendedOn,
    suspend_reason: member.suspendReason,
    consent: member.consent,
    public_profile: member.publicProfile,
    public_fields: member.publicFields,
    public_code: member.publicCode,
    search_text: searchTextOf(
      [member.givenName, member.firstSurname, member.secondSurname].filter(Boolean).join(' '),
      member.memberNumber,
    ),
    external_id: member.externalId,
    metadata: member.metadata,
    clock_id: member.clockId,
    created_at: member.createdAt,
    updated_at: member.updatedAt,
  };
}

function asBytea(identifier: SealedIdentifier | undefined): string | undefined {
  return identifier && `\\x${Buffer.from(identifier.mac).toString('hex')}`;
}

export function toMember(row: Row): Member {
  return {
    id: read.id('mem', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    memberNumber: read.text(row, 'member_number'),
    givenName: read.text(row, 'given_name'),
    firstSurname: read.text(row, 'first_surname'),
    secondSurname: read.optionalText(row, 'second_surname'),
    email: read.optionalText(row, 'email'),
    phone: read.optionalText(row, 'phone'),
    curp: toIdentifier(row, 'curp'),
    rfc: toIdentifier(row, 'rfc'),
    professionalLicense: read.optionalText(row, 'professional_license'),
    specialty: read.optionalText(row, 'specialty'),
    specialtyLicense: read.optionalText(row, 'specialty_license'),
    locale: read.oneOf(row, 'locale', LOCALES),
    memberSince: read.optionalText(row, 'member_since'),
    status: read.oneOf(row, 'status', MEMBER_STATUSES),
    suspendedOn: read.optionalText(row, 'suspended_on'),
    suspendReason: read.optionalText(row, 'suspend_reason'),
    consent: row.consent === null ? undefined : read.shaped(row, 'consent', isConsent, 'a consent'),
    publicProfile: read.boolean(row, 'public_profile'),
    publicFields: read.knownOf(row, 'public_fields', PUBLIC_FIELDS),
    publicCode: read.text(row, 'public_code'),
    externalId: read.optionalText(row, 'external_id'),
    metadata: read.textsByName(row, 'metadata'),
    clockId: row.clock_id === null ? undefined : read.id('clk', row, 'clock_id'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

function toIdentifier(row: Row, field: 'curp' | 'rfc'): SealedIdentifier | undefined {
  const sealed = read.optionalText(row, `${field}_sealed`);
  return sealed === undefined ? undefined : { sealed, mac: read.bytes(row, `${field}_mac`) };
}

function isConsent(value: unknown): value is Consent {
  return (
    read.isRecord(value) &&
    ['given_at', 'notice_version', 'channel'].every((part) => typeof value[part] === 'string')
  );
}
