/** Compares batches with the outcomes of their items and with the certificates that the outcomes name. */

import { compareRows, differing } from '../../database/check/pg-comparison.ts';
import { type Pieces, rowsOf } from '../../database/check/pg-pieces.ts';
import { LOT_ITEMS } from '../batches/batch.ts';

const KEY = ['account_id', 'id'];
/** Reads batches in pieces of about `rows` items in total, but at least one batch per piece. */
const BATCHES: Pieces = {
  key: KEY,
  select: (past, rows) => `
    select * from (
      select b.*, sum(total) over (order by ${KEY.join(', ')}) - total as items_before
        from (${rowsOf('batches', KEY).select(past, rows)}) b
    ) b where items_before < ${rows}`,
  mayBeShort: true,
};

/** Counts the items of batch `b` by their outcomes. */
const TOLD = `
  select count(*) as total, count(c.id) as made,
         count(*) filter (where jsonb_typeof(o.outcome) = 'object') as failed,
         count(*) filter (where jsonb_typeof(o.outcome) = 'null') as waiting,
         count(*) filter (where jsonb_typeof(o.outcome) = 'string' and c.id is null) as lost,
         bool_and(c.livemode) as all_live, bool_or(c.livemode) as any_live
    from batch_lots l cross join lateral jsonb_array_elements(l.outcomes) o (outcome)
    left join certificates c on c.account_id = l.account_id and c.id = o.outcome #>> '{}'
   where l.account_id = b.account_id and l.batch_id = b.id having count(*) > 0`;

const DIFFERS = [
  ['total', 't.total is distinct from b.total'],
  ['made', 't.made is distinct from b.made'],
  ['failed', 't.failed is distinct from b.failed'],
  ['certificates', 't.lost > 0'],
  ['livemode', 't.all_live <> b.livemode or t.any_live <> b.livemode'],
  [
    'waiting',
    `t.waiting is distinct from (
       select sum(l.waiting) from batch_lots l where l.account_id = b.account_id and l.batch_id = b.id)`,
  ],
  [
    'places',
    `exists (select from batch_lots l where l.account_id = b.account_id and l.batch_id = b.id
               and (l.first % ${LOT_ITEMS} <> 0 or l.first >= b.total))`,
  ],
  [
    'key',
    `not exists (select from api_keys k where k.id = b.key_id and k.account_id = b.account_id and k.livemode = b.livemode)`,
  ],
] as const;

export const checkBatches = compareRows('certificates: batches', [
  {
    code: 'batch_differs',
    message: 'A batch does not match its items',
    of: BATCHES,
    sql: `select b.account_id || ' ' || b.id as where_ids, ${differing(DIFFERS)} as told
            from piece b left join lateral (${TOLD}) t on true
           where ${DIFFERS.map(([, condition]) => `(${condition})`).join(' or ')}`,
  },
]);
