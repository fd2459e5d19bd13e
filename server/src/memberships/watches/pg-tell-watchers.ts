/** Finds the news that watchers have not been told yet. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId, MemberId, WatchId } from '../../kernel/ids.ts';
import type { Told } from './told.ts';
import { WATCH_BASES, WATCH_STATUSES, type Watch } from './watch.ts';

export type ToldWatch = Pick<
  Watch,
  'id' | 'accountId' | 'livemode' | 'councilId' | 'memberId' | 'externalId' | 'basis' | 'status' | 'isPublic'
> & { told: Told };

const COLUMNS = `w.id, w.account_id, w.livemode, w.council_id, w.member_id, w.external_id, w.basis, w.status, w.told,
  coalesce(m.public_profile and m.consent is not null, false) as is_public`;
/** The most news and watches that one transaction handles. */
const LOT = 200;

/** Deletes and returns the oldest news. News that another process is handling is skipped. */
export async function takeNews(query: Query): Promise<MemberId[]> {
  const rows = await query(
    `delete from watch_news where number in (
       select number from watch_news order by number limit ${LOT} for update skip locked) returning member_id`,
    [],
    'take-watch-news',
  );
  return [...new Set(rows.map((row) => read.id('mem', row, 'member_id')))];
}

/** Watches that a member answered or ended and whose watcher does not know it yet. */
export async function takeUntold(query: Query): Promise<ToldWatch[]> {
  const rows = await query(
    `with lot as (select id from watches where is_untold order by id limit ${LOT} for update skip locked),
     taken as (update watches w set is_untold = false from lot where w.id = lot.id returning w.*)
     select ${COLUMNS} from taken w left join members m on m.id = w.member_id order by w.id`,
    [],
    'take-untold-watches',
  );
  return rows.map(toToldWatch);
}

/** Locks the watches, so that a member's answer and the news are handled one after the other. */
export async function readFollowed(query: Query, memberIds: readonly MemberId[]): Promise<ToldWatch[]> {
  const rows = await query(
    `select ${COLUMNS} from watches w join members m on m.id = w.member_id
      where w.member_id = any($1) and w.status = 'active' order by w.id for update of w`,
    [memberIds],
    'followed-members',
  );
  return rows.map(toToldWatch);
}

export async function writeTold(
  query: Query,
  told: readonly { id: WatchId; told: Record<string, string>; hasEnded: boolean }[],
  at: Date,
): Promise<void> {
  if (told.length === 0) return;
  await query(
    `update watches w set told = t.told, status = case when t.has_ended then 'ended' else w.status end,
            updated_at = case when t.has_ended then $1 else w.updated_at end
       from unnest($2::text[], $3::jsonb[], $4::boolean[]) as t (id, told, has_ended)
      where w.id = t.id and (t.has_ended or w.told is distinct from t.told)`,
    [
      at,
      told.map((one) => one.id),
      told.map((one) => JSON.stringify(one.told)),
      told.map(({ hasEnded }) => hasEnded),
    ],
    'write-told-watches',
  );
}

/** Notes news of those among these members whom somebody follows, because a day has changed their standing. */
export async function noteWatched(query: Query, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  await query('select note_watched(m) from unnest($1::text[]) m', [memberIds], 'note-watched');
}

/** Followed members who lose their standing on one of these days because of a missed year. */
export async function readLosing(
  query: Query,
  { accountId, livemode }: { accountId: AccountId; livemode: boolean },
  { first, today }: { first: string; today: string },
): Promise<MemberId[]> {
  const rows = await query(
    `select distinct s.member_id from watches w join memberships s on s.member_id = w.member_id
      where w.council_id = $1 and w.livemode = $2 and w.status = 'active'
        and s.lost_on between $3::date and $4::date`,
    [accountId, livemode, first, today],
    'followed-who-lose',
  );
  return rows.map((row) => read.id('mem', row, 'member_id'));
}

function toToldWatch(row: Row): ToldWatch {
  return {
    id: read.id('wch', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    livemode: read.boolean(row, 'livemode'),
    councilId: read.id('acct', row, 'council_id'),
    memberId: row.member_id === null ? undefined : read.id('mem', row, 'member_id'),
    externalId: read.optionalText(row, 'external_id'),
    basis: read.oneOf(row, 'basis', WATCH_BASES),
    status: read.oneOf(row, 'status', WATCH_STATUSES),
    isPublic: read.boolean(row, 'is_public'),
    told: read.record(row, 'told'),
  };
}
