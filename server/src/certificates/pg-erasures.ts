/** Marks files as erased, and removes them under the lock of the account's counters. */

import pg from 'pg';
import {
  asDatabaseError,
  clientOptions,
  type Database,
  type DatabaseAddress,
  type TransactionQuery,
} from '../database/pool.ts';
import { boolean, firstRow, id, number, sha256Hex } from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { ErasureStore } from './ports.ts';

/** Held while files are removed; shared by whoever reads all files that a snapshot of the database names. */
const REMOVING_LOCK = 7355_0019;

/** Numbers of test certificates follow their age, so the next one to expire tells whether any is due. */
const DUE_ACCOUNTS = `
  select n.account_id from certificate_counts n
    join certificates c on c.account_id = n.account_id and not c.livemode and c.number = n.erased_to + 1
   where not n.livemode and n.erased_to < n.total and c.created_at <= $1`;

const MARK_AT_ONCE = 200;

/** A file that was never sent is passed over. Marks in the order of numbers, up to the first that is younger; two processes have clocks that differ a little. */
const MARK_LOT = `
  with counter as (
    select erased_to from certificate_counts where account_id = $1 and not livemode for update
  ), lot as materialized (
    select c.id, c.number, c.created_at from counter, certificates c
     where c.account_id = $1 and not c.livemode
       and c.number > counter.erased_to and c.number <= counter.erased_to + ${MARK_AT_ONCE}
  ), due as materialized (
    select id, number from lot
     where not exists (select from lot younger where younger.created_at > $2 and younger.number <= lot.number)
  ), marked as (
    update certificates c set file_erased_at = $3 from due
     where c.account_id = $1 and c.id = due.id and c.file_erased_at is null and c.file_size is not null
    returning c.sha256, c.file_size
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at) select distinct $1, sha256, $3::timestamptz from marked
    on conflict do nothing
  ), counted as (
    update certificate_counts
       set erased_to = (select max(number) from due),
           stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from marked), 0)
     where account_id = $1 and not livemode and exists (select from due)
  )
  select (select count(*) from marked) as marked, (select count(*) from due) as due`;

/** None while somebody holds removals back. */
const QUEUED_ACCOUNTS = `
  select distinct e.account_id
    from (select pg_try_advisory_xact_lock($1) as is_free offset 0) removing, blob_erasures e
   where removing.is_free`;

export function makeErasureStore(database: Database): ErasureStore {
  return {
    async dueAccounts(before) {
      const rows = await database.query('due-accounts', DUE_ACCOUNTS, [before]);
      return rows.map((row) => id('acct', row, 'account_id'));
    },

    async markLot(accountId, before, now) {
      const row = firstRow(await database.query('mark-erased', MARK_LOT, [accountId, before, now]));
      return { marked: number(row, 'marked'), isMore: number(row, 'due') === MARK_AT_ONCE };
    },

    async queuedAccounts() {
      const rows = await database.query('queued-accounts', QUEUED_ACCOUNTS, [REMOVING_LOCK]);
      return rows.map((row) => id('acct', row, 'account_id'));
    },

    async removeLot(accountId, after, remove) {
      // By itself and before anything is removed: it must outlive a crash of what follows.
      await database.query(
        'begin-removing',
        'update certificate_counts set erasures = erasures + 1 where account_id = $1 and erasures % 2 = 0',
        [accountId],
      );
      return database.transaction((query) => removeLot(query, accountId, after, remove));
    },
  };
}

/** Certificates of the account wait for this transaction, so it is short. */
const REMOVE_AT_ONCE = 20;

const QUEUED = `
  select e.sha256, exists (
           select from certificates c
            where c.account_id = $1 and c.livemode in (true, false) and c.sha256 = e.sha256
              and c.file_erased_at is null and c.file_size is not null) as is_needed
    from blob_erasures e where e.account_id = $1 and e.sha256 > decode($2, 'hex')
   order by e.sha256 limit ${REMOVE_AT_ONCE}`;

async function removeLot(
  query: TransactionQuery,
  accountId: AccountId,
  after: Sha256Hex | undefined,
  remove: (sha256: Sha256Hex) => Promise<boolean>,
): ReturnType<ErasureStore['removeLot']> {
  await query('select from certificate_counts where account_id = $1 order by livemode for update', [
    accountId,
  ]);
  const [lock] = await query('select pg_try_advisory_xact_lock($1) as mine', [REMOVING_LOCK]);
  const rows = lock?.mine === true ? await query(QUEUED, [accountId, after ?? '']) : [];
  const done: Sha256Hex[] = [];
  let removed = 0;
  for (const row of rows) {
    const sha256 = sha256Hex(row, 'sha256');
    if (boolean(row, 'is_needed')) done.push(sha256);
    else if (await remove(sha256)) {
      done.push(sha256);
      removed += 1;
    }
  }
  await query(
    `delete from blob_erasures where account_id = $1
        and sha256 in (select decode(hex, 'hex') from unnest($2::text[]) hex)`,
    [accountId, done],
  );
  await query(
    'update certificate_counts set erasures = erasures + 1 where account_id = $1 and erasures % 2 = 1',
    [accountId],
  );
  const last = rows.at(-1);
  return {
    removed,
    last: last === undefined || rows.length < REMOVE_AT_ONCE ? undefined : sha256Hex(last, 'sha256'),
  };
}

/**
 * From now until the returned function is called, no file is removed: for a backup or a check, which read the files that
 * a snapshot names. Certificates are marked all the same.
 */
export async function holdRemovals(address: DatabaseAddress): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...clientOptions(address), connectionTimeoutMillis: 1_500 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock_shared($1)', [REMOVING_LOCK]);
  } catch (error) {
    await client.end().catch(() => {});
    throw asDatabaseError(error);
  }
  return () => client.end().catch(() => {});
}
