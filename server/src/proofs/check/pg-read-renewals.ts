/** Reads renewals and their trees, as they are stored. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';

export type StoredRenewal = {
  number: number;
  hash: string;
  size: number;
  orderId: string;
  tsr: Uint8Array | undefined;
  chainSha256: Uint8Array | undefined;
  chain: readonly Uint8Array[];
};

export async function readRenewals(snapshot: Snapshot): Promise<StoredRenewal[]> {
  const rows = await snapshot.query(
    `select r.number, r.hash, r.tree_size, r.order_id, r.tsr, r.chain_sha256, c.chain
       from stamp_renewals r left join signing_chains c on c.sha256 = r.chain_sha256 order by r.number`,
  );
  return rows.map(toRenewal);
}

export async function readRenewalTile(
  snapshot: Snapshot,
  renewal: number,
  level: number,
  position: number,
): Promise<Uint8Array | undefined> {
  const [row] = await snapshot.query(
    'select hashes from stamp_renewal_tiles where renewal = $1 and level = $2 and position = $3',
    [renewal, level, position],
  );
  return row && read.bytes(row, 'hashes');
}

/** How many tiles each renewal has, including numbers for which no renewal exists. */
export async function countRenewalTiles(snapshot: Snapshot): Promise<Map<number, number>> {
  const rows = await snapshot.query(
    'select renewal, count(*) as tiles from stamp_renewal_tiles group by renewal order by renewal',
  );
  return new Map(rows.map((row) => [read.number(row, 'renewal'), read.number(row, 'tiles')]));
}

function toRenewal(row: Row): StoredRenewal {
  return {
    number: read.number(row, 'number'),
    hash: read.text(row, 'hash'),
    size: read.number(row, 'tree_size'),
    orderId: read.text(row, 'order_id'),
    tsr: read.optionalBytes(row, 'tsr'),
    chainSha256: read.optionalBytes(row, 'chain_sha256'),
    chain: read.optionalBytesList(row, 'chain') ?? [],
  };
}
