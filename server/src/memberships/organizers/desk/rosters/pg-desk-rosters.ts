/** The rosters of an organiser, with the state of each row. */

import type { Query } from '../../../../database/pool.ts';
import * as read from '../../../../database/row-reader.ts';
import type { Owner } from '../../../../kernel/owner.ts';
import type { Tools } from '../../../../operations/operation.ts';
import { makeCellReader, messageOf } from '../../../posted-tables/pg-posted-rows.ts';
import type { Posting, PostingId } from '../../../posted-tables/posting.ts';
import { type DeskRow, type ListedRoster, ROW_STATES, type RowState } from './row-state.ts';

/**
 * A row takes the state of its award, whether it made that award or found it, so a roster that is posted again gets the
 * same answer as the first time. Only awards of members under a test clock can be gone.
 */
const STATE = `case when r.status = 'rejected' then 'refused' when a.status = 'pending' then 'waiting'
  else coalesce(a.status, 'withdrawn') end`;

const ROWS = 'posted_rows r left join awards a on a.id = r.record_id';

export async function readStates(query: Query, postings: readonly Posting[]): Promise<ListedRoster[]> {
  const titles = await query(
    'select id, title from courses where id = any($1)',
    [postings.flatMap(({ courseId }) => courseId ?? [])],
    'titles-of-rosters',
  );
  const counted = await query(
    `select r.posting_id, ${STATE} as state, count(*)::integer as found from ${ROWS}
      where r.posting_id = any($1) group by 1, 2`,
    [postings.map(({ id }) => id)],
    'states-of-rosters',
  );
  const titleOf = new Map(titles.map((row) => [read.text(row, 'id'), read.text(row, 'title')]));
  return postings.map((posting) => {
    const own = counted.filter((row) => row.posting_id === posting.id);
    const found = new Map(
      own.map((row) => [read.oneOf(row, 'state', ROW_STATES), read.number(row, 'found')]),
    );
    const states = Object.fromEntries(ROW_STATES.map((state) => [state, found.get(state) ?? 0]));
    return {
      posting,
      courseTitle: titleOf.get(posting.courseId ?? '') ?? '',
      states: own.length === 0 ? undefined : (states as Record<RowState, number>),
    };
  });
}

type Page = { limit: number; offset: number; state: RowState | undefined };

/**
 * Reads rows in the order of the table. The reason of a rejection is shown only for an award that the row made, not for
 * one that it found.
 */
export async function readDeskRows(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  owner: Owner,
  postingId: PostingId,
  { limit, offset, state }: Page,
): Promise<{ rows: DeskRow[]; total: number }> {
  const matching = `${ROWS} where r.posting_id = $1 and ($2::text is null or ${STATE} = $2)`;
  const params = [postingId, state ?? null];
  const found = await tools.query(
    `select r.number, r.error, r.message, r.sealed, ${STATE} as state,
            case when a.status = 'rejected' and a.posting_id = r.posting_id then a.decision_reason end as reason
       from ${matching} order by r.number limit $3 offset $4`,
    [...params, limit, offset],
    'desk-rows',
  );
  const counted = await tools.query(
    `select count(*)::integer as total from ${matching}`,
    params,
    'count-desk-rows',
  );
  const cellsOf = makeCellReader(tools, owner, postingId);
  const rows: DeskRow[] = [];
  for (const row of found) {
    const [at, code, message] = [read.number(row, 'number'), read.optionalText(row, 'error'), messageOf(row)];
    rows.push({
      number: at,
      state: read.oneOf(row, 'state', ROW_STATES),
      problem: code === undefined || message === undefined ? undefined : { code, message },
      reason: read.optionalText(row, 'reason'),
      cells: await cellsOf(at, read.optionalText(row, 'sealed')),
    });
  }
  return { rows, total: read.number(read.firstRow(counted), 'total') };
}
