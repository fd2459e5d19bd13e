/** Reads time stamps with what their certificates state and with their data in the log. */

import type { LeafFile } from '@sello/proof';
import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import type { TimestampFacts } from '../../timestamps/ports.ts';
import { entryAt, entryChunk } from '../../transparency/pg-log-entries.ts';
import { leafFileIn } from '../long-digests/leaf-file.ts';
import { areWarnings, toStampFacts } from '../pg-certificate-rows.ts';
import { TOKEN_COLUMNS, toToken, WITH_EVERY_TOKEN } from '../pg-certificates.ts';
import type { StoredToken } from '../ports.ts';

export type StampRow = {
  accountId: AccountId;
  certificateId: CertificateId;
  livemode: boolean;
  file: LeafFile;
  /** Warnings are undefined if the stored value is not a list of them. */
  facts: Omit<TimestampFacts, 'warnings'> & { warnings: TimestampFacts['warnings'] | undefined };
  token: StoredToken;
  /** The SHA-256 of the token, if it was adopted. After a recovery, the id may be appended to it. */
  adoptedToken: Uint8Array | undefined;
  /** How many files share the stamp. */
  sharedBy: number | undefined;
  createdAt: Date;
  /** Whether the certificate has its place in the log or waits for one. If neither, another check reports it. */
  stands: 'placed' | 'waiting' | undefined;
  place: number | undefined;
  /** The entry in the database: at its place in the log, or in the queue. */
  entry: Uint8Array | undefined;
  /** The time of the block that covers the certificate, on the chain of its mode. */
  blockTime: Date | undefined;
};

/**
 * The certificates in the order of their ids, because the partitions of time stamps have this order and not that of the
 * numbers.
 */
const STAMPS: Pieced = {
  of: rowsOf('certificates', ['account_id', 'id']),
  sql: `
  select c.account_id, c.id, c.livemode, c.sha256, c.long_digest, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms,
         c.accredited, c.warnings, c.adopted_token, c.stamp_size, c.created_at, a.block_time, place.leaf_index as place,
         case when place.leaf_index is not null then 'placed' when q.id is not null then 'waiting' end as stands,
         case when place.leaf_index is null then q.entry else ${entryAt('place.leaf_index')} end as entry,
         ${TOKEN_COLUMNS}
    from piece c ${WITH_EVERY_TOKEN}
    left join lateral log_place(c.ticket) place on true
    left join log_queue q on q.id = c.ticket
    left join log_entries e on e.chunk = ${entryChunk('place.leaf_index')}
    left join log_witnesses w on w.livemode = c.livemode
    left join lateral covering_anchor(w.network, place.leaf_index) a on true`,
};

export function readStamps(snapshot: Snapshot): Batches<StampRow> {
  return mapBatches(readPieces(snapshot, STAMPS, WIDE), toStamp);
}

function toStamp(row: Row): StampRow {
  return {
    accountId: read.idAsStored('acct', row, 'account_id'),
    certificateId: read.idAsStored('cert', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    file: leafFileIn(read.optionalBytes(row, 'sha256'), read.optionalBytes(row, 'long_digest')),
    facts: {
      ...toStampFacts(row),
      warnings: areWarnings(row.warnings) ? row.warnings : undefined,
    },
    token: toToken(row),
    adoptedToken: read.optionalBytes(row, 'adopted_token'),
    sharedBy: read.optionalNumber(row, 'stamp_size'),
    createdAt: read.date(row, 'created_at'),
    stands: read.optionalOneOf(row, 'stands', ['placed', 'waiting']),
    place: read.optionalNumber(row, 'place'),
    entry: read.optionalBytes(row, 'entry'),
    blockTime: read.optionalDate(row, 'block_time'),
  };
}
