/** The database as it is now, for the comparison with checkpoints in other hands. */

import { readOperatorNotes } from '../../../database/pg-operator-notes.ts';
import type { Database } from '../../../database/pool.ts';
import { bytes, firstRow, number } from '../../../database/row-reader.ts';
import { makeMerkleLogStore } from '../../../transparency/pg-log.ts';
import type { PastReads } from './ports.ts';

/** By which an operator has put an older state in the place of a newer one, knowingly. */
const ACTS: readonly string[] = ['last_restore', 'accepted_loss'];

export function makePastReads(database: Database): Omit<PastReads, 'kept' | 'witnesses'> {
  return {
    log: makeMerkleLogStore(database),

    async unsignedRoots(roots) {
      const rows = await database.query(
        '',
        `select r.root from unnest($1::bytea[]) as r (root)
          where not exists (select from checkpoints k where k.root = r.root)`,
        [roots],
      );
      return rows.map((row) => bytes(row, 'root'));
    },

    async lastAnchoredBlock(network) {
      const rows = await database.query(
        '',
        'select coalesce(max(block_number), -1) as block from anchors where network = $1',
        [network],
      );
      return number(firstRow(rows), 'block');
    },

    async restoredAt() {
      const acts = (await readOperatorNotes(database)).filter(({ name }) => ACTS.includes(name));
      return acts.length === 0
        ? undefined
        : new Date(Math.max(...acts.map(({ notedAt }) => notedAt.getTime())));
    },
  };
}
