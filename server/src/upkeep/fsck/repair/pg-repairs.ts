/**
 * Rewrites derived data. Each repair reads again under locks, because the check's findings may be outdated by now.
 * None touches evidence.
 */

import { forgetWrongWords } from '../../../certificates/search/pg-forget-wrong-words.ts';
import type { DatabaseAddress } from '../../../database/address.ts';
import { inOneTransaction } from '../../../database/connection.ts';
import type { Query, Row } from '../../../database/pool.ts';
import { id } from '../../../database/row-reader.ts';
import type { BlobInventory, BlobStore } from '../../../files/ports.ts';
import type { KeptObjects } from '../../../kernel/disk/kept-objects.ts';
import { recountTerms } from '../../../memberships/membership/terms/refresh-terms.ts';
import { countTalliesAnew } from '../../../memberships/overview/pg-tallies.ts';
import { GRANTED_BY_AUDIT, LIVE, RESERVED } from '../pg-account-faults.ts';
import { findUnnamed } from '../pg-read-files.ts';
import type { FsckRepairs, Repaired } from '../ports.ts';
import { rebuildLog } from './pg-rebuild-log.ts';
import { repairPlaces, repairQueue } from './pg-repair-places.ts';
import { repairStoredBytes } from './pg-repair-stored-bytes.ts';
import { partly, whole } from './repaired.ts';

const HOUR_MS = 3_600_000;

export function makeFsckRepairs(
  address: DatabaseAddress,
  files: Pick<BlobStore, 'sweep'> & BlobInventory,
  kept: Pick<KeptObjects, 'read'>,
  now: Date,
): FsckRepairs {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const run = (work: (query: Query) => Promise<Repaired>) => () => inOneTransaction(address, work);
  return {
    reservations: run(async (query) => {
      const [row] = await query('select reclaim_reservations() as n');
      return whole(`${row?.n} reserved certificates were returned to their allowances`);
    }),
    claims: run(async (query) => {
      const rows = await query(
        'delete from idempotency_keys where status is null and not process_is_alive(owner) returning 1',
      );
      return whole(`${rows.length} Idempotency-Keys were freed`);
    }),
    counts: run(async (query) => {
      const repaired = await repairCounts(query);
      // A counter that was missing has no bytes yet.
      await repairStoredBytes(query);
      return repaired;
    }),
    stored_bytes: run(repairStoredBytes),
    allowance: run(repairAllowances),
    codes: run(repairCodes),
    search: run(repairSearch),
    call_counts: run(repairCallCounts),
    places: run((query) => repairPlaces(query, kept)),
    queue: run((query) => repairQueue(query, kept)),
    tiles: run((query) => rebuildLog(query, true)),
    log: run((query) => rebuildLog(query, false)),
    store_again: run(async (query) => {
      await query('update log_tiles set stored = dropped');
      return whole('tiles whose rows are in the database count as not stored; a server writes them again');
    }),
    memberships: run(repairMemberships),
    tallies: run(async (query) => {
      await countTalliesAnew(query);
      return whole('the figures of councils were counted anew');
    }),
    unfinished_uploads: async () => whole(`${await files.sweep(hourAgo)} temporary files were deleted`),
    unnamed_files: run((query) => deleteUnnamed(query, files, hourAgo)),
  };
}

/**
 * Locks the counter of an account and mode before counting, so that new certificates wait. Left alone where the rows
 * beside the certificates show more of them: then certificates are missing, and the counter is right.
 */
async function repairCounts(query: Query): Promise<Repaired> {
  await query(
    `insert into certificate_counts (account_id, livemode)
     select a.id, mode from accounts a, unnest(array[true, false]) mode on conflict do nothing`,
  );
  const suspects = await query(
    `select account_id, livemode from certificate_counts n
      where total <> (select count(*) from certificates c where c.account_id = n.account_id and c.livemode = n.livemode)`,
  );
  let repaired = 0;
  for (const { account_id, livemode } of suspects) {
    await query('select from certificate_counts where account_id = $1 and livemode = $2 for update', [
      account_id,
      livemode,
    ]);
    const rows = await query(
      `update certificate_counts n set total = c.counted
         from (select count(*) as counted, coalesce(max(number), 0) as highest
                 from certificates where account_id = $1 and livemode = $2) c
        where n.account_id = $1 and n.livemode = $2 and c.counted = c.highest
          and not exists (select from certificate_search s
                           where s.account_id = $1 and s.livemode = $2 and s.number > c.highest)
       returning 1`,
      [account_id, livemode],
    );
    repaired += rows.length;
  }
  return partly(repaired, suspects.length, 'certificate counters were corrected');
}

/**
 * Granted, left or made: one of the three is wrong. Certificates made are never touched. The audit log decides where
 * it records the grants; otherwise `certificates_granted` does.
 */
async function repairAllowances(query: Query): Promise<Repaired> {
  const rest = `${RESERVED} + ${LIVE}`;
  const suspects = await query(
    `select a.id from accounts a
      where a.certificates_granted <> a.certificates_left + ${rest}
         or a.certificates_granted <> ${GRANTED_BY_AUDIT}`,
  );
  let repaired = 0;
  for (const { id } of suspects) {
    await query('select from accounts where id = $1 for update', [id]);
    const rows = await query(
      `update accounts b set certificates_granted = sums.granted, certificates_left = sums.granted - sums.rest
         from (select coalesce(${GRANTED_BY_AUDIT}, a.certificates_granted) as granted, ${rest} as rest
                 from accounts a where a.id = $1) sums
        where b.id = $1 and sums.granted >= sums.rest returning 1`,
      [id],
    );
    repaired += rows.length;
  }
  return partly(repaired, suspects.length, 'allowances were recalculated');
}

/** The code of a missing certificate stays while its time stamp exists: it is a trace of what is missing. */
async function repairCodes(query: Query): Promise<Repaired> {
  const gone = await query(
    `delete from certificate_codes k
      where not exists (select from certificates c
                         where c.account_id = k.account_id and c.id = k.certificate_id and c.code = k.code)
        and (exists (select from certificates c where c.account_id = k.account_id and c.id = k.certificate_id)
             or not exists (select from certificate_tokens t
                             where t.account_id = k.account_id and t.certificate_id = k.certificate_id))
     returning 1`,
  );
  const made = await query(
    `insert into certificate_codes as k (code, account_id, certificate_id)
     select c.code, c.account_id, c.id from certificates c
      where not exists (select from certificate_codes k
                         where k.code = c.code and k.account_id = c.account_id and k.certificate_id = c.id)
     on conflict (code) do nothing returning 1`,
  );
  const [left] = await query(
    `select count(*) as n from certificates c full join certificate_codes k on k.code = c.code
      where (k.account_id, k.certificate_id) is distinct from (c.account_id, c.id)`,
  );
  return {
    told: `${made.length} public codes were written and ${gone.length} deleted`,
    isWhole: left?.n === 0,
  };
}

async function repairSearch(query: Query): Promise<Repaired> {
  await forgetWrongWords(query);
  const text = `lower(c.title) || E'\\n' || lower(c.file_name)`;
  const made = await query(
    `insert into certificate_search as s (account_id, livemode, number, created_at, document_type, search_text)
     select c.account_id, c.livemode, c.number, c.created_at, c.document_type, ${text} from certificates c
       left join certificate_search s using (account_id, livemode, number)
      where s.account_id is null or s.created_at <> c.created_at
         or s.document_type is distinct from c.document_type or s.search_text <> ${text}
     on conflict (account_id, livemode, number) do update set
       created_at = excluded.created_at, document_type = excluded.document_type, search_text = excluded.search_text
     returning 1`,
  );
  // Below the counter's total, the row is the trace of a missing certificate.
  const gone = await query(
    `delete from certificate_search s
      where not exists (select from certificates c
                         where c.account_id = s.account_id and c.livemode = s.livemode and c.number = s.number)
        and s.number > coalesce((select total from certificate_counts n
                                  where n.account_id = s.account_id and n.livemode = s.livemode), 0)
     returning 1`,
  );
  const [left] = await query(
    'select count(*) as n from certificate_search s left join certificates c using (account_id, livemode, number) where c.id is null',
  );
  return {
    told: `${made.length} search rows were written and ${gone.length} deleted`,
    isWhole: left?.n === 0,
  };
}

/** Limits are judged by the chunks; a row with inconsistent chunks starts a new minute. */
async function repairCallCounts(query: Query): Promise<Repaired> {
  const isSound = `cardinality(chunk_ms) = cardinality(chunk_calls) and 0 < all (chunk_calls)
    and chunk_ms = (select coalesce(array_agg(m order by m), '{}') from unnest(chunk_ms) m)`;
  const sum = '(select coalesce(sum(n), 0)::integer from unnest(chunk_calls) n)';
  await query('insert into api_key_usage (key_id) select id from api_keys on conflict do nothing');
  const anew = await query(
    `update api_key_usage set chunk_ms = '{}', chunk_calls = '{}', minute_calls = 0 where not (${isSound}) returning 1`,
  );
  const rows = await query(
    `update api_key_usage set minute_calls = ${sum}, month_calls = greatest(month_calls, ${sum}),
            month = coalesce(utc_month(last_used_at), 0)
      where minute_calls <> ${sum} or month_calls < ${sum} or month <> coalesce(utc_month(last_used_at), 0)
     returning 1`,
  );
  return whole(`the call counts of ${anew.length + rows.length} keys were corrected`);
}

/** Counts everybody anew, in the order in which everybody is locked; the ledger is never touched. */
async function repairMemberships(query: Query): Promise<Repaired> {
  let members = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await query('select id from members where id > $1 order by id limit 500 for update', [
      after,
    ]);
    const ids = rows.map((row) => id('mem', row, 'id'));
    if (ids.length > 0) await recountTerms({ query }, ids);
    members += ids.length;
    after = ids.at(-1);
  }
  return whole(`the terms and standings of ${members} members were derived again`);
}

/**
 * Only while no server runs: an upload of the same bytes could be between writing its file and its row. The table
 * lock keeps an upload that starts now from getting that far.
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
