/**
 * Checks that certificates made without a key are in the audit log of their account. That log has no index by
 * certificate.
 *
 * So both are read in pieces, and for each account the hashes of the ids on either side are added up. If the sums
 * differ, because an id is missing or was added meanwhile, the ids of that account are compared one by one.
 */

import type { Check } from '../../database/check/check.ts';
import { faultOf } from '../../database/check/finding.ts';
import {
  type Pieced,
  type PieceOptions,
  type PieceReader,
  readAccount,
  readPieces,
  rowsOf,
} from '../../database/check/pg-pieces.ts';
import * as read from '../../database/row-reader.ts';
import { CERTIFICATES } from './pg-certificate-faults.ts';
import { LEAST_NUMBER } from './pg-count-certificates.ts';

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

/**
 * For documents and draws that people ordered before certificates had their own entries, the entry of the document or
 * of the draw says who ordered it. These are read only for accounts in which the sums differ.
 */
const ORDERED: Pieced = {
  of: rowsOf('audit_events', ['account_id', 'number'], 'account_id, number, action, target, details'),
  sql: `
    select coalesce(e.details ->> 'certificate_id', d.certificate_id) as id
      from piece e left join draws d on e.action = 'draw.seal' and d.account_id = e.account_id and d.id = e.target
     where e.action in ('document.certify', 'draw.seal')
       and coalesce(e.details ->> 'certificate_id', d.certificate_id) is not null`,
};

const summed = ({ of, sql }: Pieced): Pieced => ({
  of,
  sql: `select account_id, count(*) as n, sum(hashtextextended(id, 0)::numeric)::text as hashes
          from (${sql}) u group by account_id`,
});

type Sum = { n: number; hashes: bigint };

const UNSIGNED = {
  code: 'unsigned_upload',
  message: 'There is no record of who made this certificate',
};

export const checkUnsignedUploads: Check = {
  name: 'certificates: uploads, against the audit log',
  async *find({ snapshot, pieces = {} }) {
    const told = await sumsOf(snapshot, summed(TOLD), pieces);
    for (const [accountId, made] of await sumsOf(snapshot, summed(UPLOADED), pieces)) {
      const other = told.get(accountId);
      if (other?.n === made.n && other.hashes === made.hashes) continue;
      for (const id of await unsignedOf(snapshot, accountId, pieces))
        yield faultOf(UNSIGNED, `${accountId} ${id}`, 'neither a key nor the audit log says who made it');
    }
  },
};

/**
 * Compares the ids of one account. Certificates are read first: their log entries are written together with them, so
 * the log, which is read later, has them all.
 */
async function unsignedOf(reader: PieceReader, accountId: string, options: PieceOptions): Promise<string[]> {
  const ids = new Set<string>();
  for await (const rows of readAccount(reader, UPLOADED, [accountId, 'false', LEAST_NUMBER], options))
    for (const row of rows) ids.add(read.text(row, 'id'));
  for (const told of [TOLD, ORDERED])
    for await (const rows of readAccount(reader, told, [accountId, '0'], options))
      for (const row of rows) ids.delete(read.text(row, 'id'));
  return [...ids];
}

async function sumsOf(reader: PieceReader, pieced: Pieced, options: PieceOptions): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>();
  for await (const rows of readPieces(reader, pieced, options)) {
    for (const row of rows) {
      const { n, hashes } = sums.get(read.text(row, 'account_id')) ?? { n: 0, hashes: 0n };
      sums.set(read.text(row, 'account_id'), {
        n: n + read.number(row, 'n'),
        hashes: hashes + BigInt(read.text(row, 'hashes')),
      });
    }
  }
  return sums;
}
