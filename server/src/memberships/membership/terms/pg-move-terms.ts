/** Moves open terms of a program to another version, and finds the categories that their awards need. */

import * as read from '../../../database/row-reader.ts';
import type { MemberId, ProgramId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

const BATCH = 20_000;

/** Moves terms in steps, so that no statement takes longer than a caller may wait. */
export async function moveTerms(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
  version: number,
  now: Date,
): Promise<number> {
  let moved = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await query(
      `with batch as (
         select id from memberships where program_id = $1 and id > $2 order by id limit ${BATCH}
       ), moved as (
         update membership_terms t set program_version = $3, is_stale = true, updated_at = $4
           from batch join memberships m using (id)
          where t.membership_id = m.id and m.status <> 'ended' and t.renewal_id is null and not t.is_void
         returning 1
       )
       select (select count(*)::integer from moved) as moved, (select max(id) from batch) as last`,
      [programId, after, version, now],
      'move-terms',
    );
    moved += read.number(read.firstRow(rows), 'moved');
    after = read.optionalText(read.firstRow(rows), 'last');
  }
  return moved;
}

/** Members with terms whose caches are stale, except those that another worker is processing. */
export async function readStaleMembers(
  { query }: Pick<Tools, 'query'>,
  limit: number,
  programId?: ProgramId,
): Promise<MemberId[]> {
  const rows = await query(
    `select p.id from members p where p.id in (
       select m.member_id from membership_terms t join memberships m on m.id = t.membership_id
        where t.is_stale and ($2::text is null or m.program_id = $2) limit $1)
      order by p.id for update skip locked`,
    [limit, programId],
    'stale-members',
  );
  return rows.map((row) => read.id('mem', row, 'id'));
}

/** The versions by which open terms of the program are counted. */
export async function versionsInUse(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
): Promise<number[]> {
  const rows = await query(
    `select distinct t.program_version from memberships m join membership_terms t on t.membership_id = m.id
      where m.program_id = $1 and m.status <> 'ended' and t.renewal_id is null and not t.is_void`,
    [programId],
    'versions-of-open-terms',
  );
  return rows.map((row) => read.number(row, 'program_version'));
}

/**
 * Which of these categories have pending or approved awards in open terms of the program, or before a first
 * term.
 */
export async function categoriesInUse(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
  categories: readonly string[],
): Promise<string[]> {
  const rows = await query(
    `select c.code from unnest($2::text[]) as c (code)
      where exists (
        select from award_lines l join awards a on a.id = l.award_id and a.status in ('pending', 'approved')
          join memberships m on m.member_id = a.member_id and m.program_id = $1 and m.status <> 'ended'
          join membership_terms t on t.membership_id = m.id and t.renewal_id is null and not t.is_void
         where l.program_id = $1 and l.category = c.code
           and a.completed_on <= greatest(t.ends_on, t.extended_until)
           and (a.completed_on >= t.starts_on or t.number = m.first_term_number))`,
    [programId, categories],
    'categories-in-use',
  );
  return rows.map((row) => read.text(row, 'code'));
}
