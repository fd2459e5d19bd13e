/** System-wide counts for `/metrics`. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { makeCheckpointStampStore } from '../timestamps/checkpoints/pg-checkpoint-stamps.ts';

export type Stock = {
  logSize: number;
  waitingLeaves: number;
  certified: { mode: 'live' | 'test'; size: number }[];
  anchors: { network: string; state: string; total: number }[];
  chains: { network: string; head: number; seenAt: Date }[];
  problems: { network: string; code: string }[];
  witnesses: { witness: string; size: number; cosignedAt: Date | undefined; code: string | undefined }[];
  /** Stamps of checkpoints: the size of the largest stamped checkpoint, and the failed tries of the one that waits. */
  stamps: { size: number; stampedAt: Date | undefined; failures: number; code: string | undefined };
  accounts: number;
  reserved: number;
  webhooks: { status: string; total: number }[];
  webhooksDue: number;
  deliveriesWaiting: number;
};

export async function readStock(database: Database): Promise<Stock> {
  const rows = await database.query(
    `select coalesce((select size from log_state), 0) as log_size,
            (select count(*) from log_queue) as waiting,
            (select count(*) from accounts) as accounts,
            (select count(*) from allowance_reservations) as reserved,
            (select count(*) from webhook_cursors where due_at <= now() and claimed_by is null) as webhooks_due,
            (select count(*) from webhook_deliveries where status = 'waiting') as deliveries_waiting,
            certified_size(true) as certified_live,
            certified_size(false) as certified_test`,
    [],
    'stock',
  );
  const row = read.firstRow(rows);
  const anchors = await database.query(
    'select network, state, count(*) as total from anchors group by network, state',
    [],
    'stock-anchors',
  );
  const chains = await database.query('select network, head_number, seen_at from chains', [], 'stock-chains');
  const problems = await database.query(
    `select network, problem ->> 'code' as code from chain_problems, jsonb_array_elements(problems) as problem`,
    [],
    'stock-problems',
  );
  const webhooks = await database.query(
    'select status, count(*) as total from webhooks group by status',
    [],
    'stock-webhooks',
  );
  return {
    webhooks: webhooks.map((one) => ({ status: read.text(one, 'status'), total: read.number(one, 'total') })),
    webhooksDue: read.number(row, 'webhooks_due'),
    deliveriesWaiting: read.number(row, 'deliveries_waiting'),
    logSize: read.number(row, 'log_size'),
    waitingLeaves: read.number(row, 'waiting'),
    certified: [
      { mode: 'live', size: read.number(row, 'certified_live') },
      { mode: 'test', size: read.number(row, 'certified_test') },
    ],
    anchors: anchors.map((anchor) => ({
      network: read.text(anchor, 'network'),
      state: read.text(anchor, 'state'),
      total: read.number(anchor, 'total'),
    })),
    chains: chains.map((chain) => ({
      network: read.text(chain, 'network'),
      head: read.number(chain, 'head_number'),
      seenAt: read.date(chain, 'seen_at'),
    })),
    problems: problems.map((problem) => ({
      network: read.text(problem, 'network'),
      code: read.text(problem, 'code'),
    })),
    witnesses: await readWitnesses(database),
    stamps: await readStamps(database),
    accounts: read.number(row, 'accounts'),
    reserved: read.number(row, 'reserved'),
  };
}

async function readStamps(database: Database): Promise<Stock['stamps']> {
  const { newest, waiting } = await makeCheckpointStampStore(database).standing();
  return {
    size: newest?.treeSize ?? 0,
    stampedAt: newest?.periodStart,
    failures: waiting?.tries ?? 0,
    code: waiting?.failure?.code,
  };
}

async function readWitnesses(database: Database): Promise<Stock['witnesses']> {
  const rows = await database.query(
    `select split_part(c.vkey, '+', 1) as witness, c.failure_code, coalesce(s.size, 0) as size, s.cosigned_at
       from cosigners c left join lateral (
         select size, cosigned_at from cosignatures where cosigner = c.vkey order by size desc limit 1
       ) s on true
      where c.is_asked`,
    [],
    'stock-witnesses',
  );
  return rows.map((row) => ({
    witness: read.text(row, 'witness'),
    size: read.number(row, 'size'),
    cosignedAt: read.optionalDate(row, 'cosigned_at'),
    code: read.optionalText(row, 'failure_code'),
  }));
}
