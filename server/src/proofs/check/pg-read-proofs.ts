/** Reads proofs that were issued as final, each with its certificate and its anchor. */

import type { LeafFile } from '@sello/proof';
import { leafFileIn } from '../../certificates/long-digests/leaf-file.ts';
import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';

export type KeptProof = {
  where: string;
  certificateId: string;
  anchorId: number;
  xml: Uint8Array;
  /** The certificate of the proof; undefined if it does not exist. */
  of: { file: LeafFile; tsr: Uint8Array; place: number | undefined } | undefined;
  /** The anchor of the proof; undefined if it does not exist. */
  anchor: { state: string; network: string; txHash: Uint8Array; treeSize: number } | undefined;
  chain: { trust: string; finality: string } | undefined;
};

const KEPT_PROOFS: Pieced = {
  of: rowsOf('certificate_proofs', ['account_id', 'certificate_id']),
  sql: `
  select p.account_id, p.certificate_id, p.anchor_id, p.xml, c.sha256, c.long_digest, t.tsr, placed.leaf_index as place, a.network, a.tx_hash,
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
  const sha256 = read.optionalBytes(row, 'sha256');
  const longDigest = read.optionalBytes(row, 'long_digest');
  const tsr = read.optionalBytes(row, 'tsr');
  const certificateId = read.text(row, 'certificate_id');
  return {
    where: `${read.text(row, 'account_id')} ${certificateId}`,
    certificateId,
    anchorId: read.number(row, 'anchor_id'),
    xml: read.bytes(row, 'xml'),
    of:
      (sha256 ?? longDigest) === undefined || tsr === undefined
        ? undefined
        : { file: leafFileIn(sha256, longDigest), tsr, place: read.optionalNumber(row, 'place') },
    anchor:
      row.state === null
        ? undefined
        : {
            state: read.text(row, 'state'),
            network: read.text(row, 'network'),
            txHash: read.bytes(row, 'tx_hash'),
            treeSize: read.number(row, 'tree_size'),
          },
    chain:
      row.trust === null
        ? undefined
        : { trust: read.text(row, 'trust'), finality: read.text(row, 'finality') },
  };
}
