/** Stores stamped checkpoints in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { chainDigest } from '../signing-chain-digest.ts';
import type { CheckpointOrder, CheckpointStampStore, StampedCheckpoint, StampStanding } from './ports.ts';

/** The update changes nothing. It makes the statement return the row if another process was quicker. */
const ORDER = `
  with abandoned as (delete from checkpoint_stamps where tsr is null and period_start < $1)
  insert into checkpoint_stamps as s (period_start, tree_size, note, order_id, ordered_at, next_try_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (period_start) do update set tries = s.tries
  returning period_start, tree_size, note, order_id, tries, next_try_at, tsr is not null as is_stamped`;

/** Stores a stamp. Only the first stamp of a period is kept, even if two processes have asked for one. */
const KEEP = `
  with chain as (
    insert into signing_chains (sha256, chain) values ($3, $4) on conflict do nothing
  )
  update checkpoint_stamps set tsr = $2, chain_sha256 = $3, failure_code = null, failure_message = null
   where period_start = $1 and tsr is null
  returning tree_size`;

/**
 * Reads how stamping stands. Rows are read as JSON, because `sello status` may look at an older database, in which the
 * column of the reasons is missing.
 */
const STANDING = `
  select newest.tree_size as stamped_size, newest.period_start as stamped_at, waiting.tree_size as waiting_size,
         waiting.tries, waiting.next_try_at, to_jsonb(waiting) ->> 'failure_code' as failure_code,
         to_jsonb(waiting) ->> 'failure_message' as failure_message
    from (select) one
    left join lateral (
      select tree_size, period_start from checkpoint_stamps where tsr is not null
       order by tree_size desc, period_start desc limit 1
    ) newest on true
    left join lateral (
      select * from checkpoint_stamps where tsr is null order by period_start desc limit 1
    ) waiting on true`;

const COVERING = `
  with first as (
    select * from checkpoint_stamps where tsr is not null and tree_size > $1 order by tree_size, period_start limit 1
  ), later as (
    select s.* from checkpoint_stamps s, first
     where s.tsr is not null and s.chain_sha256 <> first.chain_sha256 and s.tree_size >= first.tree_size
     order by s.period_start desc limit 1
  )
  select s.tree_size, s.note, s.tsr, c.chain
    from (select *, 0 as place from first union all select *, 1 from later) s
    join signing_chains c on c.sha256 = s.chain_sha256 order by place`;

export function makeCheckpointStampStore(database: Database): CheckpointStampStore {
  return {
    async inPeriod(periodStart) {
      const [row] = await database.query(
        `select period_start, tree_size, note, order_id, tries, next_try_at, tsr is not null as is_stamped
           from checkpoint_stamps where period_start = $1`,
        [periodStart],
        'checkpoint-order',
      );
      return row && toOrder(row);
    },

    async newest() {
      const [row] = await database.query(
        `select tree_size, period_start from checkpoint_stamps where tsr is not null
          order by tree_size desc, period_start desc limit 1`,
        [],
        'newest-stamped-checkpoint',
      );
      return row && { treeSize: read.number(row, 'tree_size'), periodStart: read.date(row, 'period_start') };
    },

    async order({ periodStart, treeSize, note, orderId }, now) {
      const params = [periodStart, treeSize, note, orderId, now];
      const [row] = await database.query(ORDER, params, 'order-checkpoint-stamp');
      const order = row && toOrder(row);
      return order === 'stamped' ? undefined : order;
    },

    async standing() {
      const [row] = await database.query(STANDING, [], 'checkpoint-stamp-standing');
      return row === undefined ? { newest: undefined, waiting: undefined } : toStanding(row);
    },

    async postpone(periodStart, nextTryAt, { code, message }) {
      await database.query(
        `update checkpoint_stamps
            set tries = tries + 1, next_try_at = $2, failure_code = $3, failure_message = $4
          where period_start = $1 and tsr is null`,
        [periodStart, nextTryAt, code, message],
        'postpone-checkpoint-stamp',
      );
    },

    async keep(periodStart, { tsr, chain }) {
      const params = [periodStart, tsr, chainDigest(chain), chain];
      return (await database.query(KEEP, params, 'keep-checkpoint-stamp')).length > 0;
    },

    async covering(leafIndex) {
      return (await database.query(COVERING, [leafIndex], 'checkpoint-stamps-covering')).map(toStamped);
    },
  };
}

function toOrder(row: Row): CheckpointOrder | 'stamped' {
  if (row.is_stamped === true) return 'stamped';
  return {
    periodStart: read.date(row, 'period_start'),
    treeSize: read.number(row, 'tree_size'),
    note: read.text(row, 'note'),
    orderId: read.id('cst', row, 'order_id'),
    tries: read.number(row, 'tries'),
    nextTryAt: read.date(row, 'next_try_at'),
  };
}

function toStanding(row: Row): StampStanding {
  const [stampedSize, waitingSize] = [
    read.optionalNumber(row, 'stamped_size'),
    read.optionalNumber(row, 'waiting_size'),
  ];
  const code = read.optionalText(row, 'failure_code');
  return {
    newest:
      stampedSize === undefined
        ? undefined
        : { treeSize: stampedSize, periodStart: read.date(row, 'stamped_at') },
    waiting:
      waitingSize === undefined
        ? undefined
        : {
            treeSize: waitingSize,
            tries: read.number(row, 'tries'),
            nextTryAt: read.date(row, 'next_try_at'),
            failure:
              code === undefined
                ? undefined
                : { code, message: read.optionalText(row, 'failure_message') ?? '' },
          },
  };
}

function toStamped(row: Row): StampedCheckpoint {
  return {
    treeSize: read.number(row, 'tree_size'),
    note: read.text(row, 'note'),
    tsr: read.bytes(row, 'tsr'),
    chain: read.bytesList(row, 'chain'),
  };
}
