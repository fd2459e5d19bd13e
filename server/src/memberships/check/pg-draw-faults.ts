/** Finds draws that differ from what was sealed, and reviews that differ from what the block decided. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';

const DIFFERS = { code: 'draw_differs', message: 'A draw is not the one that was sealed' };
const RESULT = {
  code: 'draw_result_differs',
  message: 'The reviews are not what the block of the draw decided',
};

const DRAWS = rowsOf('draws', ['id']);

export const checkDraws = compareRows('memberships: draws', [
  {
    ...DIFFERS,
    of: DRAWS,
    sql: `select d.id as where_ids, 'its program is not of its account, or its certificate is not over its document' as told
            from piece d
            left join programs g on g.id = d.program_id
            left join certificates c on c.account_id = d.account_id and c.id = d.certificate_id
           where (g.account_id, g.livemode) is distinct from (d.account_id, d.livemode)
              or (d.certificate_id is not null
                  and (c.sha256, c.code) is distinct from (sha256(convert_to(d.document, 'UTF8')), d.code))`,
  },
  {
    ...DIFFERS,
    of: rowsOf('draw_candidates', ['draw_id', 'place']),
    sql: `select c.draw_id || ' ' || c.place as where_ids, 'the salt and the membership do not give the commitment' as told
            from piece c where sha256(c.salt || convert_to(c.membership_id, 'UTF8')) <> c.commitment`,
  },
  {
    ...DIFFERS,
    of: DRAWS,
    // A document is parsed as JSON only if it has the certified hash; otherwise it may contain anything.
    sql: `select d.id as where_ids, 'the candidates differ from the sealed list' as told
            from piece d join certificates c on c.account_id = d.account_id and c.id = d.certificate_id
           where c.sha256 = sha256(convert_to(d.document, 'UTF8')) and case
             when c.sha256 = sha256(convert_to(d.document, 'UTF8')) then d.document::jsonb -> 'commitments' is distinct from
               (select jsonb_agg(encode(k.commitment, 'hex') order by k.place) from draw_candidates k where k.draw_id = d.id)
           end`,
  },
  {
    ...RESULT,
    of: DRAWS,
    sql: `select d.id as where_ids, 'other memberships are reviewed, or in another order' as told
            from piece d
           where exists (
             select from (
               select c.place, c.membership_id, row_number() over (order by sha256(d.block_hash || c.commitment)) as rank
                 from draw_candidates c where c.draw_id = d.id and d.drawn_at is not null) x
             full join (select * from reviews r where r.draw_id = d.id) r
               on (r.place, r.rank, r.membership_id) = (x.place, x.rank, x.membership_id)
            where (r.id is not null) is distinct from coalesce(
                    x.rank <= coalesce(ceil(d.candidates * d.share / 10000.0), least(d.candidates, d.most)), false)
               or (r.account_id, r.livemode) is distinct from (d.account_id, d.livemode) and r.id is not null)`,
  },
]);
