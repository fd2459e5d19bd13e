/** Postings and their rows. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CourseId, KeyId, OrganizerId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import {
  POSTING_KINDS,
  POSTING_PREFIX,
  POSTING_STATUSES,
  type Posting,
  type PostingId,
  type PostingKind,
} from './posting.ts';

const COLUMNS = `p.id, p.livemode, p.kind, p.course_id, p.key_id, p.status, p.rows, p.created, p.updated, p.duplicate,
  p.rejected, p.columns, p.headers, p.ignored, p.encoding, p.created_at, p.updated_at,
  p.wants_diplomas, p.diplomas, p.organizer_id`;

export async function insertPosting(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  { summary, ...posting }: Posting,
): Promise<void> {
  await query(
    `insert into postings (id, account_id, livemode, kind, course_id, key_id, status, rows, created, updated, duplicate,
                           rejected, columns, ignored, encoding, created_at, updated_at, wants_diplomas, diplomas, headers,
                           organizer_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19, $20)`,
    [
      posting.id,
      accountId,
      posting.livemode,
      posting.kind,
      posting.courseId,
      posting.keyId,
      posting.status,
      summary.rows,
      summary.created,
      summary.updated,
      summary.duplicate,
      summary.rejected,
      posting.columns,
      posting.ignored,
      posting.encoding,
      posting.createdAt,
      posting.wantsDiplomas,
      posting.diplomas,
      posting.headers,
      posting.organizerId,
    ],
    'insert-posting',
  );
}

/** Stores how many bytes the rows of a posting take. */
export async function setBytes(
  { query }: Pick<Tools, 'query'>,
  postingId: PostingId,
  bytes: number,
): Promise<void> {
  await query('update postings set bytes = $2 where id = $1', [postingId, bytes], 'set-posted-bytes');
}

/**
 * How many bytes the posted rows of an account take in a mode, and how many of these belong to this organiser's rows.
 */
export async function countBytes(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  organizerId: OrganizerId | undefined,
): Promise<{ all: number; ofOrganizer: number }> {
  const rows = await query(
    `select coalesce(sum(bytes), 0)::bigint as all,
            coalesce(sum(bytes) filter (where organizer_id = $3), 0)::bigint as of_organizer
       from postings where account_id = $1 and livemode = $2 and bytes is not null`,
    [accountId, livemode, organizerId ?? null],
    'posted-bytes',
  );
  const row = read.firstRow(rows);
  return { all: read.number(row, 'all'), ofOrganizer: read.number(row, 'of_organizer') };
}

export async function markUndone(
  { query }: Pick<Tools, 'query'>,
  posting: Posting,
  now: Date,
): Promise<Posting> {
  const { id: postingId } = posting;
  await query("update postings set status = 'undone', updated_at = $2 where id = $1", [postingId, now]);
  return { ...posting, status: 'undone', updatedAt: now };
}

type PostingFilter = {
  kind: PostingKind;
  courseId?: CourseId | undefined;
  /** Only postings that this key made. */
  keyId?: KeyId | undefined;
  /** Only what this organiser posted at its desk. */
  organizerId?: OrganizerId | undefined;
};

export async function findPosting(
  { query }: Pick<Tools, 'query'>,
  owner: Owner,
  postingId: PostingId,
  filter: PostingFilter,
): Promise<Posting | undefined> {
  const wanted = filterOf(owner, filter);
  where(wanted, postingId, (p) => `p.id = ${p}`);
  const rows = await query(
    `select ${COLUMNS} from postings p where ${wanted.conditions.join(' and ')}`,
    wanted.params,
  );
  return rows[0] && toPosting(rows[0]);
}

export async function listPostings(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery,
  filter: PostingFilter,
) {
  const source = {
    prefix: POSTING_PREFIX[filter.kind],
    columns: COLUMNS,
    table: 'postings',
    alias: 'p',
  } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filterOf(owner, filter));
  return { postings: rows.map(toPosting), pagination };
}

function filterOf(owner: Owner, { kind, courseId, keyId, organizerId }: PostingFilter): Filter {
  const filter = ownedBy(owner, 'p');
  where(filter, kind, (p) => `p.kind = ${p}`);
  where(filter, courseId, (p) => `p.course_id = ${p}`);
  where(filter, keyId, (p) => `p.key_id = ${p}`);
  where(filter, organizerId, (p) => `p.organizer_id = ${p}`);
  return filter;
}

function toPosting(row: Row): Posting {
  const kind = read.oneOf(row, 'kind', POSTING_KINDS);
  return {
    id: read.id(POSTING_PREFIX[kind], row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    kind,
    courseId: row.course_id === null ? undefined : read.id('crs', row, 'course_id'),
    keyId: row.key_id === null ? undefined : read.id('key', row, 'key_id'),
    organizerId: row.organizer_id === null ? undefined : read.id('org', row, 'organizer_id'),
    status: read.oneOf(row, 'status', POSTING_STATUSES),
    summary: {
      rows: read.number(row, 'rows'),
      created: read.number(row, 'created'),
      updated: read.number(row, 'updated'),
      duplicate: read.number(row, 'duplicate'),
      rejected: read.number(row, 'rejected'),
    },
    wantsDiplomas: read.boolean(row, 'wants_diplomas'),
    diplomas: read.number(row, 'diplomas'),
    columns: read.textList(row, 'columns'),
    headers: row.headers === null ? read.textList(row, 'columns') : read.textList(row, 'headers'),
    ignored: read.textList(row, 'ignored'),
    encoding: read.optionalText(row, 'encoding'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

/**
 * Deletes the content of old rows and keeps their results. Rows contain identifiers of people, and are useless after
 * they were corrected. A rejected row may be about a member whom it does not name, so a legal hold on any member keeps
 * all rows of the account.
 */
export async function forgetOldRows(database: Pick<Tools, 'query'>, now: Date): Promise<number> {
  const rows = await database.query(
    `with due as materialized (
       select p.id, p.account_id from postings p
        where p.created_at <= $1::timestamptz - interval '90 days'
          and exists (select from posted_rows r where r.posting_id = p.id)
     ), free as materialized (
       select account_id from (select distinct account_id from due) a where hold_over(account_id, null, '{}') is null
     ), gone as (
       delete from posted_rows r using due p join free using (account_id) where p.id = r.posting_id returning 1
     ), uncounted as (
       update postings p set bytes = null from due d join free using (account_id)
        where p.id = d.id and p.bytes is not null
     )
     select count(*)::text as gone from gone`,
    [now],
    'forget-posted-rows',
  );
  return Number(read.text(rows[0] ?? { gone: '0' }, 'gone'));
}
