/**
 * Checks rows that carry a digest of their own content (`migrations/0058_row_digests.sql`). A row that does not match
 * its digest was changed by a program other than Sello, or was damaged on its way to the disk and back.
 */

import pg from 'pg';
import type { Query, Row } from '../pool.ts';
import * as read from '../row-reader.ts';
import type { Check } from './check.ts';
import { type Finding, problem } from './finding.ts';
import { type Pieces, readPieces, rowsOf } from './pg-pieces.ts';
import { type Repair, whole } from './repair.ts';

type DigestedTable = {
  name: string;
  /** The columns of its primary key. */
  key: string[];
  /** The columns that the digest leaves out. Undefined if the trigger that keeps digests is gone or switched off. */
  leftOut: string[] | undefined;
};

/**
 * Lists every table with a digest column, so that a table that lost its trigger is not skipped. Tables without a
 * primary key are left out: these are copies that somebody made.
 */
const TABLES = `
  select c.relname as name,
         (select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum))
            from pg_attribute k where k.attrelid = c.oid and k.attnum = any (i.indkey::int2[])) as key,
         t.tgenabled = 'O' as is_kept, encode(t.tgargs, 'escape') as left_out
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = to_regproc('keep_row_digest')
   where a.attname = 'row_digest' and not a.attisdropped order by c.relname`;

async function readTables(query: Query): Promise<DigestedTable[]> {
  return (await query(TABLES)).map((row) => ({
    name: read.text(row, 'name'),
    key: read.textList(row, 'key'),
    // Arguments of a trigger are stored one after the other, each with a zero byte behind it.
    leftOut:
      row.is_kept === true
        ? (read.optionalText(row, 'left_out') ?? '').split('\\000').slice(0, -1)
        : undefined,
  }));
}

/** Reads only the key of each row and whether its digest matches: a row may hold a picture of a megabyte. */
function digestsOf({ name, key, leftOut = [] }: DigestedTable): Pieces {
  const columns = key.join(', ');
  const digest = `row_digest_of(t, array[${leftOut.map(pg.escapeLiteral).join(', ')}]::text[])`;
  return {
    key,
    select: (past, rows) => `
      select ${columns}, row_digest is null as is_bare, row_digest <> ${digest} as is_other
        from ${name} t where ${past} order by ${columns} limit ${rows}`,
  };
}

export const checkRowDigests: Check<unknown, 'digests'> = {
  name: 'database: row digests',
  async *find({ snapshot, pieces }) {
    const tables = await readTables((sql) => snapshot.query(sql));
    for (const table of tables) {
      if (table.leftOut === undefined) yield problem('digests_not_kept', table.name, NOT_KEPT);
      const sql = `select array[${table.key.map((column) => `left(${column}::text, 40)`).join(', ')}] as key, null as bare
                     from piece where is_other
                    union all select null, count(*) from piece where is_bare having count(*) > 0`;
      let bare = 0;
      for await (const rows of readPieces(snapshot, { of: digestsOf(table), sql }, pieces)) {
        for (const row of rows) {
          if (row.bare === null) yield changedRow(table, row);
          else bare += read.number(row, 'bare');
        }
      }
      if (bare > 0) yield withoutDigest(table, bare);
    }
  },
};

const NOT_KEPT =
  'The trigger zz_row_digest of this table is missing or switched off: what Sello writes there looks like a change by hand.';

function changedRow({ name }: DigestedTable, row: Row): Finding<'digests'> {
  return problem(
    'row_changed',
    `${name} ${read.textList(row, 'key').join(' ')}`,
    'A value in this row was not written by Sello, or was damaged: the row does not match its digest. Compare it with a backup. If it was you, docs/operations.md (Check) says how to confirm it.',
  );
}

/**
 * This is a note and not a problem, because a row without a digest is no fault: it was written before digests existed,
 * or somebody has removed the digest to confirm a change.
 */
function withoutDigest({ name }: DigestedTable, rows: number): Finding<'digests'> {
  const message = `${rows} rows have no digest yet, so changes in them cannot be found. sello fsck --repair gives them one.`;
  return { level: 'note', code: 'row_without_digest', where: name, message, repair: 'digests' };
}

/**
 * Gives digests to rows that have none. Each piece is a transaction of its own, so that nobody waits long for a row.
 * Writing the row makes the trigger compute the digest. A row that was changed since the piece was read has its
 * digest already.
 */
export const repairRowDigests: Repair<'digests'> = {
  kind: 'digests',
  async run({ transaction }) {
    const query: Query = (sql, params) => transaction((send) => send(sql, params));
    const reader = { query, letGo: async () => {} };
    let repaired = 0;
    for (const { name, key, leftOut } of await readTables(query)) {
      if (leftOut === undefined) continue;
      const bare = { of: rowsOf(name, key, `${key.join(', ')}, ctid, row_digest`), sql: BARE };
      for await (const rows of readPieces(reader, bare)) {
        const places = rows.map((row) => read.text(row, 'place'));
        const done = await query(
          `update ${name} set row_digest = null where ctid = any ($1::tid[]) and row_digest is null returning 1`,
          [places],
        );
        repaired += done.length;
      }
    }
    return whole(`${repaired} rows were given a digest`);
  },
};

const BARE = 'select ctid::text as place from piece where row_digest is null';
