/** Facts for the operator's commands that no other table has. Each name keeps only its latest value. */

import type { Database } from './pool.ts';
import * as read from './row-reader.ts';

type OperatorNoteName =
  | 'last_backup'
  | 'last_restore'
  | 'last_fsck'
  | 'accepted_loss'
  | 'journal_start'
  | 'unnamed_proxy_near'
  | 'unnamed_proxy_far';

export type OperatorNote = { name: string; notedAt: Date; details: Record<string, unknown> };

export type OperatorNotes = {
  write(name: OperatorNoteName, details: Record<string, string | boolean>, now: Date): Promise<void>;
};

export function makeOperatorNotes(database: Pick<Database, 'query'>): OperatorNotes {
  return {
    async write(name, details, now) {
      await database.query(
        `insert into operator_notes (name, noted_at, details) values ($1, $2, $3)
         on conflict (name) do update set noted_at = excluded.noted_at, details = excluded.details`,
        [name, now, JSON.stringify(details)],
        'operator-note',
      );
    },
  };
}

/** Reads the notes. A schema from before this table has none. */
export async function readOperatorNotes(database: Pick<Database, 'query'>): Promise<OperatorNote[]> {
  if (!(await hasOperatorNotes(database))) return [];
  const rows = await database.query('select name, noted_at, details from operator_notes order by name');
  return rows.map((row) => ({
    name: read.text(row, 'name'),
    notedAt: read.date(row, 'noted_at'),
    details: read.record(row, 'details'),
  }));
}

export async function hasOperatorNotes(database: Pick<Database, 'query'>): Promise<boolean> {
  const [row] = await database.query(`select to_regclass('operator_notes') is not null as is_there`);
  return row?.is_there === true;
}
