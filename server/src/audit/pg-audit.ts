/** The audit log: who did what to an account, in a chain of hashes that the database itself extends. */

import type { Database, Query, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { ACTOR_TYPES } from '../kernel/actor.ts';
import type { AccountId, PersonId } from '../kernel/ids.ts';
import { auditCall, auditParams } from './note-sql.ts';
import { readObjects } from './pg-objects.ts';
import type { AuditEvent, AuditLog, AuditObject, AuditRow } from './ports.ts';

/** Jumps from one account's log to the next, because each log may be long. */
const AUDITED_ACCOUNTS = `
  with recursive logs as (
    (select account_id from audit_events where account_id > $1 order by account_id limit 1)
    union all
    select next.account_id from logs cross join lateral (
      select e.account_id from audit_events e where e.account_id > logs.account_id order by e.account_id limit 1) next
  )
  select id from (
    (select id from accounts where id > $1 order by id limit $2)
    union (select id from people where id > $1 order by id limit $2)
    union (select account_id from audit_heads where account_id > $1 order by account_id limit $2)
    union (select account_id from logs limit $2)
  ) known order by id limit $2`;

/**
 * The id of the person who did it. Entries from before people had ids name the account, which then stands for its
 * first owner.
 */
const PERSON_ID = `case when e.actor_id like 'acct\\_%' then first_owner_of(e.actor_id) else e.actor_id end`;

/** Entries about changes of keys do not state the mode, because the mode of a key never changes. */
const MODE = `coalesce(e.details ->> 'mode', (select case when o.livemode then 'live' else 'test' end
  from api_keys o where e.target like 'key\\_%' and o.id = e.target and o.account_id = e.account_id))`;

/**
 * A day begins at midnight in the account's time zone; a date with a time is used as it is. A period that is given in
 * days ends at midnight after its last day.
 */
function edge(param: string, days: 0 | 1): string {
  return `case when length(${param}) = 10
    then (${param}::date + ${days})::timestamp at time zone coalesce((select time_zone from accounts where id = $1), 'UTC')
    else ${param}::timestamptz end`;
}

const PAGE = `
  select e.number, e.at, e.action, e.actor_type, e.ip, e.user_agent, e.target, e.details, ${MODE} as mode,
         case e.actor_type when 'operator' then 'operator' when 'person' then ${PERSON_ID} else e.actor_id end as actor_id,
         case e.actor_type when 'operator' then 'operator' else
           coalesce(case e.actor_type when 'key' then k.name when 'person' then p.name
             when 'member' then coalesce(nullif(concat_ws(' ', m.given_name, m.first_surname), ' '), m.member_number)
             when 'organizer' then g.name end,
             e.actor_id) end as actor_name,
         maker.id as maker_id, coalesce(maker.name, maker.id) as maker_name
    from audit_events e
    left join api_keys k on e.actor_type = 'key' and k.id = e.actor_id and k.account_id = e.account_id
    left join people maker on maker.id = k.created_by
    left join people p on e.actor_type = 'person' and p.id = ${PERSON_ID}
    left join members m on e.actor_type = 'member' and m.id = e.actor_id and m.account_id = e.account_id
    left join organizers g on e.actor_type = 'organizer' and g.id = e.actor_id and g.account_id = e.account_id
   where e.account_id = $1 and e.number < $3 and e.number > $4
     and ($5::text is null or (e.actor_type = 'person' and ${PERSON_ID} = $5))
     and ($6::text is null or (e.actor_type = 'key' and e.actor_id = $6))
     and ($7::text is null or e.action = $7 or split_part(e.action, '.', 1) = $7)
     and ($8::text is null or e.target = $8)
     and ($9::text is null or coalesce(${MODE}, 'live') = $9)
     and ($10::text is null or e.at >= ${edge('$10', 0)})
     and ($11::text is null or e.at < ${edge('$11', 1)})
   order by e.number desc limit $2`;

export function makeAuditLog(database: Pick<Database, 'query'>): AuditLog {
  return {
    async write(note) {
      await database.query(`select ${auditCall(1)}`, auditParams(note), 'write-audit');
    },

    async page(accountId, limit, before, only) {
      const { filter = {}, after = 0 } = only ?? {};
      const rows = await database.query(
        PAGE,
        [
          accountId,
          limit,
          before ?? Number.MAX_SAFE_INTEGER,
          after,
          filter.person ?? null,
          filter.key ?? null,
          filter.action ?? null,
          filter.object ?? null,
          filter.mode ?? null,
          filter.from ?? null,
          filter.to ?? null,
        ],
        'audit-page',
      );
      const objects = await readObjects(database, accountId, rows);
      return rows.map((row) => toEvent(row, objects));
    },

    async accounts(after, limit) {
      const rows = await database.query(AUDITED_ACCOUNTS, [after ?? '', limit], 'audited-accounts');
      return rows.map((row) => read.text(row, 'id'));
    },

    async head(accountId) {
      const [row] = await database.query(
        'select number, hash from audit_heads where account_id = $1',
        [accountId],
        'audit-head',
      );
      return row && { accountId, number: read.number(row, 'number'), hash: read.bytes(row, 'hash') };
    },

    async rows(accountId, after, limit) {
      const rows = await database.query(
        `select account_id, number, (extract(epoch from at) * 1000000)::bigint as at_micros, action, actor_type,
                actor_id, ip, user_agent, target, details::text as details, prev_hash, hash
           from audit_events where account_id = $1 and number > $2 order by number limit $3`,
        [accountId, after, limit],
        'audit-rows',
      );
      return rows.map(toRow);
    },
  };
}

/**
 * The actions on these records, oldest first, for the people whom the records are about. It leaves out names, addresses
 * and browsers of the actors, and legal holds, which only the operator may see.
 */
export async function readAuditOf(
  query: Query,
  accountId: AccountId,
  targets: readonly string[],
): Promise<{ at: Date; action: string; by: string }[]> {
  const rows = await query(
    `select at, action, actor_type from audit_events
      where account_id = $1 and target = any($2) and action not like 'hold.%' order by number`,
    [accountId, targets],
    'audit-of',
  );
  return rows.map((row) => ({
    at: read.date(row, 'at'),
    action: read.text(row, 'action'),
    by: read.text(row, 'actor_type'),
  }));
}

/**
 * Reads what the actors with these ids did from one log, which belongs to an account or a person: oldest first, in
 * pages.
 */
export async function* readAuditBy(query: Query, log: AccountId | PersonId, actors: readonly string[]) {
  for (let after = 0; ; ) {
    const rows = await query(
      `select account_id as log, number, at, action, ip, user_agent, target, details from audit_events
        where account_id = $1 and number > $3 and actor_type = 'person' and actor_id = any($2)
        order by number limit 500`,
      [log, actors, after],
      'audit-by',
    );
    yield* rows.map((row) => ({ ...row, number: read.number(row, 'number') }));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = read.number(last, 'number');
  }
}

function toEvent(row: Row, objects: ReadonlyMap<string, AuditObject>): AuditEvent {
  const target = read.optionalText(row, 'target');
  const details = read.shaped(row, 'details', read.isRecord, 'an object');
  const makerId = read.optionalText(row, 'maker_id');
  return {
    number: read.number(row, 'number'),
    at: read.date(row, 'at'),
    action: read.text(row, 'action'),
    actor: {
      type: read.oneOf(row, 'actor_type', ACTOR_TYPES),
      id: read.text(row, 'actor_id'),
      name: read.text(row, 'actor_name'),
      role: typeof details.role === 'string' ? details.role : undefined,
      madeBy: makerId === undefined ? undefined : { id: makerId, name: read.text(row, 'maker_name') },
    },
    ip: read.optionalText(row, 'ip'),
    userAgent: read.optionalText(row, 'user_agent'),
    target,
    object: target === undefined ? undefined : objects.get(target),
    mode: read.optionalOneOf(row, 'mode', ['live', 'test']),
    details,
  };
}

function toRow(row: Row): AuditRow {
  return {
    accountId: read.text(row, 'account_id'),
    number: read.number(row, 'number'),
    atMicros: read.number(row, 'at_micros'),
    action: read.text(row, 'action'),
    actorType: read.text(row, 'actor_type'),
    actorId: read.text(row, 'actor_id'),
    ip: read.optionalText(row, 'ip') ?? null,
    userAgent: read.optionalText(row, 'user_agent') ?? null,
    target: read.optionalText(row, 'target') ?? null,
    details: read.text(row, 'details'),
    prevHash: read.bytes(row, 'prev_hash'),
    hash: read.bytes(row, 'hash'),
  };
}
