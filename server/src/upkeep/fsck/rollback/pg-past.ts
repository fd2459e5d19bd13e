/** The database as it is now, for the comparison with checkpoints in other hands. */

import { makeAccountReads } from '../../../anchoring/account/pg-account.ts';
import type { Database } from '../../../database/pool.ts';
import { firstRow, number } from '../../../database/row-reader.ts';
import { makeMerkleLogStore } from '../../../transparency/pg-log.ts';
import type { PastReads } from './ports.ts';

export function makePastReads(database: Database): Omit<PastReads, 'kept' | 'witnesses' | 'chain'> {
  return {
    ...makeAccountReads(database),
    log: makeMerkleLogStore(database),

    async lastAnchoredBlock(network) {
      const rows = await database.query(
        'select coalesce(max(block_number), -1) as block from anchors where network = $1',
        [network],
      );
      return number(firstRow(rows), 'block');
    },
  };
}
