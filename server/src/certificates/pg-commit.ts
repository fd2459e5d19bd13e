/** The statement that writes a batch of certificates of one account and mode. */

import { auditCall, auditParams } from '../audit/note-sql.ts';
import type { Row, TransactionQuery } from '../database/pool.ts';
import { boolean, number } from '../database/row-reader.ts';
import type { CommitOutcome, IdempotentRequest, NewCertificate, StoredAnswer } from './ports.ts';
import { asBytea, joinObjects, type RowTexts } from './row-texts.ts';
import type { StorageRules } from './stored-files.ts';

export type Commit = {
  made: NewCertificate;
  texts: RowTexts;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
  /** Its allowance was set aside with that of its batch. */
  isPrepaid?: true;
};

/**
 * Writes all rows of a certificate or none. A live one needs its reservation, or was paid for with its batch; others take
 * from the allowance, all of the batch together or none. One with an idempotency key needs its claim to that key. If this
 * process seemed dead and another took over the claim or the reservation, no row of that certificate is written.
 * The claim is checked first, so that nothing is used up in vain.
 *
 * The files that were sent must fit into the room of the account and mode, and no file of the account may have been
 * erased since the request was admitted; fingerprints alone concern neither. The counter's row is locked by its update and read as it is then, so both hold in any number of
 * processes; otherwise `refuse_certificates` undoes the statement.
 *
 * The certificates arrive as one JSON text: separate parameters would be thirty per certificate, and a statement per
 * certificate costs both sides several times what its rows do.
 */
export const COMMIT = `
  with item as materialized (
    select * from json_to_recordset($4::json) as item (
      place integer, id text, code text, key_id text, title text, description text, document_type text,
      external_id text, metadata jsonb, file_name text, file_mime text, file_size bigint, stated_size bigint,
      sha256 bytea, psc text, tst_serial text, policy_oid text, gen_time text, accuracy_ms double precision,
      accredited boolean, warnings jsonb, created_at timestamptz,
      tsr bytea, chain_sha256 bytea, salt bytea, leaf_hash bytea, entry bytea,
      reservation bigint, is_prepaid boolean, operation text, key text, status integer, headers jsonb, body text)
  ), claim as (
    select operation, key from idempotency_keys
     where account_id = $1 and owner = $3 and status is null
       and operation = any (array(select operation from item)) and key = any (array(select key from item))
       for update
  ), claimed as (
    select * from item where key is null or (operation, key) in (select operation, key from claim)
  ), reserved as (
    delete from allowance_reservations
     where id = any (array(select reservation from claimed)) and account_id = $1
    returning id
  ), unpaid as materialized (
    select count(*) as n from claimed where reservation is null and is_prepaid is null and $2
  ), paid as (
    update accounts set certificates_left = certificates_left - (select n from unpaid)
     where id = $1 and (select n from unpaid) between 1 and certificates_left
    returning id
  ), made as (
    select *, row_number() over (order by place) as nth from claimed
     where case when reservation is not null then reservation in (select id from reserved)
                else not $2 or is_prepaid or exists (select from paid) end
  ), counted as (
    update certificate_counts set total = total + sums.made, stored_bytes = stored_bytes + sums.bytes, news = watched
      from (select count(*) as made, coalesce(sum(file_size), 0) as bytes from made) sums
     where account_id = $1 and livemode = $2 and sums.made > 0
       and (sums.bytes = 0 or (stored_bytes + sums.bytes <= $6 and erasures = $7))
    returning total - sums.made as before
  ), leaf as (
    insert into log_queue (leaf_hash, entry) select leaf_hash, entry from made, counted order by nth
    returning id as ticket, leaf_hash
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      external_id, metadata, file_name, file_mime, file_size, stated_size, sha256, psc, tst_serial, policy_oid,
      gen_time, accuracy_ms, accredited, warnings, created_at, ticket)
    select $1, id, $2, before + nth, code, key_id, title, description, document_type,
      external_id, metadata, file_name, file_mime, file_size, stated_size, sha256, psc, tst_serial, policy_oid,
      gen_time, accuracy_ms, accredited, warnings, created_at, ticket
      from counted, made join leaf using (leaf_hash)
    returning id, number, ticket
  ), search as (
    insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
    select $1, $2, before + nth, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
      from counted, made
  ), chain as (
    insert into signing_chains (sha256, chain)
    select sha256, chain from json_to_recordset($5::json) as chain (sha256 bytea, chain bytea[])
     where exists (select from counted)
    on conflict (sha256) do nothing
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
    select $1, id, tsr, chain_sha256, salt, leaf_hash from counted, made
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select code, $1, id from counted, made
  ), answer as (
    update idempotency_keys k set status = made.status, headers = made.headers, body = made.body
      from counted, made
     where k.account_id = $1 and k.operation = made.operation and k.key = made.key
  )
  select place, reservation is null as is_unreserved, number, ticket
    from claimed left join certificate using (id)
   where exists (select from counted) or not exists (select from made) or refuse_certificates()`;

/** All `commits` must be of one account and mode. `erasures`: only while the counter has this number of them. */
export function commitParams(
  commits: readonly [Commit, ...Commit[]],
  owner: number,
  { maxStoredBytes }: StorageRules,
  erasures: number,
): unknown[] {
  const [{ made: first }] = commits;
  const chains = new Map(commits.map(({ made, texts }) => [texts.chainSha256, made.token.chain]));
  return [
    first.accountId,
    first.certificate.livemode,
    owner,
    `[${commits.map(itemText).join(',')}]`,
    JSON.stringify([...chains].map(([sha256, chain]) => ({ sha256, chain: chain.map(asBytea) }))),
    maxStoredBytes,
    erasures,
  ];
}

export function outcomesOf(commits: readonly Commit[], rows: readonly Row[]): CommitOutcome[] {
  const outcomes = commits.map((): CommitOutcome => 'lost');
  for (const row of rows) {
    if (row.ticket !== null) outcomes[number(row, 'place')] = 'written';
    else if (boolean(row, 'is_unreserved')) outcomes[number(row, 'place')] = 'allowance_exhausted';
  }
  return outcomes;
}

/** -1, which no counter has, where the requests saw different ones or files were being erased at that moment. */
export function sharedErasures(commits: readonly Commit[]): number {
  const seen = new Set(commits.flatMap(({ made }) => made.sent?.before.erasures ?? []));
  const [erasures = -1] = seen;
  return seen.size === 1 && erasures % 2 === 0 ? erasures : -1;
}

/** Whether `COMMIT` failed because of the account's files; the whole statement was undone. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SEL01';
}

/** In the transaction of the certificates. */
export async function writeNotes(
  query: TransactionQuery,
  commits: readonly Commit[],
  outcomes: readonly CommitOutcome[],
): Promise<void> {
  for (const [i, { made }] of commits.entries()) {
    if (outcomes[i] === 'written' && made.note !== undefined) {
      await query(`select ${auditCall(1)}`, auditParams(made.note));
    }
  }
}

function itemText({ made, texts, reservation, idempotent, isPrepaid }: Commit, place: number): string {
  const rest = {
    place,
    entry: asBytea(made.token.entry),
    reservation,
    is_prepaid: isPrepaid,
    operation: idempotent?.operation,
    key: idempotent?.key,
    ...idempotent?.answer,
  };
  return joinObjects(texts.certificate, texts.token, JSON.stringify(rest));
}
