/** The rows of postings, sealed. */

import type { Row } from '../../database/pool.ts';
import { firstRow, isRecord, number, oneOf, optionalText, shaped } from '../../database/row-reader.ts';
import type { Text } from '../../kernel/errors.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { makeUnsealer, openSealer } from '../../kernel/seal-secret.ts';
import type { Tools } from '../../operations/operation.ts';
import {
  type JudgedRow,
  MOST_PROBLEMS,
  type PostingId,
  type Problem,
  ROW_STATUSES,
  type RowStatus,
} from './posting.ts';

/** All of them with one derived key: ten thousand seals take about a tenth of a second. */
export async function insertPostedRows(
  tools: Pick<Tools, 'query' | 'randomBytes' | 'serverKeys'>,
  owner: Owner,
  postingId: PostingId,
  rows: readonly JudgedRow[],
): Promise<void> {
  const seal = await openSealer(tools);
  const place = placeOf(owner, postingId);
  for (let at = 0; at < rows.length; at += SLICE) {
    await insertSlice(tools, postingId, rows.slice(at, at + SLICE), (row) =>
      seal(place(row.number), Buffer.from(JSON.stringify(row.cells))),
    );
  }
}

/**
 * A statement of many rows is held in memory several times over on its way to the database, in pieces that outlive the
 * young generation if they are large.
 */
const SLICE = 250;

async function insertSlice(
  { query }: Pick<Tools, 'query'>,
  postingId: PostingId,
  rows: readonly JudgedRow[],
  sealed: (row: JudgedRow) => string,
): Promise<void> {
  await query(
    `insert into posted_rows (posting_id, number, status, record_id, member_id, error, message, sealed)
     select $1, r.* from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[]) r`,
    [
      postingId,
      rows.map((row) => row.number),
      rows.map((row) => row.status),
      rows.map((row) => row.recordId ?? null),
      rows.map((row) => row.memberId ?? null),
      rows.map((row) => row.problem?.code ?? null),
      rows.map((row) => (row.problem === undefined ? null : JSON.stringify(row.problem.text))),
      rows.map(sealed),
    ],
    'insert-posted-rows',
  );
}

type PostedRowPage = { limit: number; offset: number; status: RowStatus | undefined };

export type StoredRow = Problem & { cells: Record<string, unknown> };

const COLUMNS = 'r.number, r.status, r.record_id, r.error, r.message';

/** In the order of the table. A row that was blanked has no cells. */
export async function readPostedRows(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  owner: Owner,
  postingId: PostingId,
  { limit, offset, status }: PostedRowPage,
): Promise<{ rows: StoredRow[]; total: number }> {
  const params = [postingId, status ?? null];
  const matching = 'posted_rows r where r.posting_id = $1 and ($2::text is null or r.status = $2)';
  const [found, counted] = await Promise.all([
    tools.query(
      `select ${COLUMNS}, r.sealed from ${matching} order by r.number limit $3 offset $4`,
      [...params, limit, offset],
      'posted-rows',
    ),
    tools.query(`select count(*)::integer as total from ${matching}`, params, 'count-posted-rows'),
  ]);
  const unseal = makeUnsealer(tools);
  const place = placeOf(owner, postingId);
  const rows: StoredRow[] = [];
  for (const row of found) {
    const sealed = optionalText(row, 'sealed');
    const problem = toProblem(row);
    const cells: unknown =
      sealed === undefined ? {} : JSON.parse((await unseal(place(problem.row), sealed)).toString());
    rows.push({ ...problem, cells: isRecord(cells) ? cells : {} });
  }
  return { rows, total: number(firstRow(counted), 'total') };
}

/** The first rows that made and changed nothing. */
export async function readProblems(
  { query }: Pick<Tools, 'query'>,
  postingId: PostingId,
): Promise<Problem[]> {
  const rows = await query(
    `select ${COLUMNS} from posted_rows r
      where r.posting_id = $1 and r.status in ('duplicate', 'rejected') order by r.number limit ${MOST_PROBLEMS}`,
    [postingId],
    'posting-problems',
  );
  return rows.map(toProblem);
}

/** What was posted about a member who is being anonymised. */
export async function blankPostedRows({ query }: Pick<Tools, 'query'>, memberId: MemberId): Promise<void> {
  await query('update posted_rows set sealed = null where member_id = $1', [memberId], 'blank-posted-rows');
}

function placeOf({ accountId }: Owner, postingId: PostingId): (row: number) => string {
  return (row) => `${accountId}\n${postingId}\n${row}`;
}

function toProblem(row: Row): Problem {
  return {
    row: number(row, 'number'),
    status: oneOf(row, 'status', ROW_STATUSES),
    recordId: optionalText(row, 'record_id'),
    error: optionalText(row, 'error'),
    message: row.message === null ? undefined : shaped(row, 'message', isMessage, 'a text in two languages'),
  };
}

function isMessage(value: unknown): value is Text {
  return isRecord(value) && typeof value.en === 'string' && typeof value.es === 'string';
}
