/** Counts of an account and leftovers of uploads, to compare before and after a request. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestAccount, TestSello } from './test-sello.ts';

export type Stock = {
  certificatesLeft: number;
  /** Calls counted against the key, in the sliding minute and in the month. */
  minuteCalls: number;
  monthCalls: number;
  /** Certificates of the account, in both modes. */
  certificates: number;
  reservations: number;
  /** Idempotency keys in use, by a request in progress or by a stored answer. */
  idempotencyKeys: number;
  /** Temporary files of uploads. */
  incoming: string[];
};

export async function takeStock(
  { database, dataDir }: Pick<TestSello, 'database' | 'dataDir'>,
  { account, apiKey }: Pick<TestAccount, 'account' | 'apiKey'>,
): Promise<Stock> {
  const [row] = await database.query(
    `select a.certificates_left as "certificatesLeft", u.minute_calls as "minuteCalls", u.month_calls as "monthCalls",
            (select count(*) from certificates c where c.account_id = a.id) as certificates,
            (select count(*) from allowance_reservations r where r.account_id = a.id) as reservations,
            (select count(*) from idempotency_keys i where i.account_id = a.id) as "idempotencyKeys"
       from accounts a, api_key_usage u where a.id = $1 and u.key_id = $2`,
    [account.id, apiKey.id],
    'take-stock',
  );
  return { ...(row as Omit<Stock, 'incoming'>), incoming: await incomingFiles(dataDir) };
}

export function incomingFiles(dataDir: string): Promise<string[]> {
  return readdir(path.join(dataDir, 'files', 'incoming'));
}

/** The stock to expect after a refused request: it cost a call, and nothing else. */
export function afterOneCall(stock: Stock): Stock {
  return { ...stock, minuteCalls: stock.minuteCalls + 1, monthCalls: stock.monthCalls + 1 };
}
