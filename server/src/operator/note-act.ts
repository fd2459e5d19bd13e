/** The operators' own log: every act of theirs, with who did it. The log of the account says only "the operator". */

import type { AuditAction } from '../audit/actions.ts';
import { makeAuditLog } from '../audit/pg-audit.ts';
import { OPERATOR_LOG } from '../audit/ports.ts';
import type { Query } from '../database/pool.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';

/** Notes an operator's act in the transaction of the act, so that both logs have it or neither. */
export async function noteAct(
  { query, now }: { query: Query; now: Clock },
  by: Actor,
  act: { action: AuditAction; target?: string; details?: Record<string, unknown> },
): Promise<void> {
  await makeAuditLog({ query }).write({ accountId: OPERATOR_LOG, at: now(), by, ...act });
}
