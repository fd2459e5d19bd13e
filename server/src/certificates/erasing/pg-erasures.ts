/** Marks files as erased, and removes them under the lock of the account's counters. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { DatabaseAddress } from '../../database/address.ts';
import { openClient } from '../../database/connections/client.ts';
import { FOR_COMMANDS } from '../../database/connections/patience.ts';
import { asDatabaseError } from '../../database/outcome.ts';
import type { Database, Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { noteEvent, noteEvents } from '../../events/note-event.ts';
import { assertNoHold, lockHolds } from '../../holds/pg-holds.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { ErasureStore, QueuedFiles } from '../ports.ts';
import { lockTogether } from './pg-sealed-together.ts';

/**
 * The lock that is held while files are removed. Code that reads all files named in a database snapshot takes it in
 * shared mode.
 */
const REMOVING_LOCK = 7355_0019;

/**
 * Selects owners with files to erase. Certificates are numbered by age, so checking the next file to expire is
 * enough.
 */
const DUE_OWNERS = `
  select n.account_id, n.livemode, due.before from certificate_counts n
    join accounts a on a.id = n.account_id
    join certificates c on c.account_id = n.account_id and c.livemode = n.livemode and c.number = n.erased_to + 1
   cross join lateral (
     -- The shorter of the two, whichever is given.
     select $1::timestamptz - make_interval(hours => 24 *
              least(a.keep_files_days, case when not n.livemode then $2::integer end)) as before
   ) due
   where n.erased_to < n.total and c.created_at <= due.before and not account_held(n.account_id)`;

const MARK_AT_ONCE = 200;

/**
 * Marks files in the order of their certificates' numbers. It stops at the first one that is too young, even if a
 * later number is older, because the clocks of two processes may differ a little. Files that were never sent, or that
 * a legal hold keeps, are skipped.
 */
const MARK_LOT = `
  with counter as (
    select erased_to from certificate_counts where account_id = $1 and livemode = $4 and not account_held($1) for update
  ), lot as materialized (
    select c.id, c.number, c.created_at from counter, certificates c
     where c.account_id = $1 and c.livemode = $4
       and c.number > counter.erased_to and c.number <= counter.erased_to + ${MARK_AT_ONCE}
  ), due as materialized (
    select id, number from lot
     where not exists (select from lot younger where younger.created_at > $2 and younger.number <= lot.number)
  ), marked as (
    update certificates c set file_erased_at = $3 from due
     where c.account_id = $1 and c.id = due.id and c.file_erased_at is null and c.file_size is not null
       and not exists (select from held_certificates($1) held where held.id = c.id)
    returning c.id, c.sha256, c.file_size
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at) select distinct $1, sha256, $3::timestamptz from marked
    on conflict do nothing
  ), counted as (
    update certificate_counts
       set erased_to = (select max(number) from due),
           stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from marked), 0)
     where account_id = $1 and livemode = $4 and exists (select from due)
  )
  select array(select id from marked order by id) as marked, (select count(*) from due) as due`;

/**
 * Marks the files of these certificates. The caller has locked the row of the counter; all certificates of the account
 * are written under this lock.
 */
const MARK_SOME = `
  with marked as (
    update certificates c set file_erased_at = $4
     where c.account_id = $1 and c.livemode = $2 and c.id = any ($3::text[])
       and c.file_erased_at is null and c.file_size is not null
    returning c.id, c.sha256, c.file_size
  ), queued as (
    insert into blob_erasures (account_id, sha256, created_at) select distinct $1, sha256, $4::timestamptz from marked
    on conflict do nothing
  ), counted as (
    update certificate_counts
       set stored_bytes = greatest(stored_bytes - (select coalesce(sum(file_size), 0) from marked), 0)
     where account_id = $1 and livemode = $2 and exists (select from marked)
  )
  select id, sha256 from marked order by id <> $5`;

/** Selects the accounts with files in the queue. It selects none while a backup or a check holds removals off. */
const QUEUED_ACCOUNTS = `
  select distinct e.account_id
    from (select pg_try_advisory_xact_lock($1) as is_free offset 0) removing, blob_erasures e
   where removing.is_free`;

export function makeErasureStore(database: Database): ErasureStore {
  return {
    async due({ testFilesDays }, now) {
      const rows = await database.query(DUE_OWNERS, [now, testFilesDays], 'due-owners');
      return rows.map((row) => ({
        accountId: read.id('acct', row, 'account_id'),
        livemode: read.boolean(row, 'livemode'),
        before: read.date(row, 'before'),
      }));
    },

    markLot: ({ before, ...owner }, now) =>
      database.transaction(async (query) => {
        await lockHolds(query, owner.accountId);
        const params = [owner.accountId, before, now, owner.livemode];
        const row = read.firstRow(await query(MARK_LOT, params, 'mark-erased'));
        const ids = read.textList(row, 'marked');
        await noteEvents(
          query,
          owner,
          now,
          ids.map((id) => ({ type: 'certificate.file_erased', data: { id } })),
        );
        return { marked: ids.length, isMore: read.number(row, 'due') === MARK_AT_ONCE };
      }),

    markOne: (owner, certificateId, note) =>
      database.transaction(async (query) => {
        const { accountId, livemode } = owner;
        await lockHolds(query, accountId);
        const ids = await lockTogether(query, owner, [certificateId]);
        await assertNoHold(query, accountId, { certificates: ids });
        const rows = await query(MARK_SOME, [accountId, livemode, ids, note.at, certificateId], 'mark-some');
        for (const row of rows) {
          const target = read.id('cert', row, 'id');
          await query(`select ${auditCall(1)}`, auditParams({ ...note, target }));
          const event = { type: 'certificate.file_erased', data: { id: target }, at: note.at } as const;
          await noteEvent(query, owner, event);
        }
        return rows.map((row) => read.sha256Hex(row, 'sha256'));
      }),

    async queuedAccounts() {
      const rows = await database.query(QUEUED_ACCOUNTS, [REMOVING_LOCK], 'queued-accounts');
      return rows.map((row) => read.id('acct', row, 'account_id'));
    },

    async removeLot(accountId, which, remove) {
      // This is committed separately, before anything is removed, so that it survives a crash during the removal.
      await database.query(
        'update certificate_counts set erasures = erasures + 1 where account_id = $1 and erasures % 2 = 0',
        [accountId],
        'begin-removing',
      );
      return database.transaction((query) => removeLot(query, accountId, which, remove));
    },
  };
}

/** How many files one transaction removes. It is short, because certificates of the account wait for it. */
const REMOVE_AT_ONCE = 20;

const QUEUED = `
  select e.sha256, exists (
           select from certificates c
            where c.account_id = $1 and c.livemode in (true, false) and c.sha256 = e.sha256
              and c.file_erased_at is null and c.file_size is not null) as is_needed
    from blob_erasures e
   where e.account_id = $1 and e.sha256 > decode($2, 'hex') and ($3::text is null or e.sha256 = decode($3, 'hex'))
   order by e.sha256 limit ${REMOVE_AT_ONCE}`;

async function removeLot(
  query: Query,
  accountId: AccountId,
  { after, only }: QueuedFiles,
  remove: (sha256: Sha256Hex) => Promise<boolean>,
): ReturnType<ErasureStore['removeLot']> {
  await query('select from certificate_counts where account_id = $1 order by livemode for update', [
    accountId,
  ]);
  const [lock] = await query('select pg_try_advisory_xact_lock($1) as mine', [REMOVING_LOCK]);
  const rows = lock?.mine === true ? await query(QUEUED, [accountId, after ?? '', only]) : [];
  const done: Sha256Hex[] = [];
  let removed = 0;
  for (const row of rows) {
    const sha256 = read.sha256Hex(row, 'sha256');
    if (read.boolean(row, 'is_needed')) done.push(sha256);
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
    last: last === undefined || rows.length < REMOVE_AT_ONCE ? undefined : read.sha256Hex(last, 'sha256'),
  };
}

/**
 * Holds removals off: until the returned function is called, no file is removed. A backup or a check needs this,
 * because it reads the files that a snapshot names. Files can still be marked as erased.
 */
export async function holdRemovals(address: DatabaseAddress): Promise<() => Promise<void>> {
  const client = await openClient(address, {}, FOR_COMMANDS).catch((error) => {
    throw asDatabaseError(error);
  });
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock_shared($1)', [REMOVING_LOCK]);
  } catch (error) {
    await client.end().catch(() => {});
    throw asDatabaseError(error);
  }
  return () => client.end().catch(() => {});
}
