/** Files that certificates name, their time stamps, and the keys that encrypt them. */

import { areWarnings, TOKEN_COLUMNS, toToken, WITH_EVERY_TOKEN } from '../../certificates/pg-certificates.ts';
import type { Row } from '../../database/pool.ts';
import {
  boolean,
  bytes,
  idAsStored,
  number,
  optionalBytes,
  optionalDate,
  optionalNumber,
  optionalOneOf,
  text,
} from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { StoredBlob } from '../../files/ports.ts';
import { mapBatches } from '../../kernel/batches.ts';
import { entryAt, entryChunk } from '../../transparency/pg-log-entries.ts';
import { REST } from '../partitions/pg-partitions.ts';
import { distinctOf, type Pieced, readPieces, rowsOf, sumOfPieces, WIDE } from './pieces/pg-pieces.ts';
import type { FsckReads, NamedFile, StampRow } from './ports.ts';

/** Why the data key in a row of `blob_keys` cannot be opened; undefined if it can. */
export type BlobKeyProbe = (row: Row) => string | undefined;

const IS_KEPT = 'file_erased_at is null and file_size is not null';

type FileReads = Pick<
  FsckReads,
  'certificates' | 'namedFiles' | 'stamps' | 'brokenBlobKeys' | 'strayTokens' | 'unnamed'
>;

/** Not by number: its order is that of the partitions of time stamps. */
const STAMPS: Pieced = {
  of: rowsOf('certificates', ['account_id', 'id']),
  sql: `
  select c.account_id, c.id, c.livemode, c.sha256, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms,
         c.accredited, c.warnings, a.block_time, place.leaf_index as place,
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

/** Also of files that are gone, or were never sent: a piece is no longer where few files are kept. */
const NAMED_FILES: Pieced = {
  of: distinctOf('certificates', ['account_id', 'livemode', 'sha256']),
  sql: `
  select f.account_id, f.sha256, c.* from piece f cross join lateral (
    select count(*) as certificates, min(file_size) filter (where ${IS_KEPT}) as fewest,
           max(file_size) filter (where ${IS_KEPT}) as most, min(id) filter (where ${IS_KEPT}) as id
      from certificates c
     where c.account_id = f.account_id and c.livemode = f.livemode and c.sha256 = f.sha256) c`,
};

const COUNTED: Pieced = {
  of: rowsOf('certificate_counts', ['account_id', 'livemode'], 'account_id, livemode, total'),
  sql: 'select sum(total) as n from piece',
};

const STRAYS: Pieced = {
  of: rowsOf(REST, ['account_id', 'certificate_id'], 'account_id, certificate_id'),
  sql: 'select count(*) as n from piece',
};

export function makeFileReads(snapshot: Snapshot, probe: BlobKeyProbe): FileReads {
  return {
    certificates: () => sumOfPieces(snapshot, COUNTED),

    namedFiles: () => mapBatches(readPieces(snapshot, NAMED_FILES), toNamedFile),

    stamps: () => mapBatches(readPieces(snapshot, STAMPS, WIDE), toStamp),

    async *brokenBlobKeys() {
      const rows = snapshot.batches(
        'select account_id, master_id, wrapped from blob_keys order by account_id',
      );
      for await (const batch of rows) {
        yield batch.flatMap((row) => {
          const because = probe(row);
          return because === undefined ? [] : [{ accountId: text(row, 'account_id'), because }];
        });
      }
    },

    strayTokens: () => sumOfPieces(snapshot, STRAYS),
    unnamed: (files) => findUnnamed(snapshot, files),
  };
}

/** Runs on the live database or on a snapshot. A file that servers are about to erase counts as named until then. */
export async function findUnnamed(
  database: Pick<Snapshot, 'query'>,
  files: readonly StoredBlob[],
): Promise<StoredBlob[]> {
  const rows = await database.query(
    `select f.place from unnest($1::text[], $2::text[]) with ordinality as f (account_id, sha256, place)
      where not exists (
        select from certificates c
         where c.account_id = f.account_id and c.livemode in (true, false) and c.sha256 = decode(f.sha256, 'hex')
           and c.file_erased_at is null and c.file_size is not null)
        and not exists (
        select from blob_erasures e where e.account_id = f.account_id and e.sha256 = decode(f.sha256, 'hex'))`,
    [files.map(({ accountId }) => accountId), files.map(({ name }) => name.slice(0, 64))],
    'unnamed-files',
  );
  return rows.flatMap((row) => files[number(row, 'place') - 1] ?? []);
}

function toNamedFile(row: Row): NamedFile {
  return {
    accountId: idAsStored('acct', row, 'account_id'),
    sha256: bytes(row, 'sha256'),
    certificates: number(row, 'certificates'),
    kept:
      row.id === null
        ? undefined
        : {
            fewestBytes: number(row, 'fewest'),
            mostBytes: number(row, 'most'),
            certificateId: idAsStored('cert', row, 'id'),
          },
  };
}

function toStamp(row: Row): StampRow {
  return {
    accountId: idAsStored('acct', row, 'account_id'),
    certificateId: idAsStored('cert', row, 'id'),
    livemode: boolean(row, 'livemode'),
    sha256: bytes(row, 'sha256'),
    facts: {
      psc: text(row, 'psc'),
      serial: text(row, 'tst_serial'),
      policyOid: text(row, 'policy_oid'),
      genTime: text(row, 'gen_time'),
      accuracyMs: optionalNumber(row, 'accuracy_ms'),
      accredited: boolean(row, 'accredited'),
      warnings: areWarnings(row.warnings) ? row.warnings : undefined,
    },
    token: toToken(row),
    stands: optionalOneOf(row, 'stands', ['placed', 'waiting']),
    place: optionalNumber(row, 'place'),
    entry: optionalBytes(row, 'entry'),
    blockTime: optionalDate(row, 'block_time'),
  };
}
