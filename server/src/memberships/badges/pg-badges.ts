/** Stores badges, which are signed once and then only read. */

import { createHash } from 'node:crypto';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId, AwardId, CourseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { ProgramNames } from './achievement.ts';

type Reads = Pick<Tools, 'query'>;

export type StoredBadge = { code: string; credential: string };

/** The badge of an award. Undefined if nobody has asked for it yet, or if its member was anonymised. */
export async function findBadge({ query }: Reads, awardId: AwardId): Promise<StoredBadge | undefined> {
  const [row] = await query(
    'select code, credential from badges where award_id = $1 and replaced_at is null and credential is not null',
    [awardId],
    'find-badge',
  );
  return row && { code: read.text(row, 'code'), credential: read.text(row, 'credential') };
}

type NewBadge = StoredBadge & { awardId: AwardId; list: number; place: number; at: Date };

/** Stores a badge. Returns false if another process made one first or took its position in the list. */
export async function insertBadge(
  { query }: Reads,
  { accountId, livemode }: Owner,
  badge: NewBadge,
): Promise<boolean> {
  const rows = await query(
    `insert into badges (code, account_id, livemode, award_id, list, place, credential, sha256, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning code`,
    [
      badge.code,
      accountId,
      livemode,
      badge.awardId,
      badge.list,
      badge.place,
      badge.credential,
      createHash('sha256').update(badge.credential).digest(),
      badge.at,
    ],
    'insert-badge',
  );
  return rows.length > 0;
}

/** A free position in the list. Undefined if all of the given ones are taken. */
export async function freePlace(
  { query }: Reads,
  { accountId, livemode }: Owner,
  list: number,
  places: readonly number[],
): Promise<number | undefined> {
  const rows = await query(
    'select place from badges where account_id = $1 and livemode = $2 and list = $3 and place = any($4)',
    [accountId, livemode, list, places],
    'taken-places',
  );
  const taken = new Set(rows.map((row) => read.number(row, 'place')));
  return places.find((place) => !taken.has(place));
}

/** Marks the badge of an award as replaced. The next request for it makes another one. */
export async function replaceBadge({ query, now }: Pick<Tools, 'query' | 'now'>, awardId: AwardId) {
  await query(
    'update badges set replaced_at = $2 where award_id = $1 and replaced_at is null',
    [awardId, now()],
    'replace-badge',
  );
}

type PublishedBadge = {
  accountId: AccountId;
  /** Null if the member was anonymised. */
  credential: string | undefined;
  /** Whether the award was revoked, or another badge replaced this one. */
  isRevoked: boolean;
  hasConsent: boolean;
  isPublic: boolean;
};

export async function findPublishedBadge(
  { query }: Reads,
  code: string,
): Promise<PublishedBadge | undefined> {
  const [row] = await query(
    `select b.account_id, b.credential, m.consent is not null as has_consent, m.public_profile,
            (a.status = 'revoked' or b.replaced_at is not null) as is_revoked
       from badges b join awards a on a.id = b.award_id join members m on m.id = a.member_id where b.code = $1`,
    [code],
    'published-badge',
  );
  return row && toPublished(row);
}

function toPublished(row: Row): PublishedBadge {
  return {
    accountId: read.id('acct', row, 'account_id'),
    credential: read.optionalText(row, 'credential'),
    isRevoked: read.boolean(row, 'is_revoked'),
    hasConsent: read.boolean(row, 'has_consent'),
    isPublic: read.boolean(row, 'public_profile'),
  };
}

/** Any badge of this course and role will do, because all of them share one achievement. */
export async function newestBadgeOf(
  { query }: Reads,
  { courseId, role }: { courseId: CourseId; role: string },
): Promise<{ accountId: AccountId; credential: string } | undefined> {
  const [row] = await query(
    `select b.account_id, b.credential from awards a join badges b on b.award_id = a.id and b.credential is not null
      where a.course_id = $1 and a.role = $2 order by b.created_at desc limit 1`,
    [courseId, role],
    'newest-badge-of-course',
  );
  return row && { accountId: read.id('acct', row, 'account_id'), credential: read.text(row, 'credential') };
}

/** Reads the names of programs, and of the categories in their newest rules. */
export async function programNames(
  { query }: Reads,
  programIds: readonly string[],
): Promise<Map<string, ProgramNames>> {
  const rows = await query(
    `select p.id, p.name, p.unit, v.rules -> 'categories' as categories from programs p
       join program_versions v on v.program_id = p.id and v.version = p.version where p.id = any($1)`,
    [programIds],
    'program-names',
  );
  return new Map(
    rows.map((row) => [
      read.text(row, 'id'),
      {
        name: read.text(row, 'name'),
        unit: read.text(row, 'unit'),
        categories: categoryNames(row.categories),
      },
    ]),
  );
}

function categoryNames(categories: unknown): Map<string, string> {
  const all = Array.isArray(categories) ? categories.filter(read.isRecord) : [];
  return new Map(all.map(({ code, name }) => [String(code), String(name ?? code)]));
}
