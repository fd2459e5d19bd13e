/** Stores the rows of postings, encrypted. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
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

/**
 * Encrypts all rows with one derived key. Ten thousand rows take about a tenth of a second. Returns how many bytes they
 * take in the database.
 */
export async function insertPostedRows(
  tools: Pick<Tools, 'query' | 'randomBytes' | 'serverKeys'>,
  owner: Owner,
  postingId: PostingId,
  rows: readonly JudgedRow[],
): Promise<number> {
  const seal = await openSealer(tools);
  const place = placeOf(owner, postingId);
  let bytes = 0;
  for (let at = 0; at < rows.length; at += SLICE) {
    await insertSlice(tools, postingId, rows.slice(at, at + SLICE), (row) => {
      const sealed = seal(place(row.number), Buffer.from(JSON.stringify(row.cells)));
      bytes += sealed.length + ROW_BYTES;
      return sealed;
    });
  }
  return bytes;
}

/** How many bytes a row takes besides its content: other columns, entries in indexes, and a message. */
const ROW_BYTES = 300;

/**
 * A statement with many rows exists in memory several times on its way to the database, and the garbage collector frees
 * such large pieces late.
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

/** Reads rows in the order of the table. A row whose content was deleted has no cells. */
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
  const cellsOf = makeCellReader(tools, owner, postingId);
  const rows: StoredRow[] = [];
  for (const row of found) {
    const problem = toProblem(row);
    rows.push({ ...problem, cells: await cellsOf(problem.row, read.optionalText(row, 'sealed')) });
  }
  return { rows, total: read.number(read.firstRow(counted), 'total') };
}

/** Makes a function that decrypts what was posted in a row. It returns no cells if the content was deleted. */
export function makeCellReader(
  tools: Pick<Tools, 'serverKeys'>,
  owner: Owner,
  postingId: PostingId,
): (row: number, sealed: string | undefined) => Promise<Record<string, unknown>> {
  const unseal = makeUnsealer(tools);
  const place = placeOf(owner, postingId);
  return async (row, sealed) => {
    if (sealed === undefined) return {};
    const cells: unknown = JSON.parse((await unseal(place(row), sealed)).toString());
    return read.isRecord(cells) ? cells : {};
  };
}

/** The first rows that had no effect. */
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

/** The ids of the members that an import made. */
export async function readMadeMembers(
  { query }: Pick<Tools, 'query'>,
  postingId: PostingId,
): Promise<MemberId[]> {
  const rows = await query(
    "select record_id from posted_rows where posting_id = $1 and status = 'created' order by number",
    [postingId],
    'made-members',
  );
  return rows.map((row) => read.id('mem', row, 'record_id'));
}

/** The rows for which this member was found, decrypted. */
export async function readRowsOf(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  { accountId }: Owner,
  memberIds: readonly MemberId[],
): Promise<{ postingId: string; number: number; cells: unknown }[]> {
  const rows = await tools.query(
    'select posting_id, number, sealed from posted_rows where member_id = any($1) and sealed is not null order by posting_id, number',
    [memberIds],
    'posted-rows-of',
  );
  const unseal = makeUnsealer(tools);
  return Promise.all(
    rows.map(async (row) => {
      const [postingId, place] = [read.text(row, 'posting_id'), read.number(row, 'number')];
      const opened = await unseal(placeIn({ accountId }, postingId, place), read.text(row, 'sealed'));
      return { postingId, number: place, cells: JSON.parse(opened.toString()) };
    }),
  );
}

export async function blankRowsOf({ query }: Pick<Tools, 'query'>, memberId: MemberId): Promise<void> {
  await query('update posted_rows set sealed = null where member_id = $1', [memberId], 'blank-posted-rows');
}

type UnnamedRow = { postingId: string; number: number; sealed: string; place: string };

/** Rows for which no member was found, in slices. */
export async function* readUnnamedRows(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): AsyncGenerator<UnnamedRow[]> {
  let last = { postingId: '', number: 0 };
  for (;;) {
    const rows = await query(
      `select r.posting_id, r.number, r.sealed from postings p join posted_rows r on r.posting_id = p.id
        where p.account_id = $1 and p.livemode = $2 and r.member_id is null and r.sealed is not null
          and (r.posting_id, r.number) > ($3, $4)
        order by r.posting_id, r.number limit ${SLICE}`,
      [accountId, livemode, last.postingId, last.number],
      'unnamed-posted-rows',
    );
    yield rows.map((row) => {
      last = { postingId: read.text(row, 'posting_id'), number: read.number(row, 'number') };
      return {
        ...last,
        sealed: read.text(row, 'sealed'),
        place: placeIn({ accountId }, last.postingId, last.number),
      };
    });
    if (rows.length < SLICE) return;
  }
}

export async function blankRows(
  { query }: Pick<Tools, 'query'>,
  rows: readonly Pick<UnnamedRow, 'postingId' | 'number'>[],
): Promise<void> {
  await query(
    `update posted_rows r set sealed = null from unnest($1::text[], $2::integer[]) as f (posting_id, number)
      where r.posting_id = f.posting_id and r.number = f.number`,
    [rows.map(({ postingId }) => postingId), rows.map((row) => row.number)],
    'blank-unnamed-rows',
  );
}

function placeOf(owner: Owner, postingId: PostingId): (row: number) => string {
  return (row) => placeIn(owner, postingId, row);
}

function placeIn({ accountId }: Pick<Owner, 'accountId'>, postingId: string, row: number): string {
  return `${accountId}\n${postingId}\n${row}`;
}

function toProblem(row: Row): Problem {
  return {
    row: read.number(row, 'number'),
    status: read.oneOf(row, 'status', ROW_STATUSES),
    recordId: read.optionalText(row, 'record_id'),
    error: read.optionalText(row, 'error'),
    message: messageOf(row),
  };
}

/** Why a row had no effect. */
export function messageOf(row: Row): Text | undefined {
  return row.message === null ? undefined : read.shaped(row, 'message', isMessage, 'a text in two languages');
}

function isMessage(value: unknown): value is Text {
  return read.isRecord(value) && typeof value.en === 'string' && typeof value.es === 'string';
}
