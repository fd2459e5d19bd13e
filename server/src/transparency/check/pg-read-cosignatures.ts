/** Reads the cosignatures to check, each with the note that was cosigned. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';

export type StoredCosignature = {
  size: number;
  /** The witness's verifier key. */
  cosigner: string;
  line: string;
  /** The time in the row, to the microsecond. The time in the line has whole seconds. */
  cosignedAtMicros: number;
  /** The note of the checkpoint of this size; undefined if there is none. */
  note: string | undefined;
  isOfKnownCosigner: boolean;
};

const COSIGNATURES: Pieced = {
  of: rowsOf('cosignatures', ['size', 'cosigner']),
  sql: `
  select s.size, s.cosigner, s.line, (extract(epoch from s.cosigned_at) * 1000000)::bigint as cosigned_at_micros,
         c.note, w.vkey is not null as is_known
    from piece s
    left join checkpoints c on c.size = s.size
    left join cosigners w on w.vkey = s.cosigner`,
};

export function readCosignatures(snapshot: Snapshot): Batches<StoredCosignature> {
  return mapBatches(readPieces(snapshot, COSIGNATURES, WIDE), toCosignature);
}

/** The keys of all witnesses that were ever asked. */
export async function readCosigners(snapshot: Snapshot): Promise<string[]> {
  return (await snapshot.query('select vkey from cosigners')).map((row) => read.text(row, 'vkey'));
}

function toCosignature(row: Row): StoredCosignature {
  return {
    size: read.number(row, 'size'),
    cosigner: read.text(row, 'cosigner'),
    line: read.text(row, 'line'),
    cosignedAtMicros: read.number(row, 'cosigned_at_micros'),
    note: read.optionalText(row, 'note'),
    isOfKnownCosigner: read.boolean(row, 'is_known'),
  };
}
