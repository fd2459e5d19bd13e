/** Records the state of a signed transaction. */

import type { Turn } from '../database/duties.ts';
import type { Database } from '../database/pool.ts';
import type { HeldAnchors } from './ports.ts';

const MARK_MINED = `
  with mine as (
    update anchors set state = 'mined', block_number = $2, block_hash = $3, block_time = $4, tx_index = $5,
           header = $6, nodes = $7, not_shown = $8, mined_at = $9
     where id = $1 and holds_duty($10, $11) returning network, nonce
  )
  update anchors a set state = 'lost' from mine
   where a.network = mine.network and a.nonce = mine.nonce and a.id <> $1`;

const PUT_BACK_IN_FLIGHT = `
  update anchors a set state = 'sent', signed_at = $2, block_number = null, block_hash = null,
         block_time = null, tx_index = null, header = null, nodes = null, not_shown = null,
         mined_at = null, final_at = null
    from anchors orphan
   where orphan.id = $1 and a.network = orphan.network and a.nonce = orphan.nonce and holds_duty($3, $4)`;

type AnchorMarks = Pick<HeldAnchors, 'markSent' | 'markMined' | 'markFinal' | 'markReorganised' | 'markLost'>;

export function anchorMarks(database: Database, turn: Turn): AnchorMarks {
  const held = [turn.duty, turn.number];
  return {
    async markSent(id) {
      await database.query(
        `update anchors set state = 'sent' where id = $1 and state = 'signed' and holds_duty($2, $3)`,
        [id, ...held],
        'anchor-sent',
      );
    },

    async markMined(id, mined, proof, now) {
      await database.query(
        MARK_MINED,
        [
          id,
          mined.blockNumber,
          mined.blockHash,
          mined.blockTime,
          mined.txIndex,
          proof.inclusion === 'mpt' ? proof.headerRlp : null,
          proof.inclusion === 'mpt' ? proof.nodes : null,
          proof.inclusion === 'mpt' ? null : proof.because,
          now,
          ...held,
        ],
        'anchor-mined',
      );
    },

    async markFinal(id, now) {
      await database.query(
        `update anchors set state = 'final', final_at = $2
          where id = $1 and state = 'mined' and holds_duty($3, $4)`,
        [id, now, ...held],
        'anchor-final',
      );
    },

    markReorganised: (id, now) =>
      database.transaction(async (query) => {
        await query(PUT_BACK_IN_FLIGHT, [id, now, ...held]);
        // The stored proofs name a block that is no longer on the chain, so they are deleted. This needs a second
        // statement: the first may have waited for a proof that was being stored at the same time, and only a later
        // statement sees that proof.
        await query('delete from certificate_proofs where anchor_id = $1', [id]);
      }),

    async markLost(ids) {
      await database.query(
        `update anchors set state = 'lost' where id = any($1) and holds_duty($2, $3)`,
        [ids, ...held],
        'anchors-lost',
      );
    },
  };
}
