/**
 * Moves a partition to another tablespace while everybody reads it. `alter table … set tablespace` would lock readers
 * out for as long as the copying takes. Here the rows are copied to a table beside the partition, which then takes
 * its place.
 *
 * Everything is one transaction, so a crash leaves the partition where it was. Rows of a past month never change.
 * If one is written anyway, the write waits until the copy has replaced the partition.
 */

import pg from 'pg';
import type { DatabaseAddress } from '../../database/address.ts';
import { inOneTransaction } from '../../database/connection.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { isLockMissing, LOCK_WAIT_MS } from '../../database/upgrades/patience.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { attaching, createPartition, DIVIDED, type Partition } from './pg-partitions.ts';

/** One statement copies this many pages (64 MB), so that progress can be shown. */
const PAGES_AT_ONCE = 8_192;
/**
 * How often a lock is tried at most. A read of all partitions (`sello fsck`, `sello backup`) may hold its locks for
 * hours, and nobody waits that long here.
 */
const MOST_TRIES = 40;
const PAUSE_SECONDS = 1.5;

type MoveOptions = {
  tablespace: string;
  onProgress(done: number): void;
  /** How often the locks for the exchange are tried. */
  tries?: number;
};

export async function movePartition(
  address: DatabaseAddress,
  partition: Partition,
  { tablespace, onProgress, tries = MOST_TRIES }: MoveOptions,
): Promise<void> {
  const copy = `${partition.name}_moving`;
  await inOneTransaction(address, async (query) => {
    await query(`set local idle_in_transaction_session_timeout = 0`);
    await query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    // From here to the end nobody may add rows to the partition, but it can still be read.
    await untilLocked(query, tries, () => query(`lock table ${named(partition.name)} in share mode`));
    // The size includes the table, its index and its TOAST data.
    await query(`set local default_tablespace = ${pg.escapeLiteral(tablespace)}`);
    await createPartition(query, copy, 'including all excluding indexes');
    await copyRows(query, partition.name, copy, onProgress);
    // The index is built at the end, which takes a fraction of the time.
    await query(`alter table ${named(copy)} add primary key (account_id, certificate_id),
      add constraint ${named(`${copy}_range`)} check (${rangeOf(partition)})`);
    await query(`analyze ${named(copy)}`);
    await untilLocked(query, tries, () => takeItsPlace(query, partition, copy));
  });
}

async function copyRows(
  query: Query,
  from: string,
  to: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const sized = await query(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::integer as pages`,
    [named(from)],
  );
  const pages = read.number(read.firstRow(sized), 'pages');
  for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
    await query(
      `insert into ${named(to)} select * from ${named(from)}
        where ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES_AT_ONCE},0)'::tid`,
    );
    onProgress(Math.min(1, (page + PAGES_AT_ONCE) / pages));
  }
}

/**
 * Replaces the partition by its copy. This is instant, because the constraint saves PostgreSQL from reading the copy.
 * All readers of time stamps wait for it.
 */
async function takeItsPlace(query: Query, partition: Partition, copy: string): Promise<void> {
  const { name } = partition;
  await query(`lock table only ${DIVIDED} in access exclusive mode`);
  await query(`alter table ${DIVIDED} detach partition ${named(name)}`);
  await query(attaching(copy, partition));
  await query(`drop table ${named(name)}`);
  await query(`alter table ${named(copy)} drop constraint ${named(`${copy}_range`)}`);
  await query(`alter table ${named(copy)} rename to ${named(name)}`);
  await query(`alter index ${named(`${copy}_pkey`)} rename to ${named(`${name}_pkey`)}`);
}

/**
 * Tries `work` until it gets its locks. After a failed attempt its locks are released, so that waiting sessions can
 * go on; the copy stays.
 */
async function untilLocked(query: Query, tries: number, work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    await query('savepoint tried');
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockMissing(error)) throw error;
      if (tried >= tries) throw inUse(error);
    }
    await query('rollback to savepoint tried');
    await query(`select pg_sleep($1)`, [PAUSE_SECONDS]);
  }
}

function rangeOf({ from, to }: Partition): string {
  const below = `certificate_id < ${pg.escapeLiteral(to)}`;
  return from === undefined ? below : `certificate_id >= ${pg.escapeLiteral(from)} and ${below}`;
}

function named(name: string): string {
  return pg.escapeIdentifier(name);
}

function inUse(cause: unknown): OperatorError {
  return new OperatorError(
    {
      en: 'The time stamps are being read as a whole, by sello fsck, sello backup or a long transaction. The partition stays where it was; start again when that is done.',
      es: 'Los sellos de tiempo se están leyendo completos, con sello fsck, sello backup o una transacción larga. La partición se quedó donde estaba; inicie de nuevo cuando eso termine.',
    },
    { cause },
  );
}

/** Refuses a tablespace that does not exist or that this role may not use; the database's own is always allowed. */
export async function assertTablespace(query: Query, name: string): Promise<void> {
  const [row] = await query(
    `select has_tablespace_privilege(s.oid, 'create') or s.oid = d.dattablespace as may_fill
       from pg_tablespace s, pg_database d where s.spcname = $1 and d.datname = current_database()`,
    [name],
  );
  if (row === undefined) throw noSuchTablespace(name);
  if (!read.boolean(row, 'may_fill')) throw mayNotFill(name);
}

function noSuchTablespace(name: string): OperatorError {
  return new OperatorError({
    en: `There is no tablespace "${name}". A superuser of PostgreSQL makes one on the cheaper disk: CREATE TABLESPACE … LOCATION '/folder'; on every standby the folder must exist too.`,
    es: `No existe el tablespace "${name}". Un superusuario de PostgreSQL lo crea en el disco más barato: CREATE TABLESPACE … LOCATION '/carpeta'; la carpeta debe existir también en cada réplica.`,
  });
}

function mayNotFill(name: string): OperatorError {
  return new OperatorError({
    en: `This role may not put tables into the tablespace "${name}". Allow it: GRANT CREATE ON TABLESPACE … TO ….`,
    es: `Este rol no puede poner tablas en el tablespace "${name}". Permítalo: GRANT CREATE ON TABLESPACE … TO ….`,
  });
}
