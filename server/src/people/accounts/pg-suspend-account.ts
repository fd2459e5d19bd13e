/** Suspends accounts and ends suspensions. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { findAccount } from './pg-read-account.ts';
import type { AccountStore } from './ports.ts';

const SUSPEND = `
  with suspended as (
    update accounts set suspended_at = $2 where id = $1 and suspended_at is null and closed_at is null returning id
  )
  select ${auditCall(3)} from suspended`;

const RESUME = `
  with resumed as (
    update accounts set suspended_at = null where id = $1 and suspended_at is not null returning id
  )
  select ${auditCall(2)} from resumed`;

export function accountSuspension(database: Database): Pick<AccountStore, 'suspend' | 'resume'> {
  return {
    async suspend(id, reason, now, by) {
      const note = { accountId: id, at: now, action: 'account.suspend', by, details: { reason } } as const;
      const rows = await database.query(SUSPEND, [id, now, ...auditParams(note)], 'suspend-account');
      return rows.length === 1 ? findAccount(database, id) : undefined;
    },

    async resume(id, reason, now, by) {
      const note = { accountId: id, at: now, action: 'account.resume', by, details: { reason } } as const;
      const rows = await database.query(RESUME, [id, ...auditParams(note)], 'resume-account');
      return rows.length === 1 ? findAccount(database, id) : undefined;
    },
  };
}
