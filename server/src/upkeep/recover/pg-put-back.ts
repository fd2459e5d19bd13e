/** Restores what is in the temporary tables of a recovery: the certificates as they were, and all counters. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { OPERATOR } from '../../kernel/actor.ts';

/**
 * Creates the missing accounts. A trigger creates the owner of each, with the account's address
 * (`migrations/0059_people.sql`). A made-up address is used if another person has the address by now, who keeps it, or
 * if the account had none of its own. The name then shows who the original owner was.
 */
const UNKNOWN_ACCOUNTS = `
  insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
  select a.account ->> 'id',
         case when a.account ->> 'email' = a.account ->> 'id'
                or exists (select from people p where lower(p.email) = lower(normalize(a.account ->> 'email', NFC)))
              then (a.account ->> 'id') || '@recovered.invalid' else a.account ->> 'email' end,
         a.account ->> 'name', 0, 0, (a.account ->> 'created_at')::timestamptz
    from (select distinct on (account ->> 'id') account from recovered_accounts) a
   where not exists (select from accounts b where b.id = a.account ->> 'id')
  returning id, created_at`;

/**
 * Restores the missing accounts. The audit log of an account begins with its creation; who created it is not known
 * any more.
 */
export async function putBackAccounts(query: Query): Promise<void> {
  for (const row of await query(UNKNOWN_ACCOUNTS)) {
    const accountId = read.id('acct', row, 'id');
    await query(
      'insert into certificate_counts (account_id, livemode) select $1, mode from unnest(array[true, false]) mode',
      [accountId],
    );
    const details = { certificates: 0, recovered: true };
    const note = {
      accountId,
      at: read.date(row, 'created_at'),
      action: 'account.create',
      by: OPERATOR,
    } as const;
    await query(`select ${auditCall(1)}`, auditParams({ ...note, details }));
  }
}

/**
 * Selects certificates whose maker is not known any more, because the audit entries or keys that named the maker are
 * lost. The audit log names the operator, who has restored them.
 */
const OF_NOBODY = `
  select c.account_id, c.id, c.livemode, r.certificate ->> 'key_id' as key_id
    from recovered r join certificates c on c.account_id = r.account_id and c.id = r.certificate_id
   where r.is_new and c.key_id is null and not exists (
     select from audit_events e
      where e.account_id = c.account_id and e.action = 'certificate.create' and e.target = c.id)
   order by r.place`;

export async function noteMakers(query: Query, now: Date): Promise<void> {
  for (const row of await query(OF_NOBODY)) {
    const key = read.optionalText(row, 'key_id');
    const mode = row.livemode === true ? 'live' : 'test';
    const details = { mode, recovered: true, ...(key !== undefined && { key }) };
    const accountId = read.id('acct', row, 'account_id');
    const note = { accountId, at: now, action: 'certificate.create', by: OPERATOR } as const;
    await query(
      `select ${auditCall(1)}`,
      auditParams({ ...note, target: read.id('cert', row, 'id'), details }),
    );
  }
}

/** The statements, in the order in which they run. Each is small enough to be read by itself. */
const PUT_BACK = [
  // A key that the database does not know is left out.
  `insert into certificates
   select (jsonb_populate_record(null::certificates, certificate
             || case when exists (select from api_keys k where k.id = certificate ->> 'key_id') then '{}'::jsonb
                     else '{"key_id": null}'::jsonb end)).*
     from recovered where is_new order by place`,
  `insert into certificate_tokens
   select (jsonb_populate_record(null::certificate_tokens, token)).* from recovered where is_new order by place`,
  `insert into certificate_codes (code, account_id, certificate_id)
   select certificate ->> 'code', account_id, certificate_id from recovered where is_new on conflict do nothing`,
  `insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
   select c.account_id, c.livemode, c.number, c.created_at, c.document_type, lower(c.title) || E'\\n' || lower(c.file_name)
     from recovered r join certificates c on c.account_id = r.account_id and c.id = r.certificate_id where r.is_new
   on conflict do nothing`,
  `update certificate_counts n
      set total = n.total + back.made, stored_bytes = n.stored_bytes + back.bytes, news = n.watched
     from (select c.account_id, c.livemode, count(*) as made,
                  coalesce(sum(c.file_size) filter (where c.file_erased_at is null), 0) as bytes
             from recovered r join certificates c on c.account_id = r.account_id and c.id = r.certificate_id
            where r.is_new group by c.account_id, c.livemode) back
    where n.account_id = back.account_id and n.livemode = back.livemode`,
  // Orders of sealed copies are not in the journal, which only shows whether the copy was made.
  `insert into pdf_seals (account_id, certificate_id, livemode, status, reason, copy_id, order_id, file_id, due_at, created_at, updated_at)
   select c.account_id, c.id, c.livemode, case when d.certificate_id is null then 'failed' else 'sealed' end,
          case when d.certificate_id is null then 'sealing_failed' end, coalesce(d.certificate_id, c.id), c.id,
          decode(repeat('00', 16), 'hex'), c.created_at, c.created_at, c.created_at
     from recovered r join certificates c on c.account_id = r.account_id and c.id = r.certificate_id
     left join recovered d on d.account_id = c.account_id and d.certificate ->> 'sealed_from' = c.id and d.is_new
    where r.is_new and c.seal is not null
   on conflict do nothing`,
  `update pdf_seals s set status = 'sealed', reason = null, claimed_by = null
     from recovered r
    where r.is_new and s.account_id = r.account_id and s.copy_id = r.certificate_id and s.status <> 'sealed'
      and r.certificate ->> 'sealed_from' = s.certificate_id`,
  // Webhooks that already got events of other certificates with these numbers now get the events of the restored ones.
  `update webhook_cursors w set created_through = least(w.created_through, back.first - 1)
     from (select c.account_id, c.livemode, min(c.number) as first
             from recovered r join certificates c on c.account_id = r.account_id and c.id = r.certificate_id
            where r.is_new group by c.account_id, c.livemode) back
    where w.account_id = back.account_id and w.livemode = back.livemode`,
  // Recovered leaves are taken off the queue.
  `delete from log_queue q using recovered r where r.ticket = q.id and r.leaf_hash = q.leaf_hash`,
  `insert into log_places (first_leaf_index, first_ticket, last_ticket)
   select min(place), min(ticket), max(ticket) from (
     select place, ticket, count(*) filter (where is_first) over (order by place) as run from (
       select place, ticket,
              ticket - 1 is distinct from lag(ticket) over (order by place) as is_first
         from recovered) steps) numbered
    group by run`,
  `select setval('log_queue_id_seq', greatest((select max(ticket) from recovered), last_value)) from log_queue_id_seq`,
] as const;

export async function putBack(query: Query): Promise<void> {
  for (const statement of PUT_BACK) await query(statement);
  await settleBatches(query);
}

/**
 * Batch items whose certificates are restored count as made, because they would otherwise be made again under the
 * same ids.
 */
async function settleBatches(query: Query): Promise<void> {
  await query(
    `with found as (
       select l.account_id, l.batch_id, l.first, i.place, r.certificate_id
         from batches b
         join batch_lots l on l.account_id = b.account_id and l.batch_id = b.id and l.waiting > 0
        cross join lateral json_array_elements(l.items) with ordinality as i (item, place)
         join recovered r on r.account_id = l.account_id and r.certificate_id = i.item ->> 'id' and r.is_new
        where b.made + b.failed < b.total and jsonb_typeof(l.outcomes -> (i.place::integer - 1)) = 'null'
     ), merged as (
       select l.account_id, l.batch_id, l.first, count(f.certificate_id) as made,
              jsonb_agg(coalesce(to_jsonb(f.certificate_id), o.outcome) order by o.place) as outcomes
         from (select distinct account_id, batch_id, first from found) touched
         join batch_lots l using (account_id, batch_id, first)
        cross join lateral jsonb_array_elements(l.outcomes) with ordinality as o (outcome, place)
         left join found f on f.account_id = l.account_id and f.batch_id = l.batch_id and f.first = l.first
                          and f.place = o.place
        group by l.account_id, l.batch_id, l.first
     ), lots as (
       update batch_lots l set outcomes = m.outcomes, waiting = l.waiting - m.made from merged m
        where l.account_id = m.account_id and l.batch_id = m.batch_id and l.first = m.first
       returning m.account_id, m.batch_id, m.made
     )
     update batches b set made = b.made + sums.made
       from (select account_id, batch_id, sum(made) as made from lots group by account_id, batch_id) sums
      where b.account_id = sums.account_id and b.id = sums.batch_id`,
  );
}

/** An offset far above every real number. It is added until the real numbers are given out again. */
const ASIDE = '1000000000000';

/**
 * Moves the certificates away that were made on the database after it was rolled back. They have no place in the log
 * yet, but they have numbers and tickets that the lost certificates had before. This is called before `putBack`, and
 * `comeLast` gives them new numbers and tickets afterwards. Resolves with the ids of those whose external id belongs to
 * a restored certificate.
 */
export async function stepAside(query: Query): Promise<string[]> {
  await query(
    `create temporary table latecomers on commit drop as
     select c.account_id, c.id, c.livemode, c.number, c.ticket, q.leaf_hash
       from log_queue q join certificates c on c.ticket = q.id
      where not exists (select from recovered r where r.account_id = c.account_id and r.certificate_id = c.id)`,
  );
  await query(
    `delete from certificate_search s using latecomers l
      where s.account_id = l.account_id and s.livemode = l.livemode and s.number = l.number`,
  );
  // The worker indexes the words of the account again, under the new numbers.
  await query(
    `delete from certificate_words w using latecomers l
      where w.account_id = l.account_id and w.livemode = l.livemode and w.number >= l.number`,
  );
  await query(
    `update search_progress p set indexed_to = least(p.indexed_to, l.first - 1), changes = p.changes + 1
       from (select account_id, livemode, min(number) as first from latecomers group by account_id, livemode) l
      where p.account_id = l.account_id and p.livemode = l.livemode`,
  );
  const [row] = await query(
    `with renamed as (
       update certificates c set external_id = null from latecomers l
        where c.account_id = l.account_id and c.id = l.id and c.external_id is not null and exists (
          select from recovered r
           where r.is_new and r.account_id = c.account_id and (r.certificate ->> 'livemode')::boolean = c.livemode
             and r.certificate ->> 'external_id' = c.external_id)
       returning c.id)
     select array(select id from renamed order by id) as ids`,
  );
  // If the database had lost an adopted constancia, somebody may have adopted it again. Both certificates stay.
  await query(
    `update certificates c set adopted_token = c.adopted_token || convert_to(c.id, 'UTF8') from latecomers l
      where c.account_id = l.account_id and c.id = l.id and exists (
        select from recovered r
         where r.is_new and r.account_id = c.account_id and (r.certificate ->> 'livemode')::boolean = c.livemode
           and (r.certificate ->> 'adopted_token')::bytea = c.adopted_token)`,
  );
  await query(
    `update certificates c set number = c.number + ${ASIDE} from latecomers l
      where c.account_id = l.account_id and c.id = l.id`,
  );
  return row === undefined ? [] : read.textList(row, 'ids');
}

export async function comeLast(query: Query): Promise<void> {
  // The rows stay in the queue and get the next tickets.
  for (const { ticket } of await query('select ticket from latecomers order by ticket'))
    await query('update log_queue set id = default where id = $1', [ticket]);
  await query(
    `update certificates c set number = placed.number, ticket = q.id
       from (select l.account_id, l.id, l.leaf_hash, before.highest + row_number() over (
                      partition by l.account_id, l.livemode order by l.number) as number
               from latecomers l
              cross join lateral (
                select coalesce(max(number), 0) as highest from certificates d
                 where d.account_id = l.account_id and d.livemode = l.livemode and d.number < ${ASIDE}) before
            ) placed
       join log_queue q on q.leaf_hash = placed.leaf_hash
      where c.account_id = placed.account_id and c.id = placed.id`,
  );
  await query(
    `insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
     select c.account_id, c.livemode, c.number, c.created_at, c.document_type, lower(c.title) || E'\\n' || lower(c.file_name)
       from latecomers l join certificates c on c.account_id = l.account_id and c.id = l.id`,
  );
}
