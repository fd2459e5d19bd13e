/** For fsck: words that are not those of their certificate. */

import type { Query } from '../../database/pool.ts';

/** The words of an account with a wrong one are forgotten; the worker indexes its certificates anew. */
export async function forgetWrongWords(query: Query): Promise<void> {
  await query(
    `with wrong as (
       select distinct account_id, livemode
         from certificates c full join certificate_words w using (account_id, livemode, number)
         left join search_progress p using (account_id, livemode)
        where c.id is null
           or (number <= p.indexed_to or w.words is not null)
              and w.words is distinct from search_words(c.title, c.file_name, c.document_type, c.external_id)
     ), anew as (
       update search_progress p set indexed_to = 0, changes = changes + 1 from wrong
        where p.account_id = wrong.account_id and p.livemode = wrong.livemode
     )
     delete from certificate_words w using wrong
      where w.account_id = wrong.account_id and w.livemode = wrong.livemode`,
  );
}
