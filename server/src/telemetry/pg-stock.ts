/** How the whole stands, for the operator's metrics: counts that every process shares. */

import type { Database } from '../database/pool.ts';

export type Stock = {
  logSize: number;
  waitingLeaves: number;
  certified: { mode: 'live' | 'test'; size: number }[];
  anchors: { network: string; state: string; total: number }[];
  chains: { network: string; head: number; seenAt: Date }[];
  problems: { network: string; code: string }[];
  accounts: number;
  reserved: number;
};

export async function readStock(database: Database): Promise<Stock> {
  const [row] = await database.query(
    'stock',
    `select coalesce((select size from log_state), 0) as log_size,
            (select count(*) from log_queue) as waiting,
            (select count(*) from accounts) as accounts,
            (select count(*) from allowance_reservations) as reserved,
            certified_size(true) as certified_live,
            certified_size(false) as certified_test`,
    [],
  );
  const anchors = await database.query(
    'stock-anchors',
    'select network, state, count(*) as total from anchors group by network, state',
    [],
  );
  const chains = await database.query('stock-chains', 'select network, head_number, seen_at from chains', []);
  const problems = await database.query(
    'stock-problems',
    `select network, problem ->> 'code' as code from chain_problems, jsonb_array_elements(problems) as problem`,
    [],
  );
  return {
    logSize: row?.log_size as number,
    waitingLeaves: row?.waiting as number,
    certified: [
      { mode: 'live', size: row?.certified_live as number },
      { mode: 'test', size: row?.certified_test as number },
    ],
    anchors: anchors.map(({ network, state, total }) => ({
      network: network as string,
      state: state as string,
      total: total as number,
    })),
    chains: chains.map(({ network, head_number, seen_at }) => ({
      network: network as string,
      head: head_number as number,
      seenAt: seen_at as Date,
    })),
    problems: problems.map(({ network, code }) => ({ network: network as string, code: code as string })),
    accounts: row?.accounts as number,
    reserved: row?.reserved as number,
  };
}
