/** Final blockchain proofs, exactly as first issued. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { ProofStore } from './ports.ts';

export function makeProofStore(database: Database): ProofStore {
  return {
    async find(accountId, certificateId) {
      const [row] = await database.query(
        'select xml from certificate_proofs where account_id = $1 and certificate_id = $2',
        [accountId, certificateId],
        'proof',
      );
      return row && read.bytes(row, 'xml');
    },

    async keep(accountId, certificateId, anchorId, xml) {
      // A proof is stored only while its anchor is final. If the block is dropped at the same moment, the lock makes
      // that change wait, and it then deletes the proof.
      const [row] = await database.query(
        `insert into certificate_proofs as p (account_id, certificate_id, anchor_id, xml)
         select $1, $2, id, $4 from anchors where id = $3 and state = 'final' for share
         on conflict (account_id, certificate_id) do update set xml = p.xml
         returning xml`,
        [accountId, certificateId, anchorId, xml],
        'keep-proof',
      );
      return row && read.bytes(row, 'xml');
    },
  };
}
