/** Writes, finds and lists watches. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MemberId, WatchId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { WATCH_BASES, WATCH_STATUSES, type Watch, type WatchStatus } from './watch.ts';

type Ports = Pick<Tools, 'query'>;

const COLUMNS = `w.id, w.account_id, w.livemode, w.council_id, coalesce(l.name, c.name) as council, w.member_id, w.named,
  w.external_id, w.basis, w.status, w.created_at, w.updated_at,
  coalesce(m.public_profile and m.consent is not null, false) as is_public`;
const JOINS = `join accounts c on c.id = w.council_id left join councils l on l.account_id = w.council_id
  left join members m on m.id = w.member_id`;
const LISTED = 'w.removed_at is null';

export async function findWatch(
  { query }: Ports,
  { accountId, livemode }: Owner,
  watchId: WatchId,
): Promise<Watch | undefined> {
  const rows = await query(
    `select ${COLUMNS} from watches w ${JOINS}
      where w.account_id = $1 and w.livemode = $2 and w.id = $3 and ${LISTED}`,
    [accountId, livemode, watchId],
    'find-watch',
  );
  return rows[0] && toWatch(rows[0]);
}

type WatchFilter = { status?: WatchStatus; external_id?: string };

export async function listWatches(tools: Ports, owner: Owner, asked: ListQuery & WatchFilter) {
  const filter = ownedBy(owner, 'w');
  filter.conditions.push(LISTED);
  where(filter, asked.status, (p) => `w.status = ${p}`);
  where(filter, asked.external_id, (p) => `w.external_id = ${p}`);
  const source = { prefix: 'wch', columns: COLUMNS, table: 'watches', alias: 'w', joins: JOINS } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { watches: rows.map(toWatch), pagination };
}

/** Counts only up to `most`, because that is enough to check the limit of an account. */
export async function countWatches(
  { query }: Ports,
  { accountId, livemode }: Owner,
  most: number,
): Promise<number> {
  const rows = await query(
    `select count(*)::integer as count from (
       select from watches w where w.account_id = $1 and w.livemode = $2 and ${LISTED} limit $3) listed`,
    [accountId, livemode, most],
    'count-watches',
  );
  return read.number(read.firstRow(rows), 'count');
}

export async function removeWatch({ query }: Ports, { id: watchId }: Watch, at: Date): Promise<void> {
  await query(
    `with kept as (
       update watches set removed_at = $2, is_untold = false where id = $1 and status in ('declined', 'withdrawn')
     )
     delete from watches where id = $1 and status not in ('declined', 'withdrawn')`,
    [watchId, at],
    'remove-watch',
  );
}

/** A watch as the member sees it: who follows the member or asks to. */
type OwnWatch = { id: WatchId; watcher: string; status: WatchStatus; basis: string; since: Date };

const MOST_SHOWN = 200;

export async function readWatchersOf({ query }: Ports, memberId: MemberId): Promise<OwnWatch[]> {
  const rows = await query(
    `select w.id, a.name as watcher, w.status, w.basis, coalesce(w.answered_at, w.created_at) as since
       from watches w join accounts a on a.id = w.account_id and a.closed_at is null
      where w.member_id = $1 and w.status in ('asked', 'active') and ${LISTED}
      order by w.status = 'asked' desc, w.id desc limit ${MOST_SHOWN}`,
    [memberId],
    'watchers-of-member',
  );
  return rows.map((row) => ({
    id: read.id('wch', row, 'id'),
    watcher: read.text(row, 'watcher'),
    status: read.oneOf(row, 'status', WATCH_STATUSES),
    basis: read.text(row, 'basis'),
    since: read.date(row, 'since'),
  }));
}

/** Locks the watch, so that two simultaneous answers are handled one after the other. */
export async function lockWatchOf(
  { query }: Ports,
  memberId: MemberId,
  watchId: WatchId,
): Promise<WatchStatus | undefined> {
  const rows = await query(
    `select w.status from watches w where w.id = $1 and w.member_id = $2 and ${LISTED} for update`,
    [watchId, memberId],
    'lock-watch-of',
  );
  return rows[0] && read.oneOf(rows[0], 'status', WATCH_STATUSES);
}

/** Stores the member's answer. After the member agrees, the watch no longer requires a public page. */
export async function answerWatch(
  { query }: Ports,
  watchId: WatchId,
  status: WatchStatus,
  { told, at }: { told: Record<string, string>; at: Date },
): Promise<void> {
  await query(
    `update watches set status = $2, basis = case when $2 = 'active' then 'consent' else basis end, told = $3, is_untold = true,
            answered_at = $4, updated_at = $4 where id = $1`,
    [watchId, status, told, at],
    'answer-watch',
  );
}

function toWatch(row: Row): Watch {
  return {
    id: read.id('wch', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    accountId: read.id('acct', row, 'account_id'),
    councilId: read.id('acct', row, 'council_id'),
    council: read.text(row, 'council'),
    memberId: row.member_id === null ? undefined : read.id('mem', row, 'member_id'),
    named: read.text(row, 'named'),
    externalId: read.optionalText(row, 'external_id'),
    basis: read.oneOf(row, 'basis', WATCH_BASES),
    status: read.oneOf(row, 'status', WATCH_STATUSES),
    isPublic: read.boolean(row, 'is_public'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}
