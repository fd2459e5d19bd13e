/** Copies every table from one snapshot, with the list of files that its rows name. */

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../../database/address.ts';
import * as read from '../../database/row-reader.ts';
import { openSnapshot, type Snapshot } from '../../database/snapshot.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { readTileMarks, type TileMarks } from '../../transparency/tiles/pg-tile-marks.ts';
import { readPartitions } from '../partitions/pg-partitions.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { readTables } from './catalogue.ts';
import type { OnProgress } from './check.ts';
import type { BackupTable, NewManifest } from './manifest.ts';

type CopiedDatabase = Pick<NewManifest, 'takenAt' | 'migrations' | 'tables' | 'sequences' | 'partitions'> & {
  /** Which parts of the log are in the file store. */
  tileMarks: TileMarks;
};

/** Copies all tables from one snapshot, which is released as soon as they are copied. */
export async function copyDatabase(
  address: DatabaseAddress,
  archive: ArchiveWriter,
  list: string,
  onProgress: OnProgress,
): Promise<CopiedDatabase> {
  const snapshot = await openSnapshot(address);
  try {
    const migrations = await readSchema(snapshot);
    const found = await readTables((text) => snapshot.query(text));
    const tables: BackupTable[] = [];
    for (const table of found) {
      onProgress('database', tables.length / found.length);
      const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const rows = snapshot.copyOut(`select ${columns} from ${pg.escapeIdentifier(table.name)}`);
      await archive.put(`database/${table.name}.copy`, rows);
      tables.push({ ...table, rows: rows.rowCount });
    }
    // A database of an earlier version has no column for the time of erasing, and erased nothing. A file without a size
    // was never sent.
    const canBeErased = found.some(
      ({ name, columns }) => name === 'certificates' && columns.includes('file_erased_at'),
    );
    const files = `select distinct account_id, encode(sha256, 'hex') from certificates
                    ${canBeErased ? 'where file_erased_at is null and file_size is not null' : ''} order by 1, 2`;
    await pipeline(snapshot.copyOut(files), createWriteStream(list, { mode: 0o600, flags: 'wx' }));
    return {
      takenAt: snapshot.takenAt.toISOString(),
      migrations,
      tables,
      sequences: await readSequences(snapshot),
      // A database of an earlier version has its whole log in its tables.
      tileMarks: found.some(({ name }) => name === 'log_tiles')
        ? await readTileMarks(snapshot)
        : { stored: 0, dropped: 0 },
      ...(await readDivision(snapshot)),
    };
  } finally {
    await snapshot.close();
  }
}

async function readDivision(snapshot: Snapshot): Promise<Pick<NewManifest, 'partitions'>> {
  const found = await readPartitions((text) => snapshot.query(text));
  return found.length === 0 ? {} : { partitions: found.map(({ from = null, to }) => ({ from, to })) };
}

async function readSchema(snapshot: Snapshot): Promise<NewManifest['migrations']> {
  const [known] = await snapshot.query(`select to_regclass('migrations') is not null as is_there`);
  if (known?.is_there !== true) {
    throw new OperatorError({
      en: 'There is nothing to back up: the database is empty. Name the right one with DATABASE_URL=… or SELLO_DATA_DIR=….',
      es: 'No hay nada que respaldar: la base de datos está vacía. Indique la correcta con DATABASE_URL=… o SELLO_DATA_DIR=….',
    });
  }
  const rows = await snapshot.query('select name, sha256 from migrations order by name');
  return rows.map((row) => ({ name: read.text(row, 'name'), sha256: read.text(row, 'sha256') }));
}

/**
 * Reads the sequences. They do not belong to a snapshot, so they are read after the tables, and no row has a higher
 * number.
 */
async function readSequences(snapshot: Snapshot): Promise<NewManifest['sequences']> {
  const rows = await snapshot.query(
    `select sequencename as name, last_value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return rows.map((row) => ({ name: read.text(row, 'name'), lastValue: read.number(row, 'last_value') }));
}
