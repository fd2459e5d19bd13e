/** The audit log: who did what to an account, in a chain of hashes that the database itself extends. */

import type { Database, Row } from '../database/pool.ts';
import { auditCall, auditParams } from './note-sql.ts';
import type { Actor, AuditEvent, AuditLog, AuditRow } from './ports.ts';

export function makeAuditLog(database: Database): AuditLog {
  return {
    async write(note) {
      await database.query('write-audit', `select ${auditCall(1)}`, auditParams(note));
    },

    async page(accountId, limit, before) {
      const rows = await database.query(
        'audit-page',
        `select e.number, e.at, e.action, e.actor_type, e.ip, e.user_agent, e.target, e.details,
                coalesce(case e.actor_type when 'key' then k.name when 'person' then a.name end, e.actor_id) as actor_name
           from audit_events e
           left join api_keys k on e.actor_type = 'key' and k.id = e.actor_id and k.account_id = e.account_id
           left join accounts a on e.actor_type = 'person' and a.id = e.actor_id
          where e.account_id = $1 and e.number < $3
          order by e.number desc limit $2`,
        [accountId, limit, before ?? Number.MAX_SAFE_INTEGER],
      );
      return rows.map(toEvent);
    },

    async accounts(after, limit) {
      const rows = await database.query(
        'audited-accounts',
        `select id from (
           (select id from accounts where id > $1 order by id limit $2)
           union (select account_id from audit_heads where account_id > $1 order by account_id limit $2)
           union (select distinct account_id from audit_events where account_id > $1 order by account_id limit $2)
         ) known order by id limit $2`,
        [after ?? '', limit],
      );
      return rows.map(({ id }) => id as string);
    },

    async head(accountId) {
      const [row] = await database.query(
        'audit-head',
        'select number, hash from audit_heads where account_id = $1',
        [accountId],
      );
      return row && { accountId, number: row.number as number, hash: row.hash as Uint8Array };
    },

    async rows(accountId, after, limit) {
      const rows = await database.query(
        'audit-rows',
        `select account_id, number, (extract(epoch from at) * 1000000)::bigint as at_micros, action, actor_type,
                actor_id, ip, user_agent, target, details::text as details, prev_hash, hash
           from audit_events where account_id = $1 and number > $2 order by number limit $3`,
        [accountId, after, limit],
      );
      return rows.map(toRow);
    },
  };
}

function toEvent(row: Row): AuditEvent {
  return {
    number: row.number as number,
    at: row.at as Date,
    action: row.action as string,
    actor: { type: row.actor_type as Actor['type'], name: row.actor_name as string },
    ip: (row.ip as string | null) ?? undefined,
    userAgent: (row.user_agent as string | null) ?? undefined,
    target: (row.target as string | null) ?? undefined,
    details: row.details as Record<string, unknown>,
  };
}

function toRow(row: Row): AuditRow {
  return {
    accountId: row.account_id as string,
    number: row.number as number,
    atMicros: row.at_micros as number,
    action: row.action as string,
    actorType: row.actor_type as string,
    actorId: row.actor_id as string,
    ip: row.ip as string | null,
    userAgent: row.user_agent as string | null,
    target: row.target as string | null,
    details: row.details as string,
    prevHash: row.prev_hash as Uint8Array,
    hash: row.hash as Uint8Array,
  };
}
