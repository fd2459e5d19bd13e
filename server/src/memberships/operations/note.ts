/** Writes the audit log's entry of a change, in the transaction of the change. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { AuditAction } from '../../audit/ports.ts';
import type { Tools, Who } from './operation.ts';

export { changesBetween } from '../../audit/changes-between.ts';

/** `details` never hold personal data: of personal fields only their names. */
export async function note(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  { accountId, livemode, by }: Who,
  action: AuditAction,
  target: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const mode = livemode ? 'live' : 'test';
  const params = auditParams({ accountId, at: now(), action, by, target, details: { ...details, mode } });
  await query(`select ${auditCall(1)}`, params, 'write-audit');
}
