/** The statement that writes certificates: those of one account and mode that came together, as one transaction. */

import type { IdempotentRequest, NewCertificate, StoredAnswer } from '../ports.ts';
import type { Row } from './pg.ts';

export type Commit = {
  made: NewCertificate;
  reservation: number | undefined;
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined;
};

/**
 * Everything that makes a certificate, or nothing of it. A live one needs its reservation, and one with an
 * idempotency key needs its claim to that: when this process seemed dead and another took either, no row of it is
 * written and its place is not returned. The claim is looked at first, so that a reservation is not used up in vain.
 *
 * The certificates come as one JSON text: a parameter for each of their fields would be thirty for each of them, and
 * a statement of its own for each costs both sides several times what its rows do.
 */
export const COMMIT = `
  with item as materialized (
    select * from json_to_recordset($4::json) as item (
      place integer, id text, code text, key_id text, title text, description text, document_type text,
      file_name text, file_mime text, file_size bigint, sha256 bytea, psc text, tst_serial text, policy_oid text,
      gen_time text, accuracy_ms double precision, accredited boolean, warnings jsonb, created_at timestamptz,
      tsr bytea, chain bytea[], salt bytea, leaf_hash bytea,
      reservation bigint, operation text, key text, status integer, headers jsonb, body text)
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
  ), made as (
    select *, row_number() over (order by place) as nth from claimed
     where reservation is null or reservation in (select id from reserved)
  ), counted as (
    update certificate_counts set total = total + (select count(*) from made)
     where account_id = $1 and livemode = $2 and exists (select from made)
    returning total - (select count(*) from made) as before
  ), leaf as (
    insert into log_queue (leaf_hash) select leaf_hash from made, counted order by nth
    returning id as ticket, leaf_hash
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
      created_at, ticket)
    select $1, id, $2, before + nth, code, key_id, title, description, document_type,
      file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
      created_at, ticket
      from counted, made join leaf using (leaf_hash)
  ), search as (
    insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
    select $1, $2, before + nth, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
      from counted, made
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain, salt, leaf_hash)
    select $1, id, tsr, chain, salt, leaf_hash from counted, made
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select code, $1, id from counted, made
  ), answer as (
    update idempotency_keys k set status = made.status, headers = made.headers, body = made.body
      from counted, made
     where k.account_id = $1 and k.operation = made.operation and k.key = made.key
  )
  select place from counted, made`;

/** `commits` are of one account and one mode. */
export function commitParams(commits: readonly Commit[], owner: number): unknown[] {
  const [{ made: first }] = commits as [Commit, ...Commit[]];
  return [first.accountId, first.certificate.livemode, owner, JSON.stringify(commits.map(toItem))];
}

export function whichWereWritten(commits: readonly Commit[], rows: readonly Row[]): boolean[] {
  const places = new Set(rows.map(({ place }) => place));
  return commits.map((_, place) => places.has(place));
}

function toItem({ made, reservation, idempotent }: Commit, place: number) {
  const { keyId, certificate: c, token } = made;
  return {
    place,
    id: c.id,
    code: c.code,
    key_id: keyId,
    title: c.title,
    description: c.description,
    document_type: c.documentType,
    file_name: c.file.name,
    file_mime: c.file.mime,
    file_size: c.file.sizeBytes,
    sha256: `\\x${c.file.sha256}`,
    psc: c.timestamp.psc,
    tst_serial: c.timestamp.serial,
    policy_oid: c.timestamp.policyOid,
    gen_time: c.timestamp.genTime,
    accuracy_ms: c.timestamp.accuracyMs,
    accredited: c.timestamp.accredited,
    warnings: c.timestamp.warnings,
    created_at: c.createdAt,
    tsr: asBytea(token.tsr),
    chain: token.chain.map(asBytea),
    salt: asBytea(token.salt),
    leaf_hash: asBytea(token.leafHash),
    reservation,
    operation: idempotent?.operation,
    key: idempotent?.key,
    ...idempotent?.answer,
  };
}

function asBytea(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
