/** Adds up approved points by year. It reads every award, so it is done only if there are not too many. */

import { fromHundredths } from '@sello/rules';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { underNoClock } from '../clocks/clock-filter.ts';
import { addMonthsTo } from '../standing/days.ts';

const MOST_AWARDS = 100_000;
const YEARS = 6;

type YearPoints = { year: number; program_id: string; points: number; awards: number };

/** Undefined if there are too many awards for one statement. */
export async function pointsByYear(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  today: string,
): Promise<YearPoints[] | undefined> {
  const counted = await query(
    `select count(*)::integer as total from (select from awards where account_id = $1 and livemode = $2
       and status = 'approved' limit ${MOST_AWARDS + 1}) t`,
    [accountId, livemode],
    'points-countable',
  );
  if (read.number(read.firstRow(counted), 'total') > MOST_AWARDS) return undefined;
  const since = addMonthsTo(`${today.slice(0, 4)}-01-01`, -12 * (YEARS - 1));
  const rows = await query(
    `select extract(year from a.completed_on)::integer as year, l.line->>'program_id' as program_id,
            sum((l.line->>'points')::bigint)::float8 as points, count(distinct a.id)::integer as awards
       from awards a cross join lateral jsonb_array_elements(a.points) as l (line)
      where a.account_id = $1 and a.livemode = $2 and a.status = 'approved' and a.completed_on >= $3::date
        and ${livemode ? 'true' : underNoClock('a.member_id')}
      group by 1, 2 order by 1, 2`,
    [accountId, livemode, since],
    livemode ? 'points-by-year' : 'points-by-year-of-test-mode',
  );
  return rows.map((row) => ({
    year: read.number(row, 'year'),
    program_id: read.text(row, 'program_id'),
    points: fromHundredths(read.number(row, 'points')),
    awards: read.number(row, 'awards'),
  }));
}
