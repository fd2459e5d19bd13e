/** Looks for half-finished work, in one snapshot of the database and in the files. */

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StormPlace } from './storm-place.ts';

type Halves = Record<(typeof KINDS)[number] | 'certificatesWithoutFile', number>;

/** What `findHalves` must return at any moment, whatever is in progress. */
export const NO_HALVES: Halves = {
  certificatesWithoutStamp: 0,
  stampsWithoutCertificate: 0,
  codesWithoutCertificate: 0,
  certificatesWithoutCode: 0,
  certificatesThatNoSearchFinds: 0,
  certificatesOutsideTheLog: 0,
  placesGivenTwice: 0,
  placesWithoutEntry: 0,
  gapsInNumbers: 0,
  answersWithoutCertificate: 0,
  allowanceAstray: 0,
  bytesAstray: 0,
  certificatesWithoutFile: 0,
};

const KINDS = [
  'certificatesWithoutStamp',
  'stampsWithoutCertificate',
  'codesWithoutCertificate',
  'certificatesWithoutCode',
  'certificatesThatNoSearchFinds',
  'certificatesOutsideTheLog',
  'placesGivenTwice',
  'placesWithoutEntry',
  'gapsInNumbers',
  'answersWithoutCertificate',
  'allowanceAstray',
  'bytesAstray',
] as const;

type Examined = Pick<StormPlace, 'query' | 'keptFiles' | 'granted' | 'account'>;

export async function findHalves({ query, keptFiles, granted, account }: Examined): Promise<Halves> {
  // The statement has no name, so that it is planned each time: with a plan made for empty tables it would take
  // forever.
  const [row] = await query(FIND_HALVES, [account.id, granted]);
  const { digests, ...counts } = row as Omit<Halves, 'certificatesWithoutFile'> & { digests: string[] };
  // Read after the rows, because a file is written before its row.
  const files = await keptFiles();
  return { ...counts, certificatesWithoutFile: digests.filter((digest) => !files.has(digest)).length };
}

/** Reservations of dead processes, which every start of a server releases. */
export async function orphanedReservations({ query }: Pick<StormPlace, 'query'>): Promise<number> {
  const [row] = await query(
    'select count(*) as orphans from allowance_reservations where not process_is_alive(owner)',
    [],
    'orphans',
  );
  return Number(row?.orphans);
}

/** Temporary files of uploads, with their modification times. */
export async function temporaryFiles(dataDir: string): Promise<{ file: string; changedAt: Date }[]> {
  const folder = path.join(dataDir, 'files', 'incoming');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  return Promise.all(files.map(async (file) => ({ file, changedAt: (await stat(file)).mtime })));
}

const CERTIFICATE = 'from certificates c where c.account_id = $1';

const FIND_HALVES = `
  with answered as materialized (
    select body::jsonb -> 'certificate' ->> 'id' as id from idempotency_keys where account_id = $1 and status = 201
  ), placed as materialized (
    select c.ticket, place.leaf_index from certificates c left join lateral log_place(c.ticket) place on true
  )
  select
    (select count(*) ${CERTIFICATE} and not exists (
       select from certificate_tokens t where t.account_id = $1 and t.certificate_id = c.id))
      as "certificatesWithoutStamp",
    (select count(*) from certificate_tokens t where t.account_id = $1 and not exists (
       select ${CERTIFICATE} and c.id = t.certificate_id)) as "stampsWithoutCertificate",
    (select count(*) from certificate_codes k where k.account_id = $1 and not exists (
       select ${CERTIFICATE} and c.id = k.certificate_id and c.code = k.code)) as "codesWithoutCertificate",
    (select count(*) ${CERTIFICATE} and not exists (
       select from certificate_codes k where k.code = c.code and k.certificate_id = c.id))
      as "certificatesWithoutCode",
    (select count(*) ${CERTIFICATE} and not exists (
       select from certificate_search s
        where s.account_id = $1 and s.livemode = c.livemode and s.number = c.number))
      as "certificatesThatNoSearchFinds",
    (select count(*) from placed
      where exists (select from log_queue q where q.id = placed.ticket) = (leaf_index is not null))
      as "certificatesOutsideTheLog",
    (select count(leaf_index) - count(distinct leaf_index) from placed) as "placesGivenTwice",
    (select count(*) from placed left join log_entries e on e.chunk = leaf_index / 32
      where leaf_index is not null and coalesce(length(e.entries), 0) <= 32 * (leaf_index % 32)) as "placesWithoutEntry",
    (select coalesce(sum(abs(n.total - coalesce(m.most, 0)) + abs(n.total - coalesce(m.count, 0))), 0)::integer
       from certificate_counts n
       left join (select livemode, max(number) as most, count(*) ${CERTIFICATE} group by livemode) m using (livemode)
      where n.account_id = $1) as "gapsInNumbers",
    (select count(*) from answered where not exists (select ${CERTIFICATE} and c.id = answered.id))
      as "answersWithoutCertificate",
    (select abs($2::integer - a.certificates_left
        - (select count(*) from allowance_reservations r where r.account_id = $1)
        - (select count(*) from pdf_seals s where s.account_id = $1 and s.livemode and s.status = 'queued')
        - (select count(*) ${CERTIFICATE} and livemode))
       from accounts a where a.id = $1) as "allowanceAstray",
    (select coalesce(sum(abs(n.stored_bytes - coalesce(m.bytes, 0))), 0)::bigint from certificate_counts n
       left join (select livemode, sum(file_size) as bytes ${CERTIFICATE} and c.file_erased_at is null group by livemode) m
         using (livemode)
      where n.account_id = $1) as "bytesAstray",
    (select coalesce(array_agg(encode(sha256, 'hex')), '{}') ${CERTIFICATE}) as digests`;
