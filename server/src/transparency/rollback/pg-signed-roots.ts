/** Whether the log has signed a root that was found elsewhere. */

import type { Database } from '../../database/pool.ts';
import { bytes } from '../../database/row-reader.ts';

export async function findUnsignedRoots(
  database: Pick<Database, 'query'>,
  roots: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const rows = await database.query(
    `select r.root from unnest($1::bytea[]) as r (root)
      where not exists (select from checkpoints k where k.root = r.root)`,
    [roots],
  );
  return rows.map((row) => bytes(row, 'root'));
}
