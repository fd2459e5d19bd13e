/** Finds members by the code of their page, for anyone who has this code. */

import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { readLook } from '../council/pg-council.ts';
import type { Member } from '../members/member.ts';
import { MEMBER_COLUMNS, toMember } from '../members/pg-members.ts';
import type { ShownCouncil } from './council-band.ts';
import type { ShownBadge, ShownDiploma } from './public-member.ts';

type Reads = Pick<Tools, 'query'>;

type MemberBehindCode = { owner: Owner; member: Member; wasPublic: boolean };

/** Finds a member, but not in closed accounts. */
export async function findByCode({ query }: Reads, code: string): Promise<MemberBehindCode | undefined> {
  const [row] = await query(
    `select ${MEMBER_COLUMNS}, m.account_id, m.was_public
       from members m join accounts o on o.id = m.account_id and o.closed_at is null where m.public_code = $1`,
    [code],
    'member-by-code',
  );
  if (row === undefined) return undefined;
  const member = toMember(row);
  return {
    owner: { accountId: read.id('acct', row, 'account_id'), livemode: member.livemode },
    member,
    wasPublic: read.boolean(row, 'was_public'),
  };
}

/** The council's look. Undefined if there is no such account, or if it is closed. */
export async function findCouncil({ query }: Reads, accountId: AccountId): Promise<ShownCouncil | undefined> {
  const rows = await query(
    'select from accounts where id = $1 and closed_at is null',
    [accountId],
    'public-council',
  );
  if (rows.length === 0) return undefined;
  const { name, color, accent, logo } = await readLook({ query }, accountId);
  return { accountId, name, color, accent, logo };
}

/**
 * Finds public members of live mode with this number or licence. People may type a number such as CG-0002 in small
 * letters, so three spellings are looked up, each in an index.
 */
export async function findPublicByNumber(
  { query }: Reads,
  accountId: AccountId,
  number: string,
): Promise<{ code: string; surnames: string[] }[]> {
  const written = [...new Set([number, number.toUpperCase(), number.toLowerCase()])];
  const rows = await query(
    `select public_code, first_surname, second_surname from members
      where account_id = $1 and livemode and (member_number = any($2) or professional_license = any($2))
        and public_profile and consent is not null`,
    [accountId, written],
    'public-member-by-number',
  );
  return rows.map((row) => {
    const [first, second] = [read.text(row, 'first_surname'), read.optionalText(row, 'second_surname')];
    return {
      code: read.text(row, 'public_code'),
      surnames: [first, ...(second ? [`${first} ${second}`] : [])],
    };
  });
}

export async function programNamesOf(
  { query }: Reads,
  programIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await query(
    'select id, name from programs where id = any($1)',
    [programIds],
    'names-of-programs',
  );
  return new Map(rows.map((row) => [read.text(row, 'id'), read.text(row, 'name')]));
}

/** Reads the newest hundred diplomas. Revoked ones are shown as revoked, as on their own pages. */
export async function diplomasOf({ query }: Reads, { id: memberId }: Member): Promise<ShownDiploma[]> {
  const rows = await query(
    `select d.code, d.folio, coalesce(c.title, a.activity ->> 'title') as name, a.completed_on, a.status = 'revoked' as is_revoked
       from documents d join awards a on a.id = d.award_id left join courses c on c.id = a.course_id
      where d.member_id = $1 and d.kind = 'diploma' and d.status = 'certified' and d.replaced_by is null
      order by a.completed_on desc, a.id limit 100`,
    [memberId],
    'diplomas-of-member',
  );
  return rows.map((row) => ({
    code: read.text(row, 'code'),
    folio: read.text(row, 'folio'),
    name: read.text(row, 'name'),
    completedOn: read.text(row, 'completed_on'),
    isRevoked: read.boolean(row, 'is_revoked'),
  }));
}

/** Reads the newest hundred badges. Revoked ones are shown as revoked, because copies of them may still be in use. */
export async function badgesOf({ query }: Reads, { id: memberId }: Member): Promise<ShownBadge[]> {
  const rows = await query(
    `select b.code, coalesce(c.title, a.activity ->> 'title') as name, a.completed_on, a.status = 'revoked' as is_revoked
       from awards a join badges b on b.award_id = a.id and b.replaced_at is null left join courses c on c.id = a.course_id
      where a.member_id = $1 order by a.completed_on desc, a.id limit 100`,
    [memberId],
    'badges-of-member',
  );
  return rows.map((row) => ({
    code: read.text(row, 'code'),
    name: read.text(row, 'name'),
    completedOn: read.text(row, 'completed_on'),
    isRevoked: read.boolean(row, 'is_revoked'),
  }));
}
