/** Writes the journal into temporary tables and into the log's own tables, within the transaction of a recovery. */

import type { Frontier } from '@sello/proof';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { appendRuns } from '../../transparency/pg-log-nodes.ts';
import { SEQUENCER_LOCK } from '../../transparency/sequencer-lock.ts';
import type { Step } from './follow-journal.ts';
import { fileOf, readCertificate } from './journal-certificate.ts';

const TABLES = `
  create temporary table recovered (
    place          bigint primary key,
    ticket         bigint not null unique,
    leaf_hash      bytea not null,
    certificate    jsonb,
    token          jsonb,
    account_id     text collate "C",
    certificate_id text collate "C",
    -- Whether the database lacks it.
    is_new         boolean not null,
    unique (account_id, certificate_id)
  ) on commit drop;
  create temporary table recovered_accounts (account jsonb) on commit drop`;

const LOAD = `
  insert into recovered
  select r.place, r.ticket, decode(r.leaf_hash, 'base64'),
         r.certificate::jsonb
           || case when r.is_gone then jsonb_build_object('file_erased_at', $2::timestamptz) else '{}' end,
         r.token::jsonb, r.certificate::jsonb ->> 'account_id', r.certificate::jsonb ->> 'id',
         r.certificate is not null and not exists (
           select from certificates c
            where c.account_id = r.certificate::jsonb ->> 'account_id' and c.id = r.certificate::jsonb ->> 'id')
    from jsonb_to_recordset($1::jsonb)
      as r (place bigint, ticket bigint, leaf_hash text, certificate text, token text, is_gone boolean)`;

/** Locks the database: until the transaction ends, nobody certifies, sequences or serves. */
export async function lockForRecovery(query: Query): Promise<Frontier> {
  await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
  await query('lock table certificates in share row exclusive mode');
  const [alive] = await query(
    `select count(*) as n from pg_locks where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  if (alive?.n !== 0)
    throw new OperatorError({
      en: 'Servers or workers run on this database. Stop all of them, and run sello recover again.',
      es: 'Hay servidores o workers en marcha sobre esta base de datos. Deténgalos todos y ejecute sello recover de nuevo.',
    });
  for (const statement of TABLES.split(';')) await query(statement);
  const state = read.firstRow(await query('select size, frontier from log_state'));
  return { size: read.number(state, 'size'), nodes: read.bytesList(state, 'frontier') };
}

export async function loadStep(
  query: Query,
  { piece, checkpoints, runs }: Step,
  withoutFile: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const leaves = piece.leaves.map(({ ticket, leafHash, certificate, token }, i) => ({
    place: piece.from + i,
    ticket,
    leaf_hash: leafHash,
    certificate,
    token,
    is_gone: certificate !== undefined && withoutFile.has(fileOf(readCertificate(certificate))),
  }));
  await query(LOAD, [JSON.stringify(leaves), now]);
  await query('insert into recovered_accounts select unnest($1::jsonb[])', [piece.accounts]);
  await putRows(query, 'signing_chains', piece.chains);
  await putRows(query, 'checkpoints', checkpoints);
  for (const some of runs) await appendRuns(query, some);
}

/** Restores rows as they were. Rows that exist are left alone. */
export async function putRows(
  query: Query,
  table: 'signing_chains' | 'checkpoints' | 'blob_keys',
  rows: readonly string[],
): Promise<void> {
  await query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, row)).* from unnest($1::jsonb[]) row
     on conflict do nothing`,
    [rows],
  );
}
