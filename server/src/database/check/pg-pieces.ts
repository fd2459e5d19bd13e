/**
 * Goes through tables piece by piece. One statement over a whole table would keep a core busy for as long as it takes,
 * and callers of a running server would wait for it. Between two pieces a break may be taken.
 *
 * A statement sees one moment, so the comparisons within a piece are consistent. The next piece shows a later moment.
 * A row that is written during the walk is checked only if it lies after the pieces that are already read.
 */

import pg from 'pg';
import type { Row } from '../pool.ts';
import * as read from '../row-reader.ts';
import type { Snapshot } from '../snapshot.ts';

export type Pieces = {
  /** The columns that order the rows. They must be unique and have an index. */
  key: readonly string[];
  /**
   * Selects the next rows in the order of the key. `past` is a condition that is true only for rows after the last
   * piece.
   */
  select(past: string, rows: number): string;
  /**
   * Set if a piece may have fewer rows than were asked for. Reading then ends with the first empty piece, not with
   * the first short one.
   */
  mayBeShort?: true;
};

/** A statement that runs once for each piece; `sql` reads the rows of the piece from `piece`. */
export type Pieced = { of: Pieces; sql: string };

export type PieceOptions = {
  /** How many rows a piece has. */
  rows?: number;
  /** The key after which to begin. */
  after?: readonly string[];
  /**
   * True if all pieces are read from one snapshot, which is held until the end. This is for values that must add up.
   */
  isOneMoment?: true;
};

/** This many rows take a few milliseconds. */
const PIECE_ROWS = 500;
/** The size of pieces of wide rows, which contain tokens, proofs or answers. */
export const WIDE = { rows: 100 } as const;

export type PieceReader = Pick<Snapshot, 'query' | 'letGo'>;

/**
 * Settings that make the planner look rows up one by one through indexes. By itself it would scan a whole table to
 * find a thousand rows, and its statistics may be old. JIT is off too, because the planner would use it for plans that
 * it thinks are costly.
 */
export const BY_INDEX = `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local jit = off; set local max_parallel_workers_per_gather = 0`;

/** Yields the rows that the statement found in each piece. */
export async function* readPieces(
  reader: PieceReader,
  { of, sql }: Pieced,
  { rows = PIECE_ROWS, after, isOneMoment }: PieceOptions = {},
): AsyncGenerator<Row[]> {
  for (let end = after; ; ) {
    await reader.query(BY_INDEX);
    const answer = await reader.query(statementOf({ of, sql }, rows, end !== undefined), end ?? []);
    if (isOneMoment !== true) await reader.letGo();
    const [first] = answer;
    if (first === undefined) return;
    yield answer.filter(({ is_found }) => is_found === true);
    if (first.is_last === true) return;
    end = read.textList(first, 'piece_end');
  }
}

/**
 * The statement for one piece. It returns a row even if it finds nothing, because that row says where the piece ends.
 * Keys are returned as text, which keeps times and bytes exact.
 */
function statementOf({ of, sql }: Pieced, rows: number, hasEnd: boolean): string {
  const { key, mayBeShort } = of;
  const past = hasEnd ? `(${key.join(', ')}) > (${key.map((_, i) => `$${i + 1}`).join(', ')})` : 'true';
  const isLast = mayBeShort ? 'false' : `(select count(*) from piece) < ${rows}`;
  return `
    with piece as materialized (${of.select(past, rows)}), found as (select true as is_found, f.* from (${sql}) f)
    select found.*, ended.* from (
      select array[${key.map((column) => `${column}::text`).join(', ')}] as piece_end, ${isLast} as is_last
        from piece order by ${key.map((column) => `${column} desc`).join(', ')} limit 1
    ) ended left join found on true`;
}

/** The rows of a table. */
export function rowsOf(table: string, key: readonly string[], columns = '*'): Pieces {
  return {
    key,
    select: (past, rows) =>
      `select ${columns} from ${table} where ${past} order by ${key.join(', ')} limit ${rows}`,
  };
}

/**
 * Reads only the rows of one account. The key begins with the account; `least` has the lowest values of the other
 * columns.
 */
export function readAccount(
  reader: PieceReader,
  { of, sql }: Pieced,
  [accountId, ...least]: readonly [string, ...string[]],
  options: PieceOptions,
): AsyncGenerator<Row[]> {
  // The condition is an upper bound, because with an equality PostgreSQL would start each piece at the account's first
  // row.
  const isNotPast = `account_id <= ${pg.escapeLiteral(accountId)}`;
  const select: Pieces['select'] = (past, rows) => of.select(`${past} and ${isNotPast}`, rows);
  return readPieces(reader, { of: { ...of, select }, sql }, { ...options, after: [accountId, ...least] });
}

/** The distinct values of an index's first columns, found by jumping from one to the next. */
export function distinctOf(table: string, key: readonly string[]): Pieces {
  const columns = key.join(', ');
  const next = (past: string) => `select ${columns} from ${table} where ${past} order by ${columns} limit 1`;
  const ofStep = key.map((column) => `step.${column}`).join(', ');
  return {
    key,
    select: (past, rows) => `
      with recursive step as (
        (${next(past)})
        union all
        select n.* from step cross join lateral (${next(`(${columns}) > (${ofStep})`)}) n
      ) select * from step limit ${rows}`,
  };
}

/** Adds up what a statement has counted in each piece. */
export async function sumOfPieces(reader: PieceReader, pieced: Pieced): Promise<number> {
  let sum = 0;
  for await (const found of readPieces(reader, pieced)) for (const { n } of found) sum += Number(n);
  return sum;
}
