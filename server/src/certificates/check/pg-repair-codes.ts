/** Writes public codes and search rows again. */

import type { Repair, Repaired } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';

export const repairCodes: Repair<'codes'> = {
  kind: 'codes',
  run: ({ transaction }) => transaction(rewriteCodes),
};

export const repairSearch: Repair<'search'> = {
  kind: 'search',
  run: ({ transaction }) => transaction(rewriteSearchRows),
};

/**
 * Rewrites codes. The code of a missing certificate stays while its time stamp exists, because it is a trace of what
 * is missing.
 */
async function rewriteCodes(query: Query): Promise<Repaired> {
  const gone = await query(
    `delete from certificate_codes k
      where not exists (select from certificates c
                         where c.account_id = k.account_id and c.id = k.certificate_id and c.code = k.code)
        and (exists (select from certificates c where c.account_id = k.account_id and c.id = k.certificate_id)
             or not exists (select from certificate_tokens t
                             where t.account_id = k.account_id and t.certificate_id = k.certificate_id))
     returning 1`,
  );
  const made = await query(
    `insert into certificate_codes as k (code, account_id, certificate_id)
     select c.code, c.account_id, c.id from certificates c
      where not exists (select from certificate_codes k
                         where k.code = c.code and k.account_id = c.account_id and k.certificate_id = c.id)
     on conflict (code) do nothing returning 1`,
  );
  const [left] = await query(
    `select count(*) as n from certificates c full join certificate_codes k on k.code = c.code
      where (k.account_id, k.certificate_id) is distinct from (c.account_id, c.id)`,
  );
  return {
    told: `${made.length} public codes were written and ${gone.length} deleted`,
    isWhole: left?.n === 0,
  };
}

async function rewriteSearchRows(query: Query): Promise<Repaired> {
  await forgetWrongWords(query);
  const text = `lower(c.title) || E'\\n' || lower(c.file_name)`;
  const made = await query(
    `insert into certificate_search as s (account_id, livemode, number, created_at, document_type, search_text)
     select c.account_id, c.livemode, c.number, c.created_at, c.document_type, ${text} from certificates c
       left join certificate_search s using (account_id, livemode, number)
      where s.account_id is null or s.created_at <> c.created_at
         or s.document_type is distinct from c.document_type or s.search_text <> ${text}
     on conflict (account_id, livemode, number) do update set
       created_at = excluded.created_at, document_type = excluded.document_type, search_text = excluded.search_text
     returning 1`,
  );
  // A row with a number up to the counter's total is kept: it shows that a certificate is missing.
  const gone = await query(
    `delete from certificate_search s
      where not exists (select from certificates c
                         where c.account_id = s.account_id and c.livemode = s.livemode and c.number = s.number)
        and s.number > coalesce((select total from certificate_counts n
                                  where n.account_id = s.account_id and n.livemode = s.livemode), 0)
     returning 1`,
  );
  const [left] = await query(
    'select count(*) as n from certificate_search s left join certificates c using (account_id, livemode, number) where c.id is null',
  );
  return {
    told: `${made.length} search rows were written and ${gone.length} deleted`,
    isWhole: left?.n === 0,
  };
}

/** Removes the words of an account if one is wrong. The worker then indexes its certificates anew. */
async function forgetWrongWords(query: Query): Promise<void> {
  await query(
    `with wrong as (
       select distinct account_id, livemode
         from certificates c full join certificate_words w using (account_id, livemode, number)
         left join search_progress p using (account_id, livemode)
        where c.id is null
           or (number <= p.indexed_to or w.words is not null)
              and w.words is distinct from search_words(c.title, c.file_name, c.document_type, c.external_id, c.description)
     ), anew as (
       update search_progress p set indexed_to = 0, changes = changes + 1 from wrong
        where p.account_id = wrong.account_id and p.livemode = wrong.livemode
     )
     delete from certificate_words w using wrong
      where w.account_id = wrong.account_id and w.livemode = wrong.livemode`,
  );
}
