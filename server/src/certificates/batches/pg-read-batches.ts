/** Reads batches and their items. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Certificate } from '../certificate.ts';
import { COLUMNS, FROM, toCertificate } from '../pg-certificates.ts';
import type { JudgedItem } from './batch.ts';
import { BATCH_COLUMNS, isItem, isOutcome, toBatch } from './pg-batch-rows.ts';
import type { BatchStore } from './ports.ts';

export function makeBatchReads(database: Database): Pick<BatchStore, 'one' | 'page' | 'items'> {
  return {
    async one({ accountId, livemode }, batchId) {
      const [row] = await database.query(
        `select ${BATCH_COLUMNS} from batches b where account_id = $1 and livemode = $2 and id = $3`,
        [accountId, livemode, batchId],
        'one-batch',
      );
      return row && toBatch(row);
    },

    async page({ accountId, livemode }, { limit, offset, after, order }) {
      const beyond = order === 'asc' ? '>' : '<';
      const owned = 'b.account_id = $1 and b.livemode = $2';
      const [rows, counted] = await Promise.all([
        database.query(
          `select ${BATCH_COLUMNS} from batches b where ${owned} and ($5::text is null or b.id ${beyond} $5)
            order by b.id ${order} limit $3 offset $4`,
          [accountId, livemode, limit, offset, after],
          `page-of-batches-${order}`,
        ),
        database.query(
          `select count(*) as total from batches b where ${owned}`,
          [accountId, livemode],
          'count-batches',
        ),
      ]);
      return { batches: rows.map(toBatch), total: read.number(read.firstRow(counted), 'total') };
    },

    async items({ accountId }, batchId, status, { limit, offset, after, order }) {
      const rows = await database.query(
        itemsSql(order),
        [accountId, batchId, status, after, limit + 1, offset],
        `batch-items-${order}`,
      );
      const page = rows.slice(0, limit);
      const ids = page.flatMap(({ outcome }) => (typeof outcome === 'string' ? outcome : []));
      const found = await database.query(
        `select ${COLUMNS} from ${FROM} where c.account_id = $1 and c.id = any ($2::text[])`,
        [accountId, ids],
        'certificates-of-batch',
      );
      const certificates = new Map(found.map(toCertificate).map((one) => [one.id, one]));
      return { items: page.map((row) => toJudged(row, certificates)), hasMore: rows.length > limit };
    },
  };
}

/**
 * The SQL for a page of items. An item is extracted only after the page is cut, because extracting one reads its
 * whole lot.
 */
function itemsSql(order: 'asc' | 'desc'): string {
  const beyond = order === 'asc' ? '>' : '<';
  return `
    select page.place, page.outcome, page.items -> page.nth as item from (
      select l.first + (o.nth - 1)::integer as place, (o.nth - 1)::integer as nth, o.outcome, l.items
        from batch_lots l, jsonb_array_elements(l.outcomes) with ordinality as o (outcome, nth)
       where l.account_id = $1 and l.batch_id = $2
         and ($3::text is null
              or $3 = case jsonb_typeof(o.outcome) when 'null' then 'queued' when 'string' then 'made' else 'failed' end)
         and ($4::integer is null or l.first + (o.nth - 1)::integer ${beyond} $4)
       order by 1 ${order} limit $5 offset $6
    ) page order by page.place ${order}`;
}

function toJudged(row: Row, certificates: ReadonlyMap<CertificateId, Certificate>): JudgedItem {
  const outcome = read.shaped(row, 'outcome', isOutcome, 'an outcome');
  return {
    place: read.number(row, 'place'),
    item: isItem(row.item) ? row.item : undefined,
    certificate: typeof outcome === 'string' ? certificates.get(outcome) : undefined,
    error: typeof outcome === 'object' && outcome !== null ? outcome : undefined,
  };
}
