/** Reads cosignatures for `sello fsck`, each with the note that it is over. */

import type { Row } from '../../../database/pool.ts';
import { boolean, number, optionalText, text } from '../../../database/row-reader.ts';
import type { Snapshot } from '../../../database/snapshot.ts';
import { mapBatches } from '../../../kernel/batches.ts';
import { type Pieced, readPieces, rowsOf, WIDE } from '../pieces/pg-pieces.ts';
import type { FsckReads, StoredCosignature } from '../ports.ts';

const COSIGNATURES: Pieced = {
  of: rowsOf('cosignatures', ['size', 'cosigner']),
  sql: `
  select s.size, s.cosigner, s.line, (extract(epoch from s.cosigned_at) * 1000000)::bigint as cosigned_at_micros,
         c.note, w.vkey is not null as is_known
    from piece s
    left join checkpoints c on c.size = s.size
    left join cosigners w on w.vkey = s.cosigner`,
};

export function makeCosignatureReads(snapshot: Snapshot): Pick<FsckReads, 'cosignatures' | 'cosigners'> {
  return {
    cosignatures: () => mapBatches(readPieces(snapshot, COSIGNATURES, WIDE), toCosignature),
    cosigners: async () =>
      (await snapshot.query('select vkey from cosigners')).map((row) => text(row, 'vkey')),
  };
}

function toCosignature(row: Row): StoredCosignature {
  return {
    size: number(row, 'size'),
    cosigner: text(row, 'cosigner'),
    line: text(row, 'line'),
    cosignedAtMicros: number(row, 'cosigned_at_micros'),
    note: optionalText(row, 'note'),
    isOfKnownCosigner: boolean(row, 'is_known'),
  };
}
