/** Recomputes the chain of every account's audit log. */

import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import type { Database } from '../../database/pool.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type AuditFault, checkAuditChains } from '../audit-log.ts';
import { makeAuditLog } from '../pg-audit.ts';

const MESSAGES: Record<AuditFault['problem'], string> = {
  missing: 'An entry of its audit log is missing.',
  changed: 'An entry of its audit log was changed.',
  does_not_follow: 'An entry of its audit log does not follow the one before it.',
  past_the_end: 'Its audit log has entries past its recorded end.',
  end_differs: 'Its audit log ends with the wrong entry.',
};

export const checkAuditLogs: Check = {
  name: 'audit: chains',
  async *find({ snapshot }) {
    const audit = makeAuditLog(lettingGo(snapshot));
    for await (const { accountId, number, problem: what } of checkAuditChains({ audit }))
      yield problem(`audit_${what}`, `${accountId} entry ${number}`, MESSAGES[what]);
  },
};

/**
 * Ends the snapshot after each query. The next query sees a later moment, and a chain that has grown is still valid.
 */
function lettingGo(snapshot: Snapshot): Database {
  return {
    ...snapshot,
    async query(...asked) {
      const rows = await snapshot.query(...asked);
      await snapshot.letGo();
      return rows;
    },
  };
}
