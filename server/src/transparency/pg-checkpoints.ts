/** Reads signed checkpoints. */

import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { CheckpointRow, MerkleLogStore } from './ports.ts';

type CheckpointReads = Pick<
  MerkleLogStore,
  'latestCheckpoint' | 'checkpointUntil' | 'checkpointAt' | 'checkpointOver'
>;

export function checkpointReads(database: Database): CheckpointReads {
  return {
    async latestCheckpoint() {
      const [row] = await database.query(
        'select size, root, note, created_at from checkpoints order by size desc limit 1',
        [],
        'latest-checkpoint',
      );
      return row && toCheckpoint(row);
    },

    async checkpointUntil(at) {
      // Sizes and times grow together, so the newest match is found at once.
      const [row] = await database.query(
        `select size, root, note, created_at from checkpoints where created_at <= $1 order by size desc limit 1`,
        [at],
        'checkpoint-until',
      );
      return row && toCheckpoint(row);
    },

    async checkpointAt(size) {
      const [row] = await database.query(
        'select size, root, note, created_at from checkpoints where size = $1',
        [size],
        'checkpoint-at',
      );
      return row && toCheckpoint(row);
    },

    async checkpointOver(leafIndex) {
      const [row] = await database.query(
        'select size, root, note, created_at from checkpoints where size > $1 order by size limit 1',
        [leafIndex],
        'checkpoint-over',
      );
      return row && toCheckpoint(row);
    },
  };
}

export function toCheckpoint(row: Row): CheckpointRow {
  return {
    size: read.number(row, 'size'),
    root: read.bytes(row, 'root'),
    note: read.text(row, 'note'),
    createdAt: read.date(row, 'created_at'),
  };
}

/** Returns those of the given roots that the log has not signed. The roots were found outside the database. */
export async function findUnsignedRoots(
  database: Pick<Database, 'query'>,
  roots: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const rows = await database.query(
    `select r.root from unnest($1::bytea[]) as r (root)
      where not exists (select from checkpoints k where k.root = r.root)`,
    [roots],
  );
  return rows.map((row) => read.bytes(row, 'root'));
}
