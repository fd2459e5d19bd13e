/** Writes batches: created, retried, taken by a worker. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { assertRoomForTests } from '../commit/pg-test-room.ts';
import { reclaimReservations } from '../pg-housekeeping.ts';
import type { IdempotentRequest, StoredAnswer } from '../ports.ts';
import type { StorageRules } from '../stored-files.ts';
import { type Batch, type BatchItem, LOT_ITEMS } from './batch.ts';
import { areItems, areOutcomes, BATCH_COLUMNS, toBatch } from './pg-batch-rows.ts';
import { makeBatchReads } from './pg-read-batches.ts';
import { makeSharedOrders } from './pg-shared-orders.ts';
import { makeWriteLot } from './pg-write-lot.ts';
import type { Answered, BatchStore, CreateOutcome, NewBatch, TakenLot } from './ports.ts';

export function makeBatchStore(database: Database, owner: () => number, rules: StorageRules): BatchStore {
  return {
    async create(who, batch, answered) {
      const create = () =>
        undoUnlessWritten(database, (query) => createBatch(query, owner(), rules, who, batch, answered));
      const outcome = await create();
      if (outcome !== 'allowance_exhausted') return outcome;
      // Dead processes may hold reservations of the allowance. These are released, and the batch is tried again in any
      // case, because another caller may have released them first.
      await reclaimReservations(database);
      return create();
    },

    retry: (who, batchId, now, answered) =>
      database
        .transaction(async (query) => {
          const [row] = await query(
            `select ${BATCH_COLUMNS} from batches b where account_id = $1 and livemode = $2 and id = $3 for no key update`,
            [who.accountId, who.livemode, batchId],
          );
          if (row === undefined) return undefined;
          const before = toBatch(row);
          if (!(await setAside(query, who, before.failed))) return 'allowance_exhausted';
          const batch = before.failed === 0 ? before : { ...before, failed: 0, updatedAt: now };
          if (before.failed > 0) await queueFailed(query, who, batch);
          if (answered !== undefined) {
            const answer = answered.answerFor(batch);
            if (!(await keepAnswer(query, owner(), who, { ...answered, answer }))) throw new Lost();
          }
          return batch;
        })
        .catch((error: unknown) => {
          if (error instanceof Lost) return 'lost' as const;
          throw error;
        }),

    async take(now) {
      const [row] = await database.query(TAKE, [owner(), now], 'take-lot');
      return row && toLot(row);
    },

    write: makeWriteLot(database, owner, rules),

    ...makeSharedOrders(database, owner),

    ...makeBatchReads(database),
  };
}

/** Thrown to roll a transaction back. */
class Lost extends Error {}

class Refused extends Error {
  readonly outcome: CreateOutcome;
  constructor(outcome: CreateOutcome) {
    super('The batch is not written');
    this.outcome = outcome;
  }
}

async function undoUnlessWritten(
  database: Database,
  create: (query: Query) => Promise<CreateOutcome>,
): Promise<CreateOutcome> {
  try {
    return await database.transaction(async (query) => {
      const outcome = await create(query);
      if (outcome !== 'written') throw new Refused(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** Writes a batch. Locks the key and then the account, as `begin` and a commit do. */
async function createBatch(
  query: Query,
  owner: number,
  rules: StorageRules,
  who: Owner,
  { batch, items, note }: NewBatch,
  answered: Answered | undefined,
): Promise<CreateOutcome> {
  const taken = await findTaken(query, who, items);
  if (taken !== undefined) return taken;
  if (answered !== undefined && !(await keepAnswer(query, owner, who, answered))) return 'lost';
  if (!(await setAside(query, who, batch.total))) return 'allowance_exhausted';
  if (!who.livemode) await assertRoomForTests(query, rules, who.accountId, batch.total);
  await query(
    `insert into batches (account_id, id, livemode, shares_stamp, key_id, total, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      who.accountId,
      batch.id,
      batch.livemode,
      batch.stamp === 'shared' ? true : null,
      batch.keyId ?? null,
      batch.total,
      batch.createdAt,
    ],
  );
  const lots = Array.from({ length: Math.ceil(items.length / LOT_ITEMS) }, (_, i) =>
    items.slice(i * LOT_ITEMS, (i + 1) * LOT_ITEMS),
  );
  await query(
    `insert into batch_lots (account_id, batch_id, first, items, outcomes, waiting)
     select $1, $2, lot.first, lot.items, lot.outcomes, json_array_length(lot.items)
       from unnest($3::integer[], $4::json[], $5::jsonb[]) as lot (first, items, outcomes)`,
    [
      who.accountId,
      batch.id,
      lots.map((_, i) => i * LOT_ITEMS),
      lots.map((lot) => JSON.stringify(lot)),
      lots.map((lot) => JSON.stringify(lot.map(() => null))),
    ],
  );
  if (note !== undefined) await query(`select ${auditCall(1)}`, auditParams(note));
  return 'written';
}

async function findTaken(
  query: Query,
  { accountId, livemode }: Owner,
  items: readonly BatchItem[],
): Promise<CreateOutcome | undefined> {
  const wanted = items.flatMap(({ externalId }) => externalId ?? []);
  if (wanted.length === 0) return undefined;
  const [row] = await query(
    `select external_id, id from certificates
      where account_id = $1 and livemode = $2 and external_id = any ($3::text[]) limit 1`,
    [accountId, livemode, wanted],
  );
  if (row === undefined) return undefined;
  const externalId = read.text(row, 'external_id');
  const place = items.findIndex((item) => item.externalId === externalId);
  return { place, externalId, takenBy: read.id('cert', row, 'id') };
}

/** Sets the allowance aside for all items or for none. Test mode uses no allowance. */
async function setAside(query: Query, { accountId, livemode }: Owner, count: number): Promise<boolean> {
  if (!livemode || count === 0) return true;
  const rows = await query(
    `update accounts set certificates_left = certificates_left - $2
      where id = $1 and certificates_left >= $2 returning id`,
    [accountId, count],
  );
  return rows.length > 0;
}

/** Stores the answer that a replay sends. False if another process took over the claim to the key. */
async function keepAnswer(
  query: Query,
  owner: number,
  { accountId }: Owner,
  { operation, key, answer }: IdempotentRequest & { answer: StoredAnswer },
): Promise<boolean> {
  const rows = await query(
    `update idempotency_keys set status = $5, headers = $6, body = $7
      where account_id = $1 and operation = $2 and key = $3 and owner = $4 and status is null returning key`,
    [accountId, operation, key, owner, answer.status, answer.headers, answer.body],
  );
  return rows.length > 0;
}

async function queueFailed(query: Query, { accountId }: Owner, batch: Batch): Promise<void> {
  await query(
    `update batch_lots l
        set outcomes = again.outcomes, waiting = l.waiting + again.failed
       from (
         select first, count(*) filter (where jsonb_typeof(outcome) = 'object') as failed,
                jsonb_agg(case when jsonb_typeof(outcome) = 'object' then 'null' else outcome end order by place) as outcomes
           from batch_lots, jsonb_array_elements(outcomes) with ordinality as item (outcome, place)
          where account_id = $1 and batch_id = $2 group by first
       ) again
      where l.account_id = $1 and l.batch_id = $2 and l.first = again.first and again.failed > 0`,
    [accountId, batch.id],
  );
  await query(
    `update batches set failed = 0, outages = 0, next_try_at = null, updated_at = $3
      where account_id = $1 and id = $2`,
    [accountId, batch.id, batch.updatedAt],
  );
}

/**
 * Takes a batch. A batch whose process died is free at once: its items are stamped again, under the same ids. A process
 * takes one batch at a time, so a batch that it already owns was left by a failed step. The batch that waited longest
 * comes first, so that a large one does not delay the small ones behind it.
 */
const TAKE = `
  with chosen as materialized (
    select account_id, id from batches
     where made + failed < total and (next_try_at is null or next_try_at <= $2)
       and (owner is null or owner = $1 or not process_is_alive(owner))
     order by updated_at limit 1 for no key update skip locked
  ), taken as (
    update batches b set owner = $1 from chosen
     where b.account_id = chosen.account_id and b.id = chosen.id
    returning b.account_id, b.id, b.livemode, b.shares_stamp, b.key_id, b.total, b.made, b.failed, b.outages, b.created_at, b.updated_at
  )
  select taken.*, true as is_taken, lot.first, lot.items, lot.outcomes from taken
    cross join lateral (
      select first, items, outcomes from batch_lots l
       where l.account_id = taken.account_id and l.batch_id = taken.id and l.waiting > 0 order by first limit 1) lot`;

function toLot(row: Row): TakenLot {
  const items = read.shaped(row, 'items', areItems, 'items');
  const outcomes = read.shaped(row, 'outcomes', areOutcomes, 'outcomes');
  const first = read.number(row, 'first');
  return {
    accountId: read.id('acct', row, 'account_id'),
    batch: toBatch(row),
    outages: read.number(row, 'outages'),
    first,
    items: items.flatMap((item, i) => (outcomes[i] === null ? [{ place: first + i, item }] : [])),
  };
}
