/**
 * Certificates without a key must be in the audit log of their account, which has no index by certificate.
 *
 * So both are gone through in pieces, and for each account the ids on either side are added up as hashes. Where the sums differ,
 * because one is missing or was added meanwhile, the ids of that account are compared one by one.
 */

import { number, text } from '../../../database/row-reader.ts';
import { CERTIFICATES } from '../pg-certificate-faults.ts';
import { LEAST_NUMBER } from './pg-count-certificates.ts';
import {
  type Pieced,
  type PieceOptions,
  type PieceReader,
  readAccount,
  readPieces,
  rowsOf,
} from './pg-pieces.ts';

const UPLOADED: Pieced = {
  of: rowsOf('certificates', CERTIFICATES.key, 'account_id, livemode, number, id, key_id'),
  sql: 'select account_id, id from piece where key_id is null',
};

const TOLD: Pieced = {
  of: rowsOf('audit_events', ['account_id', 'number'], 'account_id, number, action, target'),
  sql: `
    select c.account_id, c.id from piece e join certificates c on c.account_id = e.account_id and c.id = e.target
     where e.action = 'certificate.create' and c.key_id is null`,
};

const summed = ({ of, sql }: Pieced): Pieced => ({
  of,
  sql: `select account_id, count(*) as n, sum(hashtextextended(id, 0)::numeric)::text as hashes
          from (${sql}) u group by account_id`,
});

type Sum = { n: number; hashes: bigint };

/** Those that nobody says to have made, by account. */
export async function* unsignedUploads(
  reader: PieceReader,
  options: PieceOptions = {},
): AsyncGenerator<{ accountId: string; ids: string[] }> {
  const told = await sumsOf(reader, summed(TOLD), options);
  for (const [accountId, made] of await sumsOf(reader, summed(UPLOADED), options)) {
    const other = told.get(accountId);
    if (other?.n === made.n && other.hashes === made.hashes) continue;
    const ids = await unsignedOf(reader, accountId, options);
    if (ids.length > 0) yield { accountId, ids };
  }
}

/** The certificates before the log: it is written with them, so what is read of it later has them all. */
async function unsignedOf(reader: PieceReader, accountId: string, options: PieceOptions): Promise<string[]> {
  const ids = new Set<string>();
  for await (const rows of readAccount(reader, UPLOADED, [accountId, 'false', LEAST_NUMBER], options))
    for (const row of rows) ids.add(text(row, 'id'));
  for await (const rows of readAccount(reader, TOLD, [accountId, '0'], options))
    for (const row of rows) ids.delete(text(row, 'id'));
  return [...ids];
}

async function sumsOf(reader: PieceReader, pieced: Pieced, options: PieceOptions): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>();
  for await (const rows of readPieces(reader, pieced, options)) {
    for (const row of rows) {
      const { n, hashes } = sums.get(text(row, 'account_id')) ?? { n: 0, hashes: 0n };
      sums.set(text(row, 'account_id'), {
        n: n + number(row, 'n'),
        hashes: hashes + BigInt(text(row, 'hashes')),
      });
    }
  }
  return sums;
}
