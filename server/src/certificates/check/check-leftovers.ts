/**
 * Finds two harmless leftovers: files that no certificate names (crashes leave them, and servers delete most of them),
 * and time stamps without a partition for their month.
 */

import type { Check } from '../../database/check/check.ts';
import { type Pieced, rowsOf, sumOfPieces } from '../../database/check/pg-pieces.ts';
import { type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';
import type { BlobInventory } from '../../files/ports.ts';
import { findUnnamed } from './pg-read-files.ts';

const HOUR_MS = 3_600_000;

export const checkUnnamedFiles: Check<{ inventory: BlobInventory }, 'unnamed_files'> = {
  name: 'certificates: files that none names',
  async *find({ snapshot, inventory, now }) {
    // Only older files are reported: younger ones may belong to an upload in progress, or to a certificate newer than
    // the snapshot.
    const hourAgo = new Date(now().getTime() - HOUR_MS);
    for await (const batch of inventory.list()) {
      for (const { accountId, name, modifiedAt } of await findUnnamed(snapshot, batch)) {
        const isOld = modifiedAt < hourAgo;
        yield {
          level: 'note',
          code: 'file_unnamed',
          where: `${accountId} ${name}`,
          message: `No certificate names this file${isOld ? '' : ', which is less than an hour old'}.`,
          ...(isOld && { repair: 'unnamed_files' }),
        };
      }
    }
  },
};

/** The default partition, for rows that fit no month. */
const REST = 'certificate_tokens_rest';

const STRAYS: Pieced = {
  of: rowsOf(REST, ['account_id', 'certificate_id'], 'account_id, certificate_id'),
  sql: 'select count(*) as n from piece',
};

export const checkStrayTokens: Check = {
  name: 'certificates: time stamps in no partition of a month',
  async *find({ snapshot }) {
    const strays = await sumOfPieces(snapshot, STRAYS);
    if (strays === 0) return;
    const message = `${strays} time stamps are in no month's partition: a clock was wrong, or no worker makes partitions. They are served as usual, and move when the partition of their month is made.`;
    yield { level: 'note', code: 'partition_missing', where: REST, message };
  },
};

export const deleteUnnamedFiles: Repair<'unnamed_files', { files: BlobInventory }> = {
  kind: 'unnamed_files',
  run: ({ transaction, files, hourAgo }) => transaction((query) => deleteUnnamed(query, files, hourAgo)),
};

/**
 * Deletes files that no certificate names. This is safe only while no server runs: an upload of the same bytes could
 * have written its file and not yet its row. The table lock keeps an upload that starts now from writing its row.
 */
async function deleteUnnamed(query: Query, files: BlobInventory, hourAgo: Date): Promise<Repaired> {
  await query('lock table certificates in share mode');
  const [alive] = await query(
    `select count(*) as n from pg_locks where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  if (alive?.n !== 0) {
    return { told: 'files that no certificate names are deleted only while no server runs', isWhole: false };
  }
  let deleted = 0;
  for await (const batch of files.list()) {
    const old = batch.filter(({ modifiedAt }) => modifiedAt < hourAgo);
    const unnamed = await findUnnamed({ query }, old);
    for (const blob of unnamed) deleted += Number(await files.remove(blob, hourAgo));
  }
  return whole(`${deleted} files that no certificate names were deleted`);
}
