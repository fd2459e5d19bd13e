/** Reads the files that certificates name, and finds files that no certificate names. */

import { distinctOf, type Pieced, readPieces, rowsOf, sumOfPieces } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { StoredBlob } from '../../files/ports.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';

/** A fingerprint that certificates of an account have, with their file if it is kept. */
export type NamedFile = {
  accountId: AccountId;
  sha256: Uint8Array;
  certificates: number;
  kept:
    | {
        /** The smallest and the largest size that its certificates state. */
        fewestBytes: number;
        mostBytes: number;
        /** One of the certificates of this file. */
        certificateId: CertificateId;
      }
    | undefined;
};

const IS_KEPT = 'file_erased_at is null and file_size is not null';

/**
 * The named files. Those that were erased or never sent are included, so that pieces stay short even if few files are
 * stored.
 */
const NAMED_FILES: Pieced = {
  of: distinctOf('(select * from certificates where sha256 is not null) named', [
    'account_id',
    'livemode',
    'sha256',
  ]),
  sql: `
  select f.account_id, f.sha256, c.* from piece f cross join lateral (
    select count(*) as certificates, min(file_size) filter (where ${IS_KEPT}) as fewest,
           max(file_size) filter (where ${IS_KEPT}) as most, min(id) filter (where ${IS_KEPT}) as id
      from certificates c
     where c.account_id = f.account_id and c.livemode = f.livemode and c.sha256 = f.sha256) c`,
};

export function readNamedFiles(snapshot: Snapshot): Batches<NamedFile> {
  return mapBatches(readPieces(snapshot, NAMED_FILES), toNamedFile);
}

const COUNTED: Pieced = {
  of: rowsOf('certificate_counts', ['account_id', 'livemode'], 'account_id, livemode, total'),
  sql: 'select sum(total) as n from piece',
};

/** How many certificates there are, for the progress bar. */
export function countCertificates(snapshot: Snapshot): Promise<number> {
  return sumOfPieces(snapshot, COUNTED);
}

/**
 * Returns the files that no certificate names. It works on the live database and on a snapshot. A file that servers
 * are about to erase counts as named until it is erased.
 */
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
  return rows.flatMap((row) => files[read.number(row, 'place') - 1] ?? []);
}

function toNamedFile(row: Row): NamedFile {
  return {
    accountId: read.idAsStored('acct', row, 'account_id'),
    sha256: read.bytes(row, 'sha256'),
    certificates: read.number(row, 'certificates'),
    kept:
      row.id === null
        ? undefined
        : {
            fewestBytes: read.number(row, 'fewest'),
            mostBytes: read.number(row, 'most'),
            certificateId: read.idAsStored('cert', row, 'id'),
          },
  };
}
