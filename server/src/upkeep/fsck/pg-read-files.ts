/** Files that certificates name, their time stamps, and the keys that encrypt them. */

import { areWarnings, TOKEN_COLUMNS, toToken, WITH_EVERY_TOKEN } from '../../certificates/pg-certificates.ts';
import type { Row } from '../../database/pool.ts';
import {
  boolean,
  bytes,
  firstRow,
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
import type { FsckReads, NamedFile, StampRow } from './ports.ts';

/** Why the data key in a row of `blob_keys` cannot be opened; undefined if it can. */
export type BlobKeyProbe = (row: Row) => string | undefined;

type FileReads = Pick<
  FsckReads,
  'totals' | 'namedFiles' | 'stamps' | 'brokenBlobKeys' | 'strayTokens' | 'unnamed'
>;

const STAMPS = `
  select c.account_id, c.id, c.livemode, c.sha256, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms,
         c.accredited, c.warnings, a.block_time, place.leaf_index as place,
         case when place.leaf_index is not null then 'placed' when q.id is not null then 'waiting' end as stands,
         case when place.leaf_index is null then q.entry else ${entryAt('place.leaf_index')} end as entry,
         ${TOKEN_COLUMNS}
    from certificates c ${WITH_EVERY_TOKEN}
    left join lateral log_place(c.ticket) place on true
    left join log_queue q on q.id = c.ticket
    left join log_entries e on e.chunk = ${entryChunk('place.leaf_index')}
    left join log_witnesses w on w.livemode = c.livemode
    left join lateral covering_anchor(w.network, place.leaf_index) a on true
   where (c.account_id, c.id) > ($1, $2)
   order by c.account_id, c.id`;

export function makeFileReads(snapshot: Snapshot, probe: BlobKeyProbe): FileReads {
  return {
    async totals() {
      const rows = await snapshot.query(
        '',
        `select count(*) as certificates,
                count(distinct (account_id, livemode, sha256)) filter (where file_erased_at is null and file_size is not null) as files from certificates`,
        [],
      );
      const row = firstRow(rows);
      return { certificates: number(row, 'certificates'), files: number(row, 'files') };
    },

    namedFiles: () =>
      mapBatches(
        snapshot.pages(
          `select account_id, livemode, sha256, min(file_size) as fewest, max(file_size) as most, min(id) as id
             from certificates
            where file_erased_at is null and file_size is not null and (account_id, livemode, sha256) > ($1, $2, $3)
            group by account_id, livemode, sha256 order by account_id, livemode, sha256`,
          ['', false, Buffer.alloc(0)],
          ({ account_id, livemode, sha256 }) => [account_id, livemode, sha256],
        ),
        toNamedFile,
      ),

    stamps: () =>
      mapBatches(
        snapshot.pages(STAMPS, ['', ''], ({ account_id, id }) => [account_id, id]),
        toStamp,
      ),

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

    strayTokens: () => countStrays(snapshot),
    unnamed: (files) => findUnnamed(snapshot, files),
  };
}

async function countStrays(snapshot: Snapshot): Promise<number> {
  return number(firstRow(await snapshot.query('', `select count(*) as n from ${REST}`, [])), 'n');
}

/** Runs on the live database or on a snapshot. A file that servers are about to erase counts as named until then. */
export async function findUnnamed(
  database: Pick<Snapshot, 'query'>,
  files: readonly StoredBlob[],
): Promise<StoredBlob[]> {
  const rows = await database.query(
    'unnamed-files',
    `select f.place from unnest($1::text[], $2::text[]) with ordinality as f (account_id, sha256, place)
      where not exists (
        select from certificates c
         where c.account_id = f.account_id and c.livemode in (true, false) and c.sha256 = decode(f.sha256, 'hex')
           and c.file_erased_at is null and c.file_size is not null)
        and not exists (
        select from blob_erasures e where e.account_id = f.account_id and e.sha256 = decode(f.sha256, 'hex'))`,
    [files.map(({ accountId }) => accountId), files.map(({ name }) => name.slice(0, 64))],
  );
  return rows.flatMap((row) => files[number(row, 'place') - 1] ?? []);
}

function toNamedFile(row: Row): NamedFile {
  return {
    accountId: idAsStored('acct', row, 'account_id'),
    sha256: bytes(row, 'sha256'),
    fewestBytes: number(row, 'fewest'),
    mostBytes: number(row, 'most'),
    certificateId: idAsStored('cert', row, 'id'),
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
