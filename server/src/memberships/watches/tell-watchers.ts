/**
 * Tells watchers when the standing of a followed member changes. The database notes followed members whose standing has
 * changed (`watch_news`), and members whose standing changes because a day comes are noted too. So members whose
 * standing stays the same cost nothing, however many are followed.
 *
 * A round is one transaction. After a kill, either the news is still stored, or the events and the lines of mails were
 * written, once.
 */

import type { Database } from '../../database/pool.ts';
import { type NewEvent, noteEvents } from '../../events/note-event.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AccountId, WatchId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import { startLoop } from '../../kernel/pacing/start-loop.ts';
import type { Tools } from '../../operations/operation.ts';
import { type MailLine, queueForMail } from './mail/pg-queue.ts';
import { readFollowed, type ToldWatch, takeNews, takeUntold, writeTold } from './pg-tell-watchers.ts';
import { readStandings } from './pg-watched.ts';
import { changesSince, toldOf } from './told.ts';
import { statusNow, type WatchedStanding } from './watch.ts';

type Ports = { records: Pick<Database, 'transaction'>; now: Clock };

const TELL_EVERY_MS = 2_000;

/** News is locked while it is handled, so several processes can work at once. */
export function startWatches(ports: Ports & { logger: Logger }): () => Promise<void> {
  return startLoop(ports, 'watches', TELL_EVERY_MS, async (isStopping) => {
    while (!isStopping() && (await tellWatchers(ports)) > 0);
  });
}

/** Returns the number of members and watches for which there was news. */
export function tellWatchers({ records, now }: Ports): Promise<number> {
  return records.transaction(async (query) => {
    const tools = { query, now };
    const members = await takeNews(query);
    const answered = await takeUntold(query);
    if (members.length + answered.length === 0) return 0;
    const news = [...answered.map(answerNews), ...(await newsOfMembers(tools, members))];
    await writeAll(tools, news);
    return members.length + answered.length;
  });
}

type News = { watch: ToldWatch; event: NewEvent };

const ANSWERS = {
  active: 'watch.accepted',
  declined: 'watch.declined',
  withdrawn: 'watch.ended',
  ended: 'watch.ended',
} as const;

function answerNews(watch: ToldWatch): News {
  const type = watch.status === 'asked' ? 'watch.ended' : ANSWERS[watch.status];
  return { watch, event: { type, data: { ...dataOf(watch), status: watch.status } } };
}

async function newsOfMembers(
  tools: Pick<Tools, 'query' | 'now'>,
  members: Awaited<ReturnType<typeof takeNews>>,
): Promise<News[]> {
  if (members.length === 0) return [];
  const watches = await readFollowed(tools.query, members);
  const standings = await readStandings(
    tools,
    watches.flatMap(({ memberId }) => memberId ?? []),
  );
  const news: News[] = [];
  const told: { id: WatchId; told: Record<string, string>; hasEnded: boolean }[] = [];
  for (const watch of watches) {
    const shown = (watch.memberId && standings.get(watch.memberId)) ?? [];
    if (statusNow(watch) === 'ended') {
      told.push({ id: watch.id, told: {}, hasEnded: true });
      news.push({ watch, event: { type: 'watch.ended', data: { ...dataOf(watch), status: 'ended' } } });
      continue;
    }
    const changes = changesSince(watch.told, shown);
    told.push({ id: watch.id, told: toldOf(shown), hasEnded: false });
    for (const { type, standing } of changes)
      news.push({ watch, event: { type, data: { ...dataOf(watch), ...shownOf(standing) } } });
  }
  await writeTold(tools.query, told, tools.now());
  return news;
}

/** The data of an event. About the member it contains only what the watcher gave. */
function dataOf({ id, externalId, councilId }: ToldWatch) {
  return { id, object: 'watch', external_id: externalId ?? null, council_id: councilId };
}

function shownOf({ membershipId, programId, standing }: WatchedStanding) {
  return { membership_id: membershipId, program_id: programId, standing };
}

/** The line of a mail about this news. A member's agreement or refusal is not mailed, but only shown in the list. */
function lineOf({ watch: { id: watchId }, event: { type, data } }: News): MailLine[] {
  if (type === 'watch.ended') return [{ watchId, membershipId: '' }];
  return 'membership_id' in data ? [{ watchId, membershipId: String(data.membership_id) }] : [];
}

/** Handles accounts in the order of their ids, so that two rounds cannot deadlock. */
async function writeAll({ query, now }: Pick<Tools, 'query' | 'now'>, news: readonly News[]): Promise<void> {
  const byOwner = Map.groupBy(news, ({ watch }) => `${watch.accountId} ${watch.livemode}`);
  for (const key of [...byOwner.keys()].sort()) {
    const all = byOwner.get(key) ?? [];
    const [first] = all;
    if (first === undefined) continue;
    const { accountId, livemode }: { accountId: AccountId; livemode: boolean } = first.watch;
    const owner = { accountId, livemode };
    await noteEvents(
      query,
      owner,
      now(),
      all.map(({ event }) => event),
    );
    await queueForMail(query, owner, all.flatMap(lineOf), now());
  }
}
