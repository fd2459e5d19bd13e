/** Opens a further account of a person, and counts it. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { withPersonLocked } from '../login/pg-credentials.ts';
import type { AccountStore } from './ports.ts';

/** The account has no address, so nobody can log in to it with older programs, which know only accounts that log in. */
const OPEN_ACCOUNT = `
  with owner as (
    update people set accounts_opened = accounts_opened + 1 where id = $2 and accounts_opened < $3 returning id
  ), made as (
    insert into accounts (id, email, name, certificates_left, certificates_granted, created_at, time_zone)
    select $1, $1, $4, $5::integer, $5::integer, $6::timestamptz, $7 from owner
    returning id
  ), seat as (
    insert into seats (account_id, person_id, role, created_at) select made.id, $2, 'owner', $6::timestamptz from made
  ), counters as (
    insert into certificate_counts (account_id, livemode) select id, mode from made, unnest(array[true, false]) mode
  )
  select ${auditCall(8)} from made`;

export function furtherAccounts(database: Database): Pick<AccountStore, 'open'> {
  return {
    async open(account, owner, most, by) {
      const { id, name, certificatesLeft, createdAt, timeZone } = account;
      const details = { certificates: certificatesLeft };
      const note = { accountId: id, at: createdAt, action: 'account.create', by, details } as const;
      const params = [id, owner, most, name, certificatesLeft, createdAt, timeZone, ...auditParams(note)];
      const rows = await withPersonLocked(database, { person: owner }, (query) =>
        query(OPEN_ACCOUNT, params, 'open-account'),
      );
      return rows.length === 1;
    },
  };
}
