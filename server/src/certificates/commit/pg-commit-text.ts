/** The text of the statement that writes several certificates of one account and mode. */

/**
 * Parts of the statement that only some certificates need. PostgreSQL plans every part, even one without
 * rows, so unused parts are left out.
 */
export type CommitNeeds = {
  /** True if the certificates have idempotency keys. */
  claims: boolean;
  /** True if their allowance was set aside, by a reservation or with their batch. */
  setsAside: boolean;
  /** True if sealed copies were ordered with them. */
  seals: boolean;
  /** False if the signing chains are stored already, as far as this process knows. */
  chains: boolean;
};

/**
 * Whether all certificates of the statement are written or none. This is so if none has a claim or a reservation, which
 * could be lost; most have neither. The database is then given their number and total size instead of counting them:
 * half of the time of a small commit goes into preparing the parts of its plan, and a part that passes on whole rows
 * costs more than a row itself.
 */
export function isAllOrNone({ claims, setsAside, seals }: CommitNeeds): boolean {
  return !claims && !setsAside && !seals;
}

/**
 * The statement. It writes all rows of a certificate or none. A live certificate needs its reservation, or was paid
 * for with its batch; otherwise it takes from the allowance, and all certificates of the statement do so together or
 * none does. A certificate with an idempotency key needs its claim to that key. If this process seemed dead and
 * another took over the claim or the reservation, no row of that certificate is written. The claim is checked first,
 * so that nothing is used up in vain.
 *
 * The files that were sent must fit into the storage of the account and mode, and no file of the account may have been
 * erased since the request was admitted. Neither rule applies if only fingerprints were sent. The update locks the row
 * of the counter and reads it as it is then, so both rules hold in any number of processes. If one does not hold,
 * `refuse_certificates` undoes the statement. It also does so if a chain that this process knows is not stored after
 * all, because the database was replaced by an older one: no time stamp may stay without its chain.
 *
 * The certificates arrive as one JSON text: separate parameters would be thirty per certificate, and a statement for
 * each certificate would cost both sides several times as much as its rows. `$4` is the chains as JSON, or only their
 * names if they are known. `$7` is the owner if there are claims. If the certificates are written all or none, `$7` is
 * their number and `$8` the total size of their files.
 */
export function commitText(needs: CommitNeeds): string {
  return isAllOrNone(needs) ? allOrNoneText(needs) : textOfSome(needs);
}

function allOrNoneText({ chains }: CommitNeeds): string {
  const isPaid = '(not $2 or exists (select from paid))';
  return `
  with ${[MADE_OF_ALL, PAID_FOR_ALL, countedText(SUMS_GIVEN, chains ? isPaid : `${isPaid} and ${CHAINS_ARE_THERE}`), ROWS, ...(chains ? [CHAIN] : [])].join(', ')}
  select place, true as is_unreserved, number, ticket
    from made left join certificate using (id)
   where exists (select from counted) or not ${isPaid} or refuse_certificates()`;
}

function textOfSome({ claims, setsAside, seals }: CommitNeeds): string {
  const parts = [
    ITEM,
    ...(claims ? [CLAIM, CLAIMED] : ['claimed as (select * from item)']),
    ...(setsAside
      ? [RESERVED, UNPAID_OF_SOME, PAID, MADE_OF_SOME]
      : [UNPAID_OF_CLAIMED, PAID, MADE_OF_CLAIMED]),
    countedText(SUMS_COUNTED, 'sums.made > 0'),
    ROWS,
    CHAIN,
    ...(seals ? [SEALS] : []),
    ...(claims ? [ANSWER] : []),
  ];
  return `
  with ${parts.join(', ')}
  select place, reservation is null as is_unreserved, number, ticket
    from claimed left join certificate using (id)
   where exists (select from counted) or not exists (select from made) or refuse_certificates()`;
}

const ITEMS = `json_to_recordset($3::json) as item (
      place integer, id text, code text, key_id text, title text, description text, document_type text,
      external_id text, metadata jsonb, file_name text, file_mime text, file_size bigint, stated_size bigint,
      sha256 bytea, long_digest bytea, psc text, tst_serial text, policy_oid text, gen_time text, accuracy_ms double precision,
      accredited boolean, warnings jsonb, adopted_token bytea, stamp_size integer, stamp_way bytea, seal text, sealed_from text,
      seal_order json, seal_reservation bigint, created_at timestamptz,
      tsr bytea, chain_sha256 bytea, salt bytea, leaf_hash bytea, entry bytea,
      reservation bigint, is_prepaid boolean, operation text, key text, status integer, headers jsonb, body text)`;

const ITEM = `item as materialized (select * from ${ITEMS})`;

const MADE_OF_ALL = `made as materialized (select *, place + 1 as nth from ${ITEMS})`;

const CLAIM = `claim as (
    select operation, key from idempotency_keys
     where account_id = $1 and owner = $7 and status is null
       and operation = any (array(select operation from item)) and key = any (array(select key from item))
       for update
  )`;

const CLAIMED = `claimed as (
    select * from item where key is null or (operation, key) in (select operation, key from claim)
  )`;

const RESERVED = `reserved as (
    delete from allowance_reservations
     where account_id = $1
       and id = any (array(select reservation from claimed union all select seal_reservation from claimed))
    returning id
  )`;

const UNPAID_OF_SOME = `unpaid as materialized (
    select count(*) as n from claimed where reservation is null and is_prepaid is null and $2
  )`;

const UNPAID_OF_CLAIMED = 'unpaid as materialized (select count(*) as n from claimed where $2)';

const PAID = `paid as (
    update accounts set certificates_left = certificates_left - (select n from unpaid)
     where id = $1 and (select n from unpaid) between 1 and certificates_left
    returning id
  )`;

const PAID_FOR_ALL = `paid as (
    update accounts set certificates_left = certificates_left - $7::integer
     where id = $1 and $2 and certificates_left >= $7::integer
    returning id
  )`;

const MADE_OF_SOME = `made as (
    select *, row_number() over (order by place) as nth from claimed
     where case when reservation is not null then reservation in (select id from reserved)
                else not $2 or is_prepaid or exists (select from paid) end
       and (seal_reservation is null or seal_reservation in (select id from reserved))
  )`;

const MADE_OF_CLAIMED = `made as (
    select *, row_number() over (order by place) as nth from claimed where not $2 or exists (select from paid)
  )`;

const SUMS_COUNTED = 'select count(*) as made, coalesce(sum(file_size), 0) as bytes from made';
const SUMS_GIVEN = 'select $7::integer as made, $8::numeric as bytes';

const CHAINS_ARE_THERE =
  '(select count(*) from signing_chains where sha256 = any ($4::bytea[])) = cardinality($4::bytea[])';

const countedText = (sums: string, condition: string) => `counted as (
    update certificate_counts set total = total + sums.made, stored_bytes = stored_bytes + sums.bytes, news = watched
      from (${sums}) sums
     where account_id = $1 and livemode = $2 and ${condition}
       and (sums.bytes = 0 or (stored_bytes + sums.bytes <= $5 and erasures = $6))
    returning total - sums.made as before
  )`;

const ROWS = `leaf as (
    insert into log_queue (leaf_hash, entry) select leaf_hash, entry from made, counted order by nth
    returning id as ticket, leaf_hash
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      external_id, metadata, file_name, file_mime, file_size, stated_size, sha256, long_digest, psc, tst_serial, policy_oid,
      gen_time, accuracy_ms, accredited, warnings, adopted_token, stamp_size, stamp_way, seal, sealed_from, created_at, ticket)
    select $1, id, $2, before + nth, code, key_id, title, description, document_type,
      external_id, metadata, file_name, file_mime, file_size, stated_size, sha256, long_digest, psc, tst_serial, policy_oid,
      gen_time, accuracy_ms, accredited, warnings, adopted_token, stamp_size, stamp_way, seal, sealed_from, created_at, ticket
      from counted, made join leaf using (leaf_hash)
    returning id, number, ticket
  ), search as (
    insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
    select $1, $2, before + nth, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
      from counted, made
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
    select $1, id, tsr, chain_sha256, salt, leaf_hash from counted, made
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select code, $1, id from counted, made
  )`;

const CHAIN = `chain as (
    insert into signing_chains (sha256, chain)
    select sha256, chain from json_to_recordset($4::json) as chain (sha256 bytea, chain bytea[])
     where exists (select from counted)
    on conflict (sha256) do nothing
  )`;

const SEALS = `seals as (
    insert into pdf_seals (account_id, certificate_id, livemode, status, reason, copy_id, order_id, file_id, ordered_by, due_at,
      created_at, updated_at)
    select $1, id, $2, seal_order ->> 'status', seal_order ->> 'reason', seal_order ->> 'copy_id',
      seal_order ->> 'order_id', (seal_order ->> 'file_id')::bytea, (seal_order -> 'ordered_by')::jsonb, created_at, created_at, created_at
      from counted, made where seal_order is not null
  )`;

const ANSWER = `answer as (
    update idempotency_keys k set status = made.status, headers = made.headers, body = made.body
      from counted, made
     where k.account_id = $1 and k.operation = made.operation and k.key = made.key
  )`;
