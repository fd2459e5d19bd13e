/** Reads proofs that were issued as final, each with its certificate and its anchor. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import { bytes, number, optionalBytes, optionalNumber, text } from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';

export type KeptProof = {
  where: string;
  certificateId: string;
  anchorId: number;
  xml: Uint8Array;
  /** The certificate of the proof; undefined if it does not exist. */
  of: { sha256: Uint8Array; tsr: Uint8Array; place: number | undefined } | undefined;
  /** The anchor of the proof; undefined if it does not exist. */
  anchor: { state: string; network: string; txHash: Uint8Array; treeSize: number } | undefined;
  chain: { trust: string; finality: string } | undefined;
};

const KEPT_PROOFS: Pieced = {
  of: rowsOf('certificate_proofs', ['account_id', 'certificate_id']),
  sql: `
  select p.account_id, p.certificate_id, p.anchor_id, p.xml, c.sha256, t.tsr, placed.leaf_index as place, a.network, a.tx_hash,
         a.tree_size, a.state, chain.trust, chain.finality
    from piece p
    left join anchors a on a.id = p.anchor_id
    left join chains chain on chain.network = a.network
    left join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
    left join certificate_tokens t on t.account_id = p.account_id and t.certificate_id = p.certificate_id
    left join lateral log_place(c.ticket) placed on true`,
};

export function readKeptProofs(snapshot: Snapshot): Batches<KeptProof> {
  return mapBatches(readPieces(snapshot, KEPT_PROOFS, WIDE), toKeptProof);
}

function toKeptProof(row: Row): KeptProof {
  const sha256 = optionalBytes(row, 'sha256');
  const tsr = optionalBytes(row, 'tsr');
  const certificateId = text(row, 'certificate_id');
  return {
    where: `${text(row, 'account_id')} ${certificateId}`,
    certificateId,
    anchorId: number(row, 'anchor_id'),
    xml: bytes(row, 'xml'),
    of:
      sha256 === undefined || tsr === undefined
        ? undefined
        : { sha256, tsr, place: optionalNumber(row, 'place') },
    anchor:
      row.state === null
        ? undefined
        : {
            state: text(row, 'state'),
            network: text(row, 'network'),
            txHash: bytes(row, 'tx_hash'),
            treeSize: number(row, 'tree_size'),
          },
    chain: row.trust === null ? undefined : { trust: text(row, 'trust'), finality: text(row, 'finality') },
  };
}
