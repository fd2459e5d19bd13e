/** Restores the rows of a backup into an empty database. Names come from the migrated schema, never from the backup. */

import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseAddress } from '../../database/address.ts';
import { inOneTransaction } from '../../database/connection.ts';
import { applyMigrations } from '../../database/migrate.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { isNoted, noteContract } from '../../database/upgrades/noted-contracts.ts';
import { isPartitionName, remakePartitions } from '../partitions/make-partitions.ts';
import { DIVIDED } from '../partitions/pg-partitions.ts';
import type { Archive } from './archive.ts';
import { readTables } from './catalogue.ts';
import { type OnProgress, schemaOf } from './check.ts';
import type { BackupManifest, BackupTable } from './manifest.ts';
import { damagedBackup, foreignBackup, shown } from './refusals.ts';

/** Throws for names that the backup's own schema does not have, and leaves the database as it was. */
export async function assertFitsSchema(address: DatabaseAddress, manifest: BackupManifest): Promise<void> {
  const schema = await schemaOf(manifest);
  await inOneTransaction(address, async (query) => {
    await applyMigrations(query, schema);
    await divide(query, manifest);
    await planTables(query, manifest);
    await planSequences(query, manifest);
    await query('rollback');
  });
}

/**
 * Restores the database in one transaction: the schema of the backup, its rows, its sequences. A crash before the end
 * leaves an empty database, and files that nothing names; after it everything is there.
 */
export async function restoreDatabase(
  address: DatabaseAddress,
  archive: Archive,
  onProgress: OnProgress,
): Promise<void> {
  const { manifest } = archive;
  const schema = await schemaOf(manifest);
  const hashes = await hashesOfTables(archive);
  await inOneTransaction(address, async (query, client) => {
    await applyMigrations(query, schema);
    for (const { name } of manifest.migrations) if (isNoted(name)) await noteContract(query, name);
    await divide(query, manifest);
    const tables = await inOrderOfReference(query, await planTables(query, manifest));
    for (const [done, table] of tables.entries()) {
      onProgress('database', done / tables.length);
      // The migrations have just written this table themselves.
      if (table.name === 'migrations') continue;
      // The backup already contains what triggers wrote for these rows.
      await query(`alter table ${pg.escapeIdentifier(table.name)} disable trigger user`);
      await loadTable(client, archive, hashes, table);
      await query(`alter table ${pg.escapeIdentifier(table.name)} enable trigger user`);
    }
    for (const { name, lastValue } of await planSequences(query, manifest)) {
      await query(
        `select setval(oid::regclass, $2) from pg_class
          where relname = $1 and relkind = 'S' and relnamespace = current_schema()::regnamespace`,
        [name, lastValue],
      );
    }
  });
}

/** Puts partitions in place of the one that a new schema begins with. */
async function divide(query: Query, manifest: BackupManifest): Promise<void> {
  const { partitions } = manifest.format === 1 ? {} : manifest;
  if (partitions === undefined) return;
  const ranges = partitions.map(({ from, to }) => ({ from: from ?? undefined, to }));
  await remakePartitions(query, ranges).catch((error: unknown) => {
    // PostgreSQL refuses ranges that overlap or end before they start, and a schema without partitions.
    throw error instanceof pg.DatabaseError ? damagedBackup('the list of partitions') : error;
  });
}

/** A table to restore: the rows in `file` go into the table `name`. */
type PlannedTable = BackupTable & { file: string };

/** The tables of the schema, each with its columns in the order of the backup. */
async function planTables(query: Query, { tables }: BackupManifest): Promise<PlannedTable[]> {
  const known = await readTables(query);
  const isKnown = (name: string) => known.some((table) => table.name === name);
  // Older versions saved each partition as a table.
  const targetOf = (name: string) => (!isKnown(name) && isPartitionName(name) ? DIVIDED : name);
  const foreign = tables.find(({ name }) => !isKnown(targetOf(name)));
  if (foreign !== undefined) throw foreignBackup(`a table ${shown(foreign.name)}`);
  return known.flatMap(({ name, columns }) => {
    const given = tables.filter((table) => targetOf(table.name) === name);
    const isTwice = new Set(given.map((table) => table.name)).size !== given.length;
    const isBoth = given.length > 1 && given.some((table) => table.name === name);
    if (given.length === 0 || isTwice || isBoth) throw damagedBackup(`the list of tables (${name})`);
    return given.map((table) => ({
      name,
      file: `database/${table.name}.copy`,
      columns: orderOf(table, columns),
      rows: table.rows,
    }));
  });
}

function orderOf({ name, columns: given }: BackupTable, columns: readonly string[]): string[] {
  const ordered = given.map((column) => {
    const own = columns.find((one) => one === column);
    if (own === undefined) throw foreignBackup(`a column ${shown(column)} of ${name}`);
    return own;
  });
  if (new Set(ordered).size !== columns.length || ordered.length !== columns.length)
    throw damagedBackup(`the list of columns of ${name}`);
  return ordered;
}

async function planSequences(
  query: Query,
  { sequences }: BackupManifest,
): Promise<BackupManifest['sequences']> {
  const rows = await query(`select sequencename from pg_sequences where schemaname = current_schema()`);
  const known = new Set(rows.map((row) => row.sequencename));
  const foreign = sequences.find(({ name }) => !known.has(name));
  if (foreign !== undefined) throw foreignBackup(`a sequence ${shown(foreign.name)}`);
  return sequences;
}

async function hashesOfTables(archive: Archive): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { name, sha256 } of archive.list())
    if (name.startsWith('database/')) hashes.set(name, sha256);
  return hashes;
}

async function loadTable(
  client: pg.Client,
  archive: Archive,
  hashes: ReadonlyMap<string, string>,
  { name, file, columns, rows }: PlannedTable,
): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
  try {
    await pipeline(archive.read({ name: file, sha256: hashes.get(file) ?? '' }), target);
  } catch (error) {
    // PostgreSQL refuses values that a column does not take (class 22) or that break a rule of the schema (class 23).
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) throw damagedBackup(file);
    throw error;
  }
  if (target.rowCount !== rows) throw damagedBackup(file);
}

/**
 * Puts tables that others refer to first. Foreign keys then hold at every moment, and nobody needs the right to
 * switch them off.
 */
async function inOrderOfReference(query: Query, tables: readonly PlannedTable[]): Promise<PlannedTable[]> {
  const rows = await query(
    `select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table from pg_constraint
      where contype = 'f' and conrelid <> confrelid`,
  );
  const waiting = new Set(tables);
  const ordered: PlannedTable[] = [];
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const ready = [...waiting].filter(
      ({ name }) => !rows.some((row) => row.from_table === name && names.has(read.text(row, 'to_table'))),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of ready) waiting.delete(table);
    ordered.push(...ready);
  }
  return ordered;
}
